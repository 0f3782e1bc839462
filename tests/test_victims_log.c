// SPDX-License-Identifier: MIT
// What a user sees: the log in its formats and places, policies good and bad, and TEAMTRIM_DISABLE.
// The program's own output never changes.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(victims_log, .timeout = 120);

static char *folder;

static void make_folder(void)
{
    folder = process_make_folder();
}

static void remove_folder(void)
{
    char pattern[512];
    glob_t files;

    snprintf(pattern, sizeof pattern, "%s/*", folder);
    if (glob(pattern, 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++)
            unlink(files.gl_pathv[i]);
        globfree(&files);
    }
    rmdir(folder);
    free(folder);
}

static void expect_output_unchanged(const char *const *command, const struct process_setup *setup)
{
    struct process_result plain = victim_run(false, command, NULL);
    struct process_result preloaded = victim_run_with(true, command, setup);

    cr_assert_eq(preloaded.status, 0, "ends with %d: %s", preloaded.status, preloaded.error);
    cr_assert_str_eq(plain.output, preloaded.output);
    process_free(&plain);
    process_free(&preloaded);
}

static const char *path_variable(const char *name, const char *file)
{
    static char variables[4][512];
    static int next;
    char *variable = variables[next++ % 4];

    snprintf(variable, sizeof variables[0], "%s=%s/%s", name, folder, file);
    return variable;
}

static char *load_in_folder(const char *pattern)
{
    char path[512];
    char *text = NULL;
    glob_t files;

    snprintf(path, sizeof path, "%s/%s", folder, pattern);
    if (glob(path, 0, NULL, &files) == 0) {
        text = process_load_file(files.gl_pathv[0]);
        globfree(&files);
    }
    return text;
}

// The number of lines; fails at the first that does not match.
static int count_matching_lines(char *text, const char *expression)
{
    regex_t compiled;
    char *rest;
    int lines = 0;

    cr_assert_eq(regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB), 0);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        cr_assert_eq(regexec(&compiled, line, 0, NULL, 0), 0, "not a log line: %s", line);
        lines++;
    }
    regfree(&compiled);
    return lines;
}

Test(victims_log, nothing_is_said_unless_asked)
{
    victim_compare_providers(LIST("linked", "random"), LIST("TEAMTRIM_DISABLE=1"));
    victim_compare(LIST("linked"), LIST("TEAMTRIM_LOG=off"));
    victim_compare(LIST("linked"), LIST("TEAMTRIM_LOG="));
}

Test(victims_log, disable_forwards_every_call)
{
    struct process_result run =
        victim_run(true, LIST("linked"), LIST("TEAMTRIM_DISABLE=1", "TEAMTRIM_LOG=calls"));

    cr_assert_not(victim_has_line(run.error, "->", "kernel"), "%s", run.error);
    process_free(&run);
}

Test(victims_log, policy_off_forwards_every_call)
{
    victim_compare_providers(LIST("linked", "random"), LIST("TEAMTRIM_BLAS_ENABLE=off"));
    victim_compare_providers(LIST("linked", "random"), LIST("TEAMTRIM_BLAS_KERNEL=off"));
}

Test(victims_log, fortran_off_forwards_fortran_names)
{
    struct process_result run = victim_run(true, LIST("small_stack"), // ddot_ and cblas_dasum
                                           LIST("TEAMTRIM_BLAS_FORTRAN=off", "TEAMTRIM_LOG=calls"));

    cr_assert_not(victim_has_line(run.error, "ddot", "-> kernel"), "%s", run.error);
    cr_assert(victim_has_line(run.error, "dasum", "-> kernel"), "%s", run.error);
    process_free(&run);
}

static void write_policy(const char *text)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/policy.ini", folder);
    file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

Test(victims_log, bad_policy_is_reported_once_and_ignored, .init = make_folder,
     .fini = remove_folder)
{
    const char *command[] = {"first_calls", "1", "8", "2", NULL};
    const char *environment[] = {path_variable("TEAMTRIM_POLICY", "policy.ini"), NULL};
    struct process_result run;
    const char *report;

    write_policy("[blas]\nbytes-per-thraed = 1K\n");
    expect_output_unchanged(command, &(struct process_setup){.environment = environment});
    run = victim_run(true, command, environment);
    report = strstr(run.error, "policy.ini:2");
    cr_assert_not_null(report, "no report: %s", run.error);
    cr_assert_null(strstr(report + 1, "policy.ini:2"), "reported twice: %s", run.error);
    cr_assert_not_null(strstr(run.error, "bytes-per-thread"), "no suggestion: %s", run.error);
    process_free(&run);
}

