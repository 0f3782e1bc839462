// SPDX-License-Identifier: MIT
// `teamtrim bench-fork` and the measurements that it shares with calibrate, as commands. Nothing
// here depends on how fast anything is.
#include "tests/machine_tree.h"
#include "tests/process.h"
#include "tests/provider.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 15, TIMEOUT_S = 120 };

static const char *command_path(void)
{
    static char path[PATH_MAX];
    const char *build = getenv("TEAMTRIM_BUILD");
    char joined[PATH_MAX];
    snprintf(joined, sizeof joined, "%s/teamtrim", build ? build : "build");
    cr_assert_not_null(realpath(joined, path), "%s", joined);
    return path;
}

static struct process_result run_with(const char *variable, const char *const *arguments)
{
    const char *argv[MOST_ARGUMENTS + 1] = {command_path()};
    struct process_result result;
    for (size_t i = 0; arguments[i]; i++)
        argv[i + 1] = arguments[i];
    process_run(argv,
                &(struct process_setup){.environment = (const char *const[]){variable, NULL},
                                        .timeout_s = TIMEOUT_S},
                &result);
    cr_assert_not(result.timed_out);
    return result;
}

#define RUN_WITH(variable, ...) run_with(variable, (const char *const[]){__VA_ARGS__, NULL})
#define RUN(...) RUN_WITH("TERM=dumb", __VA_ARGS__)
#define BENCH(...) RUN("bench-fork", "--seconds", "0.05", __VA_ARGS__)

static void expect_words(struct process_result result, int status, const char *output,
                         const char *error)
{
    cr_expect_eq(result.status, status, "status %d: %s%s", result.status, result.output,
                 result.error);
    cr_expect_not_null(strstr(result.output, output), "output: %s", result.output);
    cr_expect_not_null(strstr(result.error, error), "error: %s", result.error);
    process_free(&result);
}

// Gives the lines of JSON in `rows`, a list of objects, to a program, which prints what is wrong.
static void judge_json(const char *json, const char *program)
{
    char path[PROCESS_PATH], script[4096];
    struct process_result result;
    cr_assert(process_save_file(json, strlen(json), path));
    snprintf(script, sizeof script,
             "import json, sys\n"
             "rows = [json.loads(line) for line in open(sys.argv[1])]\n%s",
             program);
    process_run((const char *const[]){"/usr/bin/python3", "-c", script, path, NULL},
                &(struct process_setup){.timeout_s = 60}, &result);
    unlink(path);
    cr_expect_eq(result.status, 0, "%s", result.error);
    cr_expect_str_eq(result.output, "", "%s%s", result.output, json);
    process_free(&result);
}

static struct process_result bench_json(const char *variable, const char *threads,
                                        const char *runtime)
{
    struct process_result result =
        RUN_WITH(variable, "bench-fork", "--seconds=0.05", "--json=-", "--threads", threads,
                 runtime ? "--runtime" : "--threads", runtime ? runtime : threads);
    cr_assert_eq(result.status, 0, "%s%s", result.output, result.error);
    cr_expect_str_eq(result.error, "");
    return result;
}

Test(cli_measure, bench_fork_help_teaches)
{
    expect_words(RUN("bench-fork", "--help"), 0, "usage: teamtrim bench-fork", "");
    expect_words(RUN("bench-fork", "--help"), 0, "examples:", "");
    expect_words(RUN("bench-fork", "--help"), 0, "--cpus 2", "");
    expect_words(RUN("bench-fork", "--version"), 0, "teamtrim ", "");
    expect_words(RUN("--help"), 0, "bench-fork", "");
}

Test(cli_measure, bench_fork_table)
{
    static const char *const words[] = {
        "machine ", "kernel ",    "load ",   "runtimes ", "lower",  "median",        "upper",
        "begun",    "pays above", "libgomp", "spinning",  "parked", "ns of an empty"};
    struct process_result result = BENCH("--threads", "1,2");
    cr_expect_eq(result.status, 0, "%s%s", result.output, result.error);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_expect_not_null(strstr(result.output, words[i]), "%s: %s", words[i], result.output);
    cr_expect_null(strchr(result.output, '\033'));
    cr_expect_str_eq(result.error, ""); // no progress bar where there is no terminal
    process_free(&result);
}

