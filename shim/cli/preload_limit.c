// SPDX-License-Identifier: MIT
// From a program's ELF header, its rights, and what it needs. Sources: ld.so(8), "Secure-execution
// mode"; capabilities(7); the kernel's security/commoncap.c.
#include "shim/cli/preload_limit.h"

#include "shim/cli/elf.h"
#include "shim/cli/program.h"

#include <elf.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

static bool limit_is(struct preload_limit *limit, enum preload_kind kind, const char *what,
                     const char *meaning, const char *remedy)
{
    limit->kind = kind;
    snprintf(limit->what, sizeof limit->what, "%s", what);
    snprintf(limit->meaning, sizeof limit->meaning, "%s", meaning);
    snprintf(limit->remedy, sizeof limit->remedy, "%s", remedy);
    return true;
}

// The library beside this command is of the command's own machine.
static bool is_of_other_machine(const struct elf *elf, struct preload_limit *limit)
{
    struct elf own;
    char machine[32] = "", ours[32] = "";
    if (!elf_open(&own, "/proc/self/exe"))
        return false;
    bool other = !elf_alike(elf, &own);
    elf_describe_machine(elf, machine, sizeof machine);
    elf_describe_machine(&own, ours, sizeof ours);
    elf_close(&own);
    if (!other)
        return false;
    limit_is(limit, PRELOAD_OTHER_MACHINE, "", "", "");
    snprintf(limit->what, sizeof limit->what, "is for %s, the library for %s", machine, ours);
    snprintf(limit->meaning, sizeof limit->meaning, "its dynamic linker skips the library");
    snprintf(limit->remedy, sizeof limit->remedy,
             "build teamtrim for %s, and run the program with that", machine);
    return true;
}

// The dynamic linker has no interpreter either, and preloads for the program that it is given.
static bool is_static(const struct elf *elf, struct preload_limit *limit)
{
    if (elf_interpreter(elf) || strncmp(elf_name(elf, DT_SONAME), "ld-", 3) == 0)
        return false;
    return limit_is(limit, PRELOAD_STATIC, "is statically linked",
                    "no dynamic linker runs that could preload anything",
                    "link it dynamically (without -static)");
}

static bool is_musl(const struct elf *elf, struct preload_limit *limit)
{
    const char *interpreter = elf_interpreter(elf);
    if (!interpreter || !strstr(interpreter, "ld-musl"))
        return false;
    return limit_is(limit, PRELOAD_MUSL, "is linked to musl, the library to glibc",
                    "musl's dynamic linker cannot load the library, and may end the program",
                    "run a build of the program for glibc");
}

// ---- rights

static bool gains_rights(const char *path)
{
    struct statvfs mount;
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
        return false;
    return statvfs(path, &mount) != 0 || !(mount.f_flag & ST_NOSUID);
}

static bool secure_is(struct preload_limit *limit, const char *what)
{
    return limit_is(limit, PRELOAD_SECURE, what,
                    "the dynamic linker ignores LD_PRELOAD there, and the library its settings",
                    "run a copy of the program without these rights");
}

static bool is_secure(const char *path, struct preload_limit *limit)
{
    struct stat status;
    char what[96];
    if (stat(path, &status) != 0 || !gains_rights(path))
        return false;
    if (status.st_mode & S_ISUID && status.st_uid != getuid()) {
        const struct passwd *owner = getpwuid(status.st_uid);
        snprintf(what, sizeof what, "is set-user-ID (%s)", owner ? owner->pw_name : "another user");
        return secure_is(limit, what);
    }
    // Without the right to run it, the bit of the group means mandatory locks.
    if ((status.st_mode & S_ISGID) && (status.st_mode & S_IXGRP) && status.st_gid != getgid())
        return secure_is(limit, "is set-group-ID");
    if (getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0)
        return secure_is(limit, "has file capabilities");
    return false;
}

// ---- AddressSanitizer as a shared library (gcc's) ends the program if another is loaded before it

static bool needs_asan(const struct elf *elf)
{
    uint64_t tag, value;
    for (uint64_t i = 0; elf_dynamic(elf, i, &tag, &value); i++)
        if (tag == DT_NEEDED && value < elf->names_end - elf->names &&
            strncmp(elf_text(elf, elf->names + value, elf->names_end), "libasan.so", 10) == 0)
            return true;
    return false;
}

static bool insists_on_order(const struct elf *elf, struct preload_limit *limit)
{
    const char *options = getenv("ASAN_OPTIONS");
    if (!needs_asan(elf) || (options && strstr(options, "verify_asan_link_order=0")))
        return false;
    return limit_is(limit, PRELOAD_ASAN, "has AddressSanitizer (libasan)",
                    "libasan ends a program into which another library is loaded before it",
                    "export ASAN_OPTIONS=verify_asan_link_order=0");
}

static bool find_limit(const struct elf *elf, const char *path, struct preload_limit *limit)
{
    return is_of_other_machine(elf, limit) || is_static(elf, limit) || is_musl(elf, limit) ||
           is_secure(path, limit) || insists_on_order(elf, limit);
}

bool preload_limit_find(const char *path, struct preload_limit *limit, char *program, size_t size)
{
    char real[PATH_MAX];
    struct elf elf;
    *limit = (struct preload_limit){.kind = PRELOAD_NO_PROGRAM};
    snprintf(real, sizeof real, "%s", path);
    program_follow_scripts(real);
    snprintf(program, size, "%s", real);
    if (!elf_open(&elf, real))
        return false;
    limit->kind = PRELOAD_WORKS;
    bool found = find_limit(&elf, real, limit);
    elf_close(&elf);
    return found;
}
