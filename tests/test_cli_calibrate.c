// SPDX-License-Identifier: MIT
// `teamtrim calibrate` as a user meets it. How quiet the machine is that runs this is not known: a
// calibration may be refused for noise, and then nothing may have been written.
#include <criterion/criterion.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/command.h"
#include "tests/process.h"

enum { MOST_ARGUMENTS = 15, PATIENCE_S = 25 };

TestSuite(cli_calibrate, .init = command_make_folder, .fini = command_remove_folder,
          .timeout = 120);

static struct process_result run_with(const char *const *environment, const char *const *command)
{
    struct process_result result;
    process_run(command,
                &(struct process_setup){.environment = environment, .timeout_s = PATIENCE_S},
                &result);
    cr_assert_not(result.timed_out);
    return result;
}

#define RUN(...) \
    run_with(NULL, (const char *const[]){command_built("teamtrim"), "calibrate", __VA_ARGS__, NULL})

static void expect_words(struct process_result result, int status, const char *output,
                         const char *error)
{
    cr_assert_eq(result.status, status, "status %d: %s%s", result.status, result.output,
                 result.error);
    cr_assert_not_null(strstr(result.output, output), "output: %s", result.output);
    cr_assert_not_null(strstr(result.error, error), "error: %s", result.error);
    process_free(&result);
}

static void save(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
}

static void expect_file(const char *path, const char *text)
{
    char *found = process_load_file(path);
    cr_assert_not_null(found, "%s", path);
    cr_assert_str_eq(found, text);
    free(found);
}

static void expect_check_accepts(const char *path)
{
    expect_words(
        run_with(NULL, (const char *const[]){command_built("teamtrim"), "check", path, NULL}), 0,
        ": ok\n", "");
}

// False if the machine was too noisy, which must have been said.
static bool was_quiet(const struct process_result *result)
{
    if (result->status == 0)
        return true;
    cr_assert_eq(result->status, 1, "status %d: %s", result->status, result->error);
    cr_assert_not_null(strstr(result->error, "teamtrim: too noisy to tell: "), "%s", result->error);
    cr_assert_not_null(strstr(result->error, "limit: "), "%s", result->error);
    cr_assert_not_null(strstr(result->error, "Nothing was written."), "%s", result->error);
    return false;
}

// ---- before it measures

Test(cli_calibrate, help_has_examples)
{
    expect_words(RUN("--help"), 0, "teamtrim calibrate -o try.ini --plot try.svg", "");
    expect_words(RUN("--version"), 0, "teamtrim ", "");
}

Test(cli_calibrate, wrong_use_is_2)
{
    expect_words(RUN("policy.ini"), 2, "", "'policy.ini' is one argument too many; name a file");
    expect_words(RUN("--quik"), 2, "", "--quik");
    expect_words(RUN("-o"), 2, "", "requires an argument");
}

Test(cli_calibrate, a_policy_made_by_hand_is_left_alone)
{
    static const char text[] = "[blas]\nbytes-per-thread = 1M\n";
    save(command_path("own.ini"), text);
    expect_words(RUN("-o", command_path("own.ini")), 2, "",
                 "was not made by 'teamtrim calibrate', and is left alone; name another file");
    expect_file(command_path("own.ini"), text);
}

Test(cli_calibrate, a_place_that_cannot_be_written_is_told_at_once)
{
    save(command_path("file"), "");
    expect_words(RUN("-o", command_path("file/policy.ini")), 2, "",
                 "cannot be written: Not a directory");
    expect_words(RUN("-o", "-", "--plot", command_path("file/plot.svg")), 2, "",
                 "cannot be written: Not a directory");
}

Test(cli_calibrate, without_a_home_a_file_must_be_named)
{
    const char *const environment[] = {"HOME", "XDG_CONFIG_HOME", NULL};
    const char *const command[] = {command_built("teamtrim"), "calibrate", NULL};
    expect_words(run_with(environment, command), 2, "", "name a file with -o");
}

// ---- measuring

Test(cli_calibrate, writes_the_policy_of_the_machine_where_the_library_looks)
{
    char variable[PATH_MAX + 32];
    snprintf(variable, sizeof variable, "XDG_CONFIG_HOME=%s", command_path("config"));
    const char *const environment[] = {variable, NULL};
    const char *const command[] = {command_built("teamtrim"), "calibrate", "--quick", NULL};
    const char *path = command_path("config/teamtrim/policy.ini");
    struct process_result result = run_with(environment, command);
    if (was_quiet(&result)) {
        expect_check_accepts(path);
        cr_assert_not_null(strstr(result.output, path), "%s", result.output);
        cr_assert_not_null(strstr(result.output, "To undo: rm "), "%s", result.output);
        cr_assert_str_empty(result.error); // no bar where there is no terminal
    } else {
        cr_assert_neq(access(command_path("config"), F_OK), 0);
    }
    process_free(&result);
}