Test(cli_measure, bench_fork_json)
{
    struct process_result result = bench_json("TERM=dumb", "1,2,3", NULL);
    judge_json(result.output,
               "for r in rows:\n"
               "    if not (r['event'] == 'bench-fork' and 0 < r['lower_ns'] <= r['median_ns'] <= "
               "r['upper_ns']\n"
               "            and r['begun_ns'] >= 0 and r['samples'] >= 8 and r['cpus'] >= 1\n"
               "            and r['seconds'] == 0.05 and r['cpu'] and r['kernel'] and r['file']\n"
               "            and r['version'] and r['crowded'] == (r['threads'] > min(r['cpus'],\n"
               "                r['quota'] or r['cpus']))):\n"
               "        print('bad:', r)\n");
    process_free(&result);
}

// Each of them with each team, spinning and parked; the test dependencies hold both kinds.
Test(cli_measure, bench_fork_measures_every_runtime)
{
    struct process_result result = bench_json("TERM=dumb", "1,2", NULL);
    judge_json(result.output,
               "names = {r['runtime'] for r in rows}\n"
               "want = {(n, t, w) for n in names for t, w in\n"
               "        [(1, '-'), (2, 'spinning'), (2, 'parked')]}\n"
               "got = [(r['runtime'], r['threads'], r['waiting']) for r in rows]\n"
               "if set(got) != want or len(got) != len(want): print(got)\n"
               "if not any(n.startswith('libgomp') for n in names): print('no libgomp')\n"
               "if not any(n.startswith('libomp') for n in names): print('no libomp')\n");
    process_free(&result);
}

// A thread limit of the user's must not leave teams of one, nor a policy of waiting change a row.
Test(cli_measure, bench_fork_is_not_steered_by_the_environment)
{
    struct process_result result = bench_json("OMP_THREAD_LIMIT=1", "3", NULL);
    judge_json(result.output, "if any(r['threads'] != 3 for r in rows): print('team')\n");
    process_free(&result);
}

Test(cli_measure, bench_fork_measures_libomp_under_libgomps_name)
{
    char *folder = process_make_folder(), link[PATH_MAX], file[PATH_MAX] = "";
    struct process_result result = bench_json("TERM=dumb", "1", "libomp");
    const char *found = strstr(result.output, "\"file\":\"");
    cr_assert_not_null(found);
    sscanf(found + 8, "%4095[^\"]", file);
    process_free(&result);
    snprintf(link, sizeof link, "%s/libgomp.so.1", folder);
    cr_assert_eq(symlink(file, link), 0);
    result = bench_json("TERM=dumb", "2", link);
    judge_json(result.output,
               "if [r['runtime'] for r in rows] != ['libgomp'] * 2: print('label')\n"
               "if not all('Clang' in r['version'] for r in rows): print('version')\n");
    process_free(&result);
    unlink(link);
    rmdir(folder);
    free(folder);
}

Test(cli_measure, bench_fork_takes_runtimes_by_part_of_their_names)
{
    struct process_result result = bench_json("TERM=dumb", "1", "LIBOMP");
    judge_json(result.output, "if not rows or any(not r['runtime'].startswith('libomp')\n"
                              "                   for r in rows): print('runtime')\n");
    process_free(&result);
}

Test(cli_measure, bench_fork_measures_a_runtime_once)
{
    struct process_result result = BENCH("--threads=1", "--json=-", "--runtime=libgomp",
                                         "--runtime=LibGomp", "--runtime=libgomp");
    cr_expect_eq(result.status, 0, "%s", result.error);
    judge_json(result.output, "if len(rows) != len({r['file'] for r in rows}): print(rows)\n");
    process_free(&result);
}

