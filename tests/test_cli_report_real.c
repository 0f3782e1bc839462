// SPDX-License-Identifier: MIT
// `teamtrim report` on what the library logs of real programs.
#include "tests/report_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(cli_report_real, .init = report_make_folder, .fini = report_remove_folder,
          .timeout = 120);

static const char *log_variable(const char *name)
{
    char *variable;
    cr_assert(asprintf(&variable, "TEAMTRIM_LOG_FILE=%s", report_path(name)) > 0);
    return variable;
}

static void run(const char *const *command, const char *log, const char *level, const char *more)
{
    struct process_result result = victim_run(
        true, command,
        LIST(log_variable(log), level, "TEAMTRIM_LOG_FORMAT=json", more ? more : "LANG=C"));
    cr_assert_eq(result.status, 0, "%s%s", result.output, result.error);
    process_free(&result);
}

static struct process_result report(const char *const *logs)
{
    struct process_result result = report_run(logs);
    cr_assert_eq(result.status, 0, "%s", result.error);
    cr_expect_str_eq(result.error, "");
    return result;
}

// So many calls, all by the kernel.
static void expect_ddot(const struct process_result *r, int calls)
{
    const char *row = strstr(r->output, "\n  ddot ");
    int told = 0, kernel = 0;
    cr_assert_not_null(row, "%s", r->output);
    cr_assert_eq(sscanf(row, " ddot %d %d", &told, &kernel), 2, "%s", row);
    cr_expect_eq(told, calls, "%s", row);
    cr_expect_eq(kernel, calls, "%s", row);
}

// plain: 5 calls with the team; asked: 7 with one thread; loop: 6 dynamic loops of 3000.
Test(cli_report_real, regions_and_loops)
{
    run(LIST("gomp_sites", "asked:7", "plain:5", "loop:6"), "log.json", "TEAMTRIM_LOG=summary",
        "TEAMTRIM_REGION_LEARN=off");
    struct process_result r = report(LIST(report_path("log.json")));
    report_expect_line(&r, "Processes 1: gomp_sites");
    report_expect_line(&r, "Regions 18 calls, of which 0 folded on one thread, and 7 plain calls");
    cr_expect_not_null(strstr(r.output, "(loop._omp_fn.0)"), "%s", r.output);
    cr_expect_not_null(strstr(r.output, "Fork and join "), "%s", r.output);
    cr_expect_null(strstr(r.output, "more calls"), "all of so few calls are timed: %s", r.output);
    cr_expect_null(strstr(r.output, "Not in these figures"), "%s", r.output);
    process_free(&r);
}

// Forwarded regions are not measured, and the bound says so.
Test(cli_report_real, forwarded_regions_are_unmeasured)
{
    run(LIST("gomp_sites", "plain:5"), "log.json", "TEAMTRIM_LOG=summary",
        "TEAMTRIM_REGION_MODE=off");
    struct process_result r = report(LIST(report_path("log.json")));
    cr_expect_not_null(strstr(r.output, "could still win; 5 more"), "%s", r.output);
    process_free(&r);
}

Test(cli_report_real, level_1)
{
    run(LIST("linked"), "log.json", "TEAMTRIM_LOG=decisions", NULL);
    struct process_result r = report(LIST(report_path("log.json")));
    cr_expect_not_null(strstr(r.output, "Level-1 BLAS by routine"), "%s", r.output);
    cr_expect_not_null(strstr(r.output, "  ddot "), "%s", r.output);
    cr_expect_not_null(strstr(r.output, "Level-1 BLAS by library"), "%s", r.output);
    cr_expect_not_null(strstr(r.output, "libblas.so.3"), "%s", r.output);
    process_free(&r);
}

Test(cli_report_real, two_ranks_by_environment)
{
    const char *const command[] = {"gomp_sites", "plain:5", NULL};
    run(command, "log.%r.json", "TEAMTRIM_LOG=summary", "OMPI_COMM_WORLD_RANK=0");
    run(command, "log.%r.json", "TEAMTRIM_LOG=summary", "OMPI_COMM_WORLD_RANK=1");
    struct process_result r = report(LIST(report_path("log.0.json"), report_path("log.1.json")));
    cr_expect_not_null(strstr(r.output, "MPI ranks       2 on 1 host"), "%s", r.output);
    cr_expect_not_null(strstr(r.output, "Regions         10 calls, of which "), "%s", r.output);
    report_expect_line(&r, "figure sum least median most by");
    process_free(&r);
}

static const char forks[] = "import os, numpy\n"
                            "x = numpy.ones(100)\n"
                            "x.dot(x)\n"
                            "child = os.fork()\n"
                            "for i in range(3 if child else 5): x.dot(x)\n"
                            "if child: os.waitpid(child, 0)\n";

// What the child did is told by the child, and what was before the fork by its parent alone.
Test(cli_report_real, forked_child_is_a_process)
{
    victim_require_python("numpy");
    run(LIST("/usr/bin/python3", "-c", forks), "log.json", "TEAMTRIM_LOG=summary", NULL);
    struct process_result r = report(LIST(report_path("log.json")));
    report_expect_line(&r, "Processes 2: python3 (2)");
    expect_ddot(&r, 9);
    process_free(&r);
}

static const char killed[] = "import os, numpy\n"
                             "x = numpy.ones(100)\n"
                             "for i in range(6): x.dot(x)\n"
                             "os.kill(os.getpid(), 9)\n";

Test(cli_report_real, killed_process_has_its_calls)
{
    victim_require_python("numpy");
    struct process_result run_result = victim_run(
        true, LIST("/usr/bin/python3", "-c", killed),
        LIST(log_variable("log.json"), "TEAMTRIM_LOG=calls", "TEAMTRIM_LOG_FORMAT=json"));
    cr_assert_eq(run_result.status, 128 + 9);
    process_free(&run_result);
    struct process_result r = report(LIST(report_path("log.json")));
    expect_ddot(&r, 6);
    cr_expect_not_null(strstr(r.output, "has no summary (killed"), "%s", r.output);
    process_free(&r);
}