Test(cli_calibrate, one_cpu_has_no_team_and_gets_a_policy_all_the_same)
{
    const char *const command[] = {"taskset",   "-c",      "0",  command_built("teamtrim"),
                                   "calibrate", "--quick", "-o", command_path("one.ini"),
                                   NULL};
    struct process_result result = run_with(NULL, command);
    if (was_quiet(&result)) {
        expect_check_accepts(command_path("one.ini"));
        char *text = process_load_file(command_path("one.ini"));
        cr_assert_not_null(strstr(text, "; bytes-per-thread = 384K"), "%s", text);
        cr_assert_not_null(strstr(text, "one CPU: there is no team"), "%s", text);
        free(text);
    } else {
        cr_assert_neq(access(command_path("one.ini"), F_OK), 0);
    }
    process_free(&result);
}

Test(cli_calibrate, stdout_is_the_policy_and_nothing_else)
{
    const char *const command[] = {
        "taskset", "-c", "0", command_built("teamtrim"), "calibrate", "--quick", "-o", "-", NULL};
    struct process_result result = run_with(NULL, command);
    if (was_quiet(&result)) {
        save(command_path("out.ini"), result.output);
        expect_check_accepts(command_path("out.ini"));
    } else {
        cr_assert_str_empty(result.output);
    }
    process_free(&result);
}

// ---- without a verdict on noise, which these must not depend on

static void expect_picture(const char *path)
{
    static const char script[] = "import sys, xml.dom.minidom as m\n"
                                 "d = m.parse(sys.argv[1])\n"
                                 "assert d.documentElement.tagName == 'svg'\n";
    expect_words(
        run_with(NULL, (const char *const[]){"/usr/bin/python3", "-c", script, path, NULL}), 0, "",
        "");
}

static void expect_words_in(const char *text, const char *const *words)
{
    for (; *words; words++)
        cr_assert_not_null(strstr(text, *words), "'%s' is not in:\n%s", *words, text);
}

Test(cli_calibrate, what_is_measured_becomes_a_policy_and_a_picture)
{
    const char *path = command_path("new.ini"), *plot = command_path("new.svg");
    struct process_result result = RUN("--any-noise", "--quick", "-o", path, "--plot", plot);
    cr_assert_eq(result.status, 0, "status %d: %s%s", result.status, result.output, result.error);
    cr_assert_not_null(strstr(result.output, "Written: "), "%s", result.output);
    expect_check_accepts(path);
    char *text = process_load_file(path);
    expect_words_in(text, (const char *const[]){"; Made by: teamtrim calibrate --quick --any-noise",
                                                "\n; machine: ", "\n[blas]\n", "\n[loop]\n", NULL});
    if (strstr(text, "; Crossovers: ")) // one CPU has none, and a library may be too slow in time
        expect_picture(plot);
    else
        cr_assert_not_null(strstr(result.error, "No plot: no crossover"), "%s", result.error);
    free(text);
    process_free(&result);
}

Test(cli_calibrate, the_policy_before_is_kept)
{
    const char *path = command_path("kept.ini");
    static const char old[] = "; machine: some other, 3 CPUs\n[blas]\nbytes-per-thread = 1M\n";
    save(path, old);
    const char *const command[] = {"taskset",   "-c",          "0",       command_built("teamtrim"),
                                   "calibrate", "--any-noise", "--quick", "-o",
                                   path,        NULL};
    expect_words(run_with(NULL, command), 0, "To undo: mv ", "");
    expect_check_accepts(path);
    expect_file(command_path("kept.ini~"), old);
}

// ---- noise

enum { BUSY_PER_CPU = 6, MOST_BUSY = 6 * 64 };

static void keep_busy(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    sched_setaffinity(0, sizeof set, &set);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (volatile int i = 0;; i++)
        ;
}

static int start_busy(pid_t pids[MOST_BUSY])
{
    cpu_set_t allowed;
    int count = 0;
    cr_assert_eq(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        for (int i = 0; CPU_ISSET(cpu, &allowed) && i < BUSY_PER_CPU && count < MOST_BUSY; i++) {
            pids[count] = fork();
            if (pids[count] == 0)
                keep_busy(cpu);
            count += pids[count] > 0;
        }
    return count;
}

static void stop_busy(const pid_t *pids, int count)
{
    for (int i = 0; i < count; i++) {
        kill(pids[i], SIGKILL);
        waitpid(pids[i], NULL, 0);
    }
}

Test(cli_calibrate, a_busy_machine_gets_no_policy_and_keeps_the_one_it_has)
{
    static const char text[] = "; machine: some other, 3 CPUs\n[blas]\nbytes-per-thread = 1M\n";
    pid_t busy[MOST_BUSY];
    save(command_path("busy.ini"), text);
    int count = start_busy(busy);
    struct process_result result = RUN("--quick", "-o", command_path("busy.ini"));
    stop_busy(busy, count);
    expect_words(result, 1, "", "too noisy to tell: others had the CPUs for");
    expect_file(command_path("busy.ini"), text);
    cr_assert_neq(access(command_path("busy.ini~"), F_OK), 0);
}