Test(cli_measure, bench_fork_writes_a_file_beside_the_table)
{
    char path[PROCESS_PATH];
    cr_assert(process_save_file("", 0, path));
    expect_words(BENCH("--threads=1", "--runtime=libgomp", "--json", path), 0, "median", "");
    char *json = process_load_file(path);
    unlink(path);
    cr_assert_not_null(json);
    judge_json(json, "if len(rows) != 1: print(rows)\n");
    free(json);
}

static void expect_wrong(struct process_result result, const char *error)
{
    cr_expect_str_eq(result.output, "");
    expect_words(result, 2, "", error);
}

Test(cli_measure, bench_fork_keeps_a_file_if_it_is_called_wrongly)
{
    char path[PROCESS_PATH];
    cr_assert(process_save_file("old", 3, path));
    expect_wrong(RUN("bench-fork", "--json", path, "--runtime", "wombat"), "is not installed");
    char *json = process_load_file(path);
    unlink(path);
    cr_assert_not_null(json);
    cr_expect_str_eq(json, "old");
    free(json);
}

Test(cli_measure, bench_fork_tells_of_a_full_disk)
{
    expect_words(BENCH("--threads=1", "--runtime=libgomp", "--json", "/dev/full"), 1, "",
                 "--json '/dev/full': cannot write: No space left");
}

Test(cli_measure, bench_fork_wrong_use_is_2)
{
    expect_wrong(RUN("bench-fork", "--threads", "two"), "--threads 'two'; expected numbers");
    expect_wrong(RUN("bench-fork", "--threads", "0"), "--threads '0'; expected numbers");
    expect_wrong(RUN("bench-fork", "--threads", ""), "--threads ''; expected numbers");
    expect_wrong(RUN("bench-fork", "--threads"), "requires an argument");
    expect_wrong(RUN("bench-fork", "--seconds", "0"), "--seconds '0'; expected a time from 0.05");
    expect_wrong(RUN("bench-fork", "--seconds", "nan"), "--seconds 'nan'; expected");
    expect_wrong(RUN("bench-fork", "--seconds", "1s"), "--seconds '1s'; expected");
    expect_wrong(RUN("bench-fork", "--runtime", "libgom"), "did you mean 'libgomp'?");
    expect_wrong(RUN("bench-fork", "--runtime", "wombat"), "'wombat' is not installed; expected");
    expect_wrong(RUN("bench-fork", "--runtime", "/nonexistent/libgomp.so.1"), "cannot read");
    expect_wrong(RUN("bench-fork", "--json", "/nonexistent/file"), "cannot write");
    expect_wrong(RUN("bench-fork", "--wombat"), "--wombat");
    expect_wrong(RUN("bench-fork", "8"), "'8' is not expected");
}

Test(cli_measure, bench_fork_finds_that_a_file_is_no_runtime)
{
    char path[PROCESS_PATH];
    cr_assert(process_save_file("no library\n", 11, path));
    expect_words(BENCH("--threads=2", "--runtime", path), 1, "not measured: ", "");
    struct process_result result = BENCH("--threads=2", "--json=-", "--runtime", path);
    unlink(path);
    cr_expect_eq(result.status, 1);
    judge_json(result.output, "if [r['median_ns'] for r in rows] != [None] * 2: print('median')\n"
                              "if not all(r['error'] for r in rows): print('error')\n");
    process_free(&result);
}

// ---- other machines

static const char *make_machine(struct machine_tree *tree, const char *allowed)
{
    static char variable[PATH_MAX];
    machine_tree_make(tree);
    machine_tree_allow(tree, allowed);
    snprintf(variable, sizeof variable, "TEAMTRIM_ROOT=%s", tree->root);
    return variable;
}

