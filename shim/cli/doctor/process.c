// SPDX-License-Identifier: MIT
// `teamtrim doctor --pid`: a process as /proc shows it, in its own mount namespace and groups.
#include "shim/cli/doctor/doctor.h"

#include "shim/cli/cli.h"
#include "shim/cli/doctor/image_report.h"
#include "shim/cli/doctor/machine_part.h"
#include "shim/cli/doctor/page.h"
#include "shim/cli/doctor/policy_check.h"
#include "shim/cli/preload_limit.h"
#include "shim/cli/this_machine.h"

#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- where its facts are

// A folder that stands for / in its eyes: machine facts are those of "self".
static bool make_root(int pid, char root[PATH_MAX])
{
    char link[PATH_MAX + 16], target[64];
    const char *parent = getenv("TMPDIR");
    snprintf(root, PATH_MAX, "%s/teamtrim-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(root))
        return false;
    snprintf(link, sizeof link, "%s/proc", root);
    snprintf(target, sizeof target, "/proc/%d/root/sys", pid);
    bool made = mkdir(link, 0700) == 0;
    snprintf(link, sizeof link, "%s/sys", root);
    made = made && symlink(target, link) == 0;
    snprintf(link, sizeof link, "%s/proc/self", root);
    snprintf(target, sizeof target, "/proc/%d", pid);
    return made && symlink(target, link) == 0;
}

static void remove_root(const char *root)
{
    static const char *const parts[] = {"/proc/self", "/sys", "/proc", ""};
    char path[PATH_MAX + 16];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s%s", root, parts[i]);
        remove(path);
    }
}

static bool is_same_link(const char *name, int pid)
{
    char path[64], ours[64], first[128], second[128];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    snprintf(ours, sizeof ours, "/proc/self/%s", name);
    ssize_t a = readlink(path, first, sizeof first), b = readlink(ours, second, sizeof second);
    return a > 0 && a == b && memcmp(first, second, (size_t)a) == 0;
}

// Asking a library runs its code with our rights.
static const char *find_reason(int pid, bool elsewhere)
{
    struct stat status;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d", pid);
    if (elsewhere)
        return "it lies in another file system (a container)";
    if (stat(path, &status) != 0 || status.st_uid != geteuid())
        return "the process is another user's";
    return NULL;
}

// ---- the section on the process

static bool is_secure(int pid)
{
    char path[64];
    ElfW(auxv_t) entry;
    bool secure = false;
    snprintf(path, sizeof path, "/proc/%d/auxv", pid);
    FILE *file = fopen(path, "re");
    while (file && fread(&entry, sizeof entry, 1, file) == 1 && entry.a_type != AT_NULL)
        secure = secure || (entry.a_type == AT_SECURE && entry.a_un.a_val != 0);
    if (file)
        fclose(file);
    return secure;
}

static void report_process(int pid, const char *program)
{
    struct preload_limit limit;
    char path[PATH_MAX];
    page_head("Process %d", pid);
    page_row(PAGE_FACT, "file", "%s", program);
    if (is_secure(pid)) {
        page_row(PAGE_PROBLEM, "preloading",
                 "cannot work: it runs with rights that its caller had not");
        page_explain("the dynamic linker ignored LD_PRELOAD, and the library ignores its settings");
        page_remedy("run a copy of the program without these rights");
    } else if (preload_limit_find(program, &limit, path, sizeof path)) {
        page_row(PAGE_PROBLEM, "preloading", "cannot work: the program %s", limit.what);
        page_explain("%s", limit.meaning);
        page_remedy("%s", limit.remedy);
    }
}

static int report(int pid, const struct snapshot *snapshot, const char *root)
{
    bool elsewhere = !is_same_link("ns/mnt", pid) || !is_same_link("root", pid);
    char prefix[64] = "", program[PATH_MAX];
    struct image_view view = {
        .machine = root, .no_asking = find_reason(pid, elsewhere), .running = true};
    struct image image;
    if (elsewhere)
        snprintf(prefix, sizeof prefix, "/proc/%d/root", pid);
    snprintf(program, sizeof program, "%s%s", prefix, snapshot->program);
    image_of_snapshot(&image, snapshot, prefix);
    machine_part_report(root);
    policy_check_report(&snapshot->environment);
    report_process(pid, program);
    image_report(&image, &view);
    image_free(&image);
    return page_end() > 0 ? CLI_FINDING : CLI_DONE;
}

int doctor_examine_process(int pid)
{
    struct snapshots seen = {0};
    char root[PATH_MAX];
    const char *given = this_machine_root();
    errno = 0;
    if (!snapshots_take(&seen, pid, pid)) {
        cli_complain("cannot read process %d: %s", pid,
                     errno ? strerror(errno) : "it has no program");
        return CLI_USAGE;
    }
    bool made = !*given && make_root(pid, root);
    int status = report(pid, &seen.items[0], made ? root : given);
    if (made)
        remove_root(root);
    snapshots_free(&seen);
    return status;
}
