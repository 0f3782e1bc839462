// SPDX-License-Identifier: MIT
// The cap of the default team, from the files below TEAMTRIM_ROOT to omp_get_max_threads and the
// teams of main and of other threads.
#include "tests/machine_tree.h"
#include "tests/omp_log.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

TestSuite(omp_team, .timeout = 120);

// Nobody has set the team.
#define UNSET "OMP_NUM_THREADS", "TEAMTRIM_LOG=decisions"

static const char capped[] = "main: max 1, team 1, max 1\n"
                             "first thread: max 1, team 1, max 1\n"
                             "second thread: max 1, team 1, max 1\n"
                             "main again: max 1, team 1, max 1\n"
                             "single: 1\n";

static struct machine_tree tree;

static void remove_tree(void)
{
    machine_tree_remove(&tree);
}

// A machine of two CPUs and, unless NULL, this cpu.max of our control group.
static void make_tree(const char *quota)
{
    static const struct machine_tree_file files[] = {{"/proc/self/cgroup", "0::/box\n"}, {0}};

    machine_tree_make(&tree);
    machine_tree_allow(&tree, "0-1");
    machine_tree_fill(&tree, files);
    if (quota)
        machine_tree_print(&tree, "/sys/fs/cgroup/box/cpu.max", quota);
}

static const char *root_variable(void)
{
    static char variable[320];

    snprintf(variable, sizeof variable, "TEAMTRIM_ROOT=%s", tree.root);
    return variable;
}

// With up to three variables besides; NULL ends them.
static struct process_result run_teams(bool preload, unsigned variant, const char *when,
                                       const char *const *more)
{
    const char *environment[8] = {UNSET, root_variable()};

    for (size_t i = 0; more && more[i]; i++)
        environment[i + 3] = more[i];
    return omp_log_run(preload, variant, LIST("teams", when), environment);
}

static void expect_cap(const char *const *more, const char *line)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run = run_teams(true, variant, NULL, more);
        cr_expect_str_eq(run.output, capped, "%s: %s", omp_log_name(variant), run.output);
        omp_log_expect(variant, run.error, 1, line);
        omp_log_expect(variant, run.error, 1, "team cap .*");
        process_free(&run);
    }
}

static void expect_no_cap(const char *when, const char *const *more)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result plain = run_teams(false, variant, when, more);
        struct process_result run = run_teams(true, variant, when, more);
        cr_expect_str_eq(run.output, plain.output, "%s: %s", omp_log_name(variant), run.output);
        omp_log_expect(variant, run.error, 0, "team cap .*");
        process_free(&plain);
        process_free(&run);
    }
}

Test(omp_team, quota_of_one_cpu, .fini = remove_tree)
{
    make_tree("100000 100000\n");
    expect_cap(NULL, "team cap 1 \\(quota 1\\.0 of 2\\)");
}

Test(omp_team, quota_of_half_a_cpu, .fini = remove_tree)
{
    make_tree("50000 100000\n");
    expect_cap(NULL, "team cap 1 \\(quota 0\\.5 of 2\\)");
}