Test(victims_log, missing_policy_is_reported, .init = make_folder, .fini = remove_folder)
{
    const char *environment[] = {path_variable("TEAMTRIM_POLICY", "missing.ini"), NULL};
    struct process_result run = victim_run(true, LIST("linked"), environment);

    cr_assert_eq(run.status, 0);
    cr_assert_not_null(strstr(run.error, "missing.ini"), "said: %s", run.error);
    process_free(&run);
}

Test(victims_log, policy_of_one_routine, .init = make_folder, .fini = remove_folder)
{
    const char *environment[] = {path_variable("TEAMTRIM_POLICY", "policy.ini"),
                                 "TEAMTRIM_LOG=calls", NULL};
    struct process_result run;

    write_policy("[blas ddot]\nenable = off\n");
    run = victim_run(true, LIST("linked"), environment);
    cr_assert(victim_has_line(run.error, "blas daxpy", "-> kernel"), "%s", run.error);
    cr_assert_not(victim_has_line(run.error, "blas ddot", "-> kernel"), "%s", run.error);
    process_free(&run);
}

Test(victims_log, file_named_after_the_process, .init = make_folder, .fini = remove_folder)
{
    const char *environment[] = {path_variable("TEAMTRIM_LOG_FILE", "log.%p"), "TEAMTRIM_LOG=calls",
                                 NULL};
    char *log, *digits;

    expect_output_unchanged(LIST("linked"), &(struct process_setup){.environment = environment});
    log = load_in_folder("log.[0-9]*");
    cr_assert_not_null(log, "no file log.PID");
    digits = strstr(log, "teamtrim[");
    cr_assert_not_null(digits, "%s", log);
    cr_assert_gt(count_matching_lines(log, "^teamtrim\\[[0-9]+\\]: .+"), 4);
    free(log);
}

Test(victims_log, closed_stderr)
{
    const char *environment[] = {"TEAMTRIM_LOG=calls", NULL};

    expect_output_unchanged(LIST("linked"),
                            &(struct process_setup){.environment = environment, .error_path = ""});
}

Test(victims_log, full_device)
{
    expect_output_unchanged(LIST("linked"),
                            &(struct process_setup){.environment = LIST("TEAMTRIM_LOG=calls"),
                                                    .error_path = "/dev/full"});
    expect_output_unchanged(
        LIST("linked"),
        &(struct process_setup){.environment =
                                    LIST("TEAMTRIM_LOG=calls", "TEAMTRIM_LOG_FILE=/dev/full")});
}

Test(victims_log, file_that_cannot_be_opened)
{
    expect_output_unchanged(
        LIST("linked"),
        &(struct process_setup){
            .environment = LIST("TEAMTRIM_LOG=calls", "TEAMTRIM_LOG_FILE=/nonexistent/log")});
}

static void expect_own_file(const char *error_path, const char *log_variable)
{
    char path[512];
    const char *command[] = {"close_fds", path, NULL};
    struct process_setup setup = {.environment = LIST("TEAMTRIM_LOG=calls", log_variable),
                                  .error_path = error_path};
    struct process_result run;
    char *written;

    snprintf(path, sizeof path, "%s/data", folder);
    run = victim_run_with(true, command, &setup);
    written = process_load_file(path);
    cr_assert_eq(run.status, 0);
    cr_assert_str_eq(written, run.output, "a log line is in the program's own file");
    free(written);
    process_free(&run);
}

Test(victims_log, log_after_the_program_closed_its_descriptors, .init = make_folder,
     .fini = remove_folder)
{
    expect_own_file(NULL, path_variable("TEAMTRIM_LOG_FILE", "log"));
}

Test(victims_log, stderr_closed_and_its_number_reused, .init = make_folder, .fini = remove_folder)
{
    expect_own_file("", NULL);
}

Test(victims_log, lines_of_many_threads_are_whole, .init = make_folder, .fini = remove_folder)
{
    const char *environment[] = {path_variable("TEAMTRIM_LOG_FILE", "log"), "TEAMTRIM_LOG=calls",
                                 NULL};
    char *log;

    expect_output_unchanged(LIST("first_calls", "2", "16", "50"),
                            &(struct process_setup){.environment = environment});
    log = load_in_folder("log");
    cr_assert_not_null(log);
    cr_assert_geq(
        count_matching_lines(log, "^teamtrim\\[[0-9]+\\]: ([a-z]+ [a-z]+ n=.* -> .+|.+)$"),
        2 * 16 * 50 * 4);
    free(log);
}

