// SPDX-License-Identifier: MIT
// `teamtrim doctor -- CMD`: reads its files, runs it, reports on what was seen.
#include "shim/cli/doctor/doctor.h"

#include "shim/cli/cli.h"
#include "shim/cli/doctor/image_report.h"
#include "shim/cli/doctor/machine_part.h"
#include "shim/cli/doctor/page.h"
#include "shim/cli/doctor/policy_check.h"
#include "shim/cli/doctor/watch.h"
#include "shim/cli/file.h"
#include "shim/cli/preload_limit.h"
#include "shim/cli/program.h"
#include "shim/cli/this_machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int complain_of_command(const char *name, int error)
{
    cli_complain("cannot run '%s': %s", name, strerror(error));
    return error == ENOENT ? CLI_NOT_FOUND : CLI_CANNOT_RUN;
}

// ---- the section on the command

static void report_limit(const char *path)
{
    struct preload_limit limit;
    char program[PATH_MAX];
    bool limited = preload_limit_find(path, &limit, program, sizeof program);
    page_row(PAGE_FACT, "file", "%s", path);
    if (strcmp(program, path) != 0)
        page_row(PAGE_FACT, "a script for", "%s", program);
    if (limited) {
        page_row(PAGE_PROBLEM, "preloading", "cannot work: the program %s", limit.what);
        page_explain("%s", limit.meaning);
        page_remedy("%s", limit.remedy);
    } else if (limit.kind == PRELOAD_NO_PROGRAM) {
        page_row(PAGE_NOTE, "preloading", "is no ELF file: the shell would run it");
    } else {
        page_row(PAGE_OK, "preloading", "works: a dynamic program of this machine");
    }
}

// The libraries of another machine lie elsewhere.
static bool is_of_this_machine(const char *path)
{
    struct preload_limit limit;
    char program[PATH_MAX];
    return !preload_limit_find(path, &limit, program, sizeof program) ||
           (limit.kind != PRELOAD_OTHER_MACHINE && limit.kind != PRELOAD_MUSL);
}

static void report_missing(const struct image *image)
{
    char *rest = NULL;
    if (!*image->missing)
        return;
    page_row(PAGE_PROBLEM, "libraries", "not found:");
    for (char *line = strtok_r(image->missing, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        page_explain("%s", line);
    page_remedy("install them, or set LD_LIBRARY_PATH to their folder");
}

static void report_end(const struct watch *watch)
{
    if (watch->status == -1)
        page_row(PAGE_NOTE, "ended", "with an unknown status: somebody else has waited for it");
    else if (WIFSIGNALED(watch->status))
        page_row(PAGE_FACT, "ended", "by signal %d (%s)", WTERMSIG(watch->status),
                 strsignal(WTERMSIG(watch->status)));
    else
        page_row(PAGE_FACT, "ended", "with exit status %d", WEXITSTATUS(watch->status));
    if (watch->traced)
        return;
    page_row(PAGE_NOTE, "watched", "by looking at /proc: ptrace is not permitted here");
    page_explain("processes that lived some milliseconds only, and what was loaded just before the "
                 "end, may be missing");
}

// ---- processes

static bool is_seen(const struct snapshots *seen, const char *program)
{
    for (size_t i = 0; i < seen->count; i++)
        if (file_is_same(seen->items[i].program, program))
            return true;
    return false;
}

static void report_others(const char *names, unsigned processes)
{
    if (processes == 0)
        return;
    page_head("Others");
    page_row(PAGE_FACT, "nothing for us", "%u process%s:%s", processes, processes == 1 ? "" : "es",
             names);
}

static void add_name(char *names, size_t size, const char *program)
{
    const char *slash = strrchr(program, '/');
    char word[64];
    size_t used = strlen(names);
    snprintf(word, sizeof word, " %s", slash ? slash + 1 : program);
    if (!strstr(names, word))
        snprintf(names + used, size - used, "%s", word);
}

// The number of processes that have something for us.
static size_t report_seen(const struct snapshots *seen, const struct image_view *view)
{
    char names[256] = "";
    unsigned others = 0;
    size_t matter = 0;
    for (size_t i = 0; i < seen->count; i++) {
        struct image image;
        image_of_snapshot(&image, &seen->items[i], "");
        if (image_matters(&image)) {
            image_report(&image, view);
            matter++;
        } else {
            add_name(names, sizeof names, seen->items[i].program);
            others += seen->items[i].processes;
        }
        image_free(&image);
    }
    report_others(names, others);
    return matter;
}

static void report_processes(const struct image *image, const struct snapshots *seen)
{
    const struct image_view view = {.machine = this_machine_root()};
    size_t matter = report_seen(seen, &view);
    if (!is_seen(seen, image->program) && image_matters(image)) {
        image_report(image, &view);
        matter++;
    }
    if (matter > 0)
        return;
    page_head("Calls");
    page_row(PAGE_NOTE, "none", "no BLAS and no OpenMP was seen");
    page_explain("the library has nothing to do in this program");
}

static int report(const char *path, const struct image *image, const struct watch *watch,
                  const struct snapshots *seen)
{
    if (watch)
        printf("\n-- teamtrim doctor --\n\n");
    machine_part_report(this_machine_root());
    policy_check_report(image->environment);
    page_head("Command");
    report_limit(path);
    if (is_of_this_machine(path))
        report_missing(image);
    if (watch)
        report_end(watch);
    report_processes(image, seen);
    return page_end() > 0 ? CLI_FINDING : CLI_DONE;
}

static int examine(const char *path, char **command, bool run,
                   const struct environment *environment)
{
    char program[PATH_MAX];
    struct image image;
    struct watch watch;
    struct snapshots seen = {0};
    snprintf(program, sizeof program, "%s", path);
    program_follow_scripts(program);
    image_of_program(&image, program, environment);
    if (run)
        watch_run(command, &watch, &seen);
    int status = run && watch.error ? complain_of_command(command[0], watch.error)
                                    : report(path, &image, run ? &watch : NULL, &seen);
    snapshots_free(&seen);
    image_free(&image);
    return status;
}

int doctor_examine_command(char **command, bool run)
{
    struct environment environment;
    char path[PATH_MAX];
    if (!program_find(command[0], path))
        return complain_of_command(command[0], errno);
    environment_of_self(&environment);
    int status = examine(path, command, run, &environment);
    environment_free(&environment);
    return status;
}