Test(omp_team, quota_of_version_1, .fini = remove_tree)
{
    make_tree(NULL);
    machine_tree_print(&tree, "/proc/self/cgroup", "4:cpu,cpuacct:/box\n");
    machine_tree_print(&tree, "/sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "100000\n");
    machine_tree_print(&tree, "/sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
    expect_cap(NULL, "team cap 1 \\(quota 1\\.0 of 2\\)");
}

Test(omp_team, number_in_the_policy, .fini = remove_tree)
{
    make_tree(NULL);
    expect_cap(LIST("TEAMTRIM_TEAM_CAP=1"), "team cap 1 \\(number 1\\)");
}

Test(omp_team, physical_cores_of_two_siblings, .fini = remove_tree)
{
    make_tree(NULL);
    for (int cpu = 0; cpu < 2; cpu++)
        machine_tree_print_cpu(&tree, cpu, "topology/core_cpus_list", "0-1\n");
    expect_cap(LIST("TEAMTRIM_TEAM_CAP=physical"), "team cap 1 \\(physical cores 1 of 2\\)");
    expect_cap(LIST("TEAMTRIM_TEAM_CAP=quota,physical"), "team cap 1 \\(physical cores 1 of 2\\)");
}

Test(omp_team, quota_larger_than_the_machine, .fini = remove_tree)
{
    make_tree("400000 100000\n");
    expect_no_cap(NULL, NULL);
}

Test(omp_team, quota_of_all_cpus, .fini = remove_tree)
{
    make_tree("200000 100000\n");
    expect_no_cap(NULL, NULL);
}

Test(omp_team, no_quota, .fini = remove_tree)
{
    make_tree("max 100000\n");
    expect_no_cap(NULL, NULL);
}

Test(omp_team, user_has_set_the_team, .fini = remove_tree)
{
    make_tree("100000 100000\n");
    expect_no_cap(NULL, LIST("OMP_NUM_THREADS=2"));
    expect_no_cap(NULL, LIST("OMP_NUM_THREADS=3"));
    expect_no_cap(NULL, LIST("OMP_NUM_THREADS=3", "TEAMTRIM_TEAM_CAP=1"));
}

Test(omp_team, cap_off, .fini = remove_tree)
{
    make_tree("100000 100000\n");
    expect_no_cap(NULL, LIST("TEAMTRIM_TEAM_CAP=off"));
    expect_no_cap(NULL, LIST("TEAMTRIM_DISABLE=1"));
}

static void expect_lines(const char *when, const char *const *lines)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run = run_teams(true, variant, when, NULL);
        for (size_t i = 0; lines[i]; i++)
            cr_expect_not_null(strstr(run.output, lines[i]), "%s: no \"%s\" in\n%s",
                               omp_log_name(variant), lines[i], run.output);
        process_free(&run);
    }
}

// What a thread sets is its own: others have the default, and its cap.
Test(omp_team, programs_own_size_stays, .fini = remove_tree)
{
    make_tree("100000 100000\n");
    expect_lines("early", LIST("main: max 4, team 4, max 4\n", "main again: max 4, team 4, max 4\n",
                               "first thread: max 1, team 1, max 1\n", "single: 4\n"));
    expect_lines("late", LIST("main: max 1, team 1, max 1\n", "main again: max 4, team 4, max 4\n",
                              "second thread: max 1, team 1, max 1\n", "single: 4\n"));
}

Test(omp_team, garbage_in_the_files, .fini = remove_tree)
{
    static const char *const garbage[] = {"",
                                          "\n",
                                          "max",
                                          "100000",
                                          "-1 100000\n",
                                          "1e5 100000\n",
                                          "100000 0\n",
                                          "99999999999999999999999 100000\n"};

    make_tree(NULL);
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
        machine_tree_print(&tree, "/sys/fs/cgroup/box/cpu.max", garbage[i]);
        OMP_LOG_EACH(variant, OMP_GOMP | OMP_KMP)
        {
            struct process_result run = run_teams(true, variant, NULL, NULL);
            omp_log_expect(variant, run.error, 0, "team cap .*");
            process_free(&run);
        }
    }
}

Test(omp_team, bytes_in_the_files, .fini = remove_tree)
{
    static const char bytes[5000] = {0, 1, '\xff', '\n', '\xfe', 0};

    machine_tree_make(&tree);
    machine_tree_write(&tree, "/proc/self/status", bytes, sizeof bytes);
    machine_tree_write(&tree, "/proc/self/cgroup", bytes, sizeof bytes);
    machine_tree_write(&tree, "/sys/devices/system/cpu/online", bytes, sizeof bytes);
    expect_no_cap(NULL, LIST("TEAMTRIM_TEAM_CAP=quota,physical,performance"));
}

Test(omp_team, empty_tree, .fini = remove_tree)
{
    machine_tree_make(&tree);
    expect_no_cap(NULL, LIST("TEAMTRIM_TEAM_CAP=quota,physical,performance"));
}

Test(omp_team, cap_in_json, .fini = remove_tree)
{
    struct process_result run;

    make_tree("100000 100000\n");
    run = run_teams(true, OMP_GOMP, NULL, LIST("TEAMTRIM_LOG_FORMAT=json"));
    cr_expect_not_null(
        strstr(run.error, "\"kind\":\"team\",\"source\":\"quota 1.0 of 2\",\"cap\":1}"), "%s",
        run.error);
    process_free(&run);
}