static const char json_check[] =
    "import json, sys\n"
    "lines = [json.loads(line) for line in open(sys.argv[1])]\n"
    "calls = [line for line in lines if line.get('n') in (40, '40')]\n"
    "assert len(calls) >= 2 * 8 * 10 * 4, (len(lines), len(calls), lines[:3])\n"
    "assert all(isinstance(line, dict) for line in lines)\n";

Test(victims_log, json_lines_parse, .init = make_folder, .fini = remove_folder)
{
    const char *environment[] = {path_variable("TEAMTRIM_LOG_FILE", "log"), "TEAMTRIM_LOG=calls",
                                 "TEAMTRIM_LOG_FORMAT=json", NULL};
    struct process_result python;
    char path[512];

    expect_output_unchanged(LIST("first_calls", "2", "8", "10"),
                            &(struct process_setup){.environment = environment});
    snprintf(path, sizeof path, "%s/log", folder);
    process_run(LIST("/usr/bin/python3", "-c", json_check, path), &(struct process_setup){0},
                &python);
    cr_assert_eq(python.status, 0, "%s", python.error);
    process_free(&python);
}

static const char json_sums[] =
    "import json, sys\n"
    "lines = [json.loads(line) for line in open(sys.argv[1])]\n"
    "sums = [line for line in lines if line.get('kind') == 'summary']\n"
    "for s in sums:\n"
    "    assert s['kernel_ns'] // 1000 == s['kernel_us'], s\n"
    "    assert s['forwarded_ns'] // 1000 == s['forwarded_us'], s\n"
    "    assert s['bytes'] >= s['kernel_bytes'] and s['calls'] == s['kernel'] + s['forwarded'], s\n"
    "    assert s['bytes'] == s['kernel_bytes'] or s['forwarded'], s\n"
    "    assert s.get('large', 0) + s.get('strided', 0) <= s['forwarded'], s\n"
    "providers = [line for line in lines if line.get('kind') == 'provider_summary']\n"
    "assert sums and providers and all(p['path'][0] == '/' for p in providers), lines[-9:]\n"
    "assert sum(s['kernel'] for s in sums) == sum(p['kernel'] for p in providers), lines[-9:]\n";

Test(victims_log, json_summary_adds_up, .init = make_folder, .fini = remove_folder)
{
    const char *environment[] = {path_variable("TEAMTRIM_LOG_FILE", "log"), "TEAMTRIM_LOG=summary",
                                 "TEAMTRIM_LOG_FORMAT=json", NULL};
    struct process_result python;
    char path[512];

    expect_output_unchanged(LIST("linked"), &(struct process_setup){.environment = environment});
    snprintf(path, sizeof path, "%s/log", folder);
    process_run(LIST("/usr/bin/python3", "-c", json_sums, path), &(struct process_setup){0},
                &python);
    cr_assert_eq(python.status, 0, "%s", python.error);
    process_free(&python);
}

Test(victims_log, decisions_are_logged_once)
{
    struct process_result run = victim_run(true, LIST("local", victim_path("libcaller.so")),
                                           LIST("TEAMTRIM_LOG=decisions"));
    const char *first = strstr(run.error, "blas dasum n=64");

    cr_assert_not_null(first, "%s", run.error);
    cr_assert_null(strstr(first + 1, "blas dasum n=64"), "said twice:\n%s", run.error);
    process_free(&run);
}

// While one thread makes the first call, the others may be forwarded, but not for a reason untrue.
Test(victims_log, reasons_are_true_during_first_calls)
{
    struct process_result run =
        victim_run(true, LIST("first_calls", "20", "16", "1"), LIST("TEAMTRIM_LOG=calls"));

    cr_assert_not(victim_has_line(run.error, "->", "TEAMTRIM_DISABLE"), "it is not set");
    cr_assert_not(victim_has_line(run.error, "->", "unknown provider"), "it is known");
    process_free(&run);
}

Test(victims_log, summary_counts_calls)
{
    struct process_result run = victim_run(true, LIST("linked"), LIST("TEAMTRIM_LOG=summary"));

    cr_assert(victim_has_line(run.error, "ddot", ""), "%s", run.error);
    cr_assert(victim_has_line(run.error, "daxpy", ""), "%s", run.error);
    process_free(&run);
}