Test(cli_measure, bench_fork_marks_teams_beyond_the_quota)
{
    static const struct machine_tree_file files[] = {
        {"/proc/self/cgroup", "0::/\n"},
        {"/proc/self/mountinfo",
         "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"},
        {"/sys/fs/cgroup/cpu.max", "150000 100000\n"},
        {0}};
    struct machine_tree tree;
    const char *variable = make_machine(&tree, "0-4");
    machine_tree_fill(&tree, files);
    struct process_result result =
        RUN_WITH(variable, "bench-fork", "--seconds=0.05", "--runtime=libgomp");
    machine_tree_remove(&tree);
    cr_expect_eq(result.status, 0, "%s%s", result.output, result.error);
    static const char *const words[] = {
        "5 CPUs allowed, quota of 1.5 CPUs\n", "libgomp        1   -",
        "libgomp        2*  spinning",         "libgomp        4*  parked",
        "libgomp        5*  parked",           "*  more threads than the quota of 1.5 CPUs\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_expect_not_null(strstr(result.output, words[i]), "%s: %s", words[i], result.output);
    process_free(&result);
}

Test(cli_measure, blocks_need_two_cpus)
{
    struct machine_tree tree;
    const char *variable = make_machine(&tree, "0");
    expect_words(RUN_WITH(variable, "measure-blocks", "1"), 1, "", "there is one CPU");
    machine_tree_remove(&tree);
}

// Two groups of two: its threads cannot be bound to CPUs that are not there, which is no error.
Test(cli_measure, blocks_of_teams_within_groups_and_across)
{
    struct machine_tree tree;
    const char *variable = make_machine(&tree, "0-3");
    for (int cpu = 0; cpu < 4; cpu++)
        machine_tree_print_cpu(&tree, cpu, "cache/index3/shared_cpu_list",
                               cpu < 2 ? "0-1\n" : "2-3\n");
    struct process_result result = RUN_WITH(variable, "measure-blocks", "1");
    machine_tree_remove(&tree);
    cr_expect_eq(result.status, 0, "%s%s", result.output, result.error);
    static const char *const words[] = {"groups 1 threads  2 ", "groups 2 threads  2 ",
                                        "groups 2 threads  4 ", " error "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_expect_not_null(strstr(result.output, words[i]), "%s: %s", words[i], result.output);
    process_free(&result);
}

Test(cli_measure, atomics)
{
    int groups = 0;
    double alone = 0, within = -1, across = -1;
    struct process_result result = RUN("measure-atomics", "0.5");
    int found = sscanf(result.output, "groups %d alone %lf within %lf across %lf", &groups, &alone,
                       &within, &across);
    cr_expect_eq(found, 4, "%s%s", result.output, result.error);
    cr_expect_geq(groups, 1);
    cr_expect_gt(alone, 0);
    cr_expect_geq(within, 0);
    cr_expect_eq(across > 0, groups > 1 && result.status == 0);
    process_free(&result);
}

// What is asked for and what is given differ: MKL leaves siblings out, builds of OpenBLAS have
// limits.
Test(cli_measure, blas_team_of_one_is_none)
{
    char library[PATH_MAX];
    snprintf(library, sizeof library, "%s/openblas-pthread/libopenblas.so.0",
             provider_system_folder());
    const char *const environment[] = {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", NULL};
    const char *const command[] = {command_path(), "measure-blas", library, "parked",
                                   "10000",        "0.2",          "quick", NULL};
    struct process_result result;
    process_run(command, &(struct process_setup){environment, TIMEOUT_S, NULL}, &result);
    expect_words(result, 0, "refused it takes one thread where more are asked for\n", "");
}

// The hidden commands are this command's own: whoever calls them wrongly gets no measurement.
Test(cli_measure, hidden_commands_reject_garbage)
{
    expect_words(RUN("measure-fork"), 2, "", "");
    expect_words(RUN("measure-fork", "/nonexistent", "gomp", "0", "parked", "1"), 2, "", "");
    expect_words(RUN("measure-fork", "/nonexistent", "gomp", "2", "parked", "1"), 1, "why ", "");
    expect_words(RUN("ask-runtime", "/nonexistent"), 1, "", "");
}
