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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- where its facts are

enum { PARTS = 3 };

// A folder that stands for / in its eyes, and what is in it, last things first.
static char root[PATH_MAX], parts[PARTS][PATH_MAX + 16];

static void remove_root(void)
{
    for (size_t i = 0; i < PARTS; i++)
        if (unlink(parts[i]) != 0)
            rmdir(parts[i]);
    rmdir(root);
}

static void end_by_signal(int signal)
{
    remove_root();
    raise(signal); // once more, by default: SA_RESETHAND
}

// Only what would end us: what is ignored stays so.
static void catch_ends(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    const struct sigaction action = {.sa_handler = end_by_signal, .sa_flags = SA_RESETHAND};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction before;
        sigaction(ends[i], NULL, &before);
        if (before.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
    }
}

static bool name_parts(void)
{
    static const char *const names[] = {"/proc/self", "/sys", "/proc"};
    const char *parent = getenv("TMPDIR");
    int length =
        snprintf(root, PATH_MAX, "%s/teamtrim-XXXXXX", parent && *parent ? parent : "/tmp");
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!mkdtemp(root))
        return false;
    for (size_t i = 0; i < PARTS; i++)
        snprintf(parts[i], sizeof parts[i], "%s%s", root, names[i]);
    return true;
}

// Machine facts are those of "self". False with errno, and without the folder.
static bool make_root(int pid)
{
    char sys[64], self[64];
    if (!name_parts())
        return false;
    catch_ends();
    snprintf(sys, sizeof sys, "/proc/%d/root/sys", pid);
    snprintf(self, sizeof self, "/proc/%d", pid);
    if (mkdir(parts[2], 0700) == 0 && symlink(sys, parts[1]) == 0 && symlink(self, parts[0]) == 0)
        return true;
    int error = errno;
    remove_root();
    errno = error;
    return false;
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

static void report_own_facts(int error)
{
    page_row(PAGE_NOTE, "of doctor",
             "the process's own CPUs and quota were not read: no temporary folder: %s",
             strerror(error));
    page_remedy("set TMPDIR to a folder that can be written to");
}

static int report(int pid, const struct snapshot *snapshot, const char *machine, int error)
{
    bool elsewhere = !is_same_link("ns/mnt", pid) || !is_same_link("root", pid);
    char prefix[64] = "", program[PATH_MAX];
    struct image_view view = {
        .machine = machine, .no_asking = find_reason(pid, elsewhere), .running = true};
    struct image image;
    if (elsewhere)
        snprintf(prefix, sizeof prefix, "/proc/%d/root", pid);
    snprintf(program, sizeof program, "%s%s", prefix, snapshot->program);
    image_of_snapshot(&image, snapshot, prefix);
    machine_part_report(machine);
    if (error)
        report_own_facts(error);
    policy_check_report(&snapshot->environment);
    report_process(pid, program);
    image_report(&image, &view);
    image_free(&image);
    return page_end() > 0 ? CLI_FINDING : CLI_DONE;
}

int doctor_examine_process(int pid)
{
    struct snapshots seen = {0};
    const char *given = this_machine_root();
    errno = 0;
    if (!snapshots_take(&seen, pid, pid)) {
        cli_complain("cannot read process %d: %s", pid,
                     errno ? strerror(errno) : "it has no program");
        return CLI_USAGE;
    }
    bool made = !*given && make_root(pid);
    int error = made || *given ? 0 : errno;
    int status = report(pid, &seen.items[0], made ? root : given, error);
    if (made)
        remove_root();
    snapshots_free(&seen);
    return status;
}
