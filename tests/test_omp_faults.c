// SPDX-License-Identifier: MIT
// Faults that were found in the OpenMP side, each as its user saw it.
#include "tests/machine_tree.h"
#include "tests/omp_log.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

TestSuite(omp_faults, .timeout = 120);

#define SITE "[a-z0-9]+_[a-z]+\\+0x[0-9a-f]+ \\([^)]+\\)"

static const char *rule_for_two(unsigned variant)
{
    static char variable[256];

    snprintf(variable, sizeof variable,
             "TEAMTRIM_SET=region %s_sites.mode=trim\nregion %s_sites.team=2",
             omp_log_prefix(variant), omp_log_prefix(variant));
    return variable;
}

// It was the rule's in the first three calls alone, whose members are looked at for loops.
Test(omp_faults, rule_for_two_threads_holds_in_every_call)
{
    OMP_LOG_EACH(variant, OMP_LIBOMP)
    {
        struct process_result run = omp_log_run(true, variant, LIST("sites", "plain:9", "own:9"),
                                                LIST("OMP_NUM_THREADS=4", rule_for_two(variant)));
        cr_expect_str_eq(run.output,
                         "plain: 9 calls, 0 alone, last 2 of 2, in parallel 1, level 1, inner 0\n"
                         "own: 9 calls, 0 alone, last 2 of 2, in parallel 1, level 1, inner 0\n",
                         "%s: %s", omp_log_name(variant), run.output);
        process_free(&run);
    }
}

Test(omp_faults, rule_is_the_reason_of_a_team_of_two)
{
    OMP_LOG_EACH(variant, OMP_LIBOMP)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", "plain:5", "own:5"),
                        LIST("OMP_NUM_THREADS=4", "TEAMTRIM_LOG=decisions", rule_for_two(variant)));
        omp_log_expect(variant, run.error, 2,
                       "region " SITE " team=4 -> trimmed to 2 \\(the policy's team\\)");
        process_free(&run);
    }
}

// Two trip counts in turn were told at every call.
Test(omp_faults, decisions_of_two_trip_counts_are_told_once)
{
    struct process_result run = omp_log_run(
        true, OMP_GOMP, LIST("trips"), LIST("TEAMTRIM_REGION_MODE=trim", "TEAMTRIM_LOG=decisions"));

    cr_expect_lt(omp_log_count(run.error, "region " SITE " n=.*"), 30, "%.3000s", run.error);
    process_free(&run);
}

// No policy says so: it is the clause.
Test(omp_faults, reason_of_a_region_with_proc_bind)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", "bound:3"), LIST("TEAMTRIM_LOG=decisions"));
        omp_log_expect(variant, run.error, 1,
                       "region " SITE " -> forward \\(clauses that are the runtime's\\)");
        process_free(&run);
    }
}

// The mean of the calls that are timed, most of them early and slow, stood for all calls.
Test(omp_faults, fork_and_join_take_no_longer_than_the_program)
{
    OMP_LOG_EACH(variant, OMP_NATIVE)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", "own:1000"),
                        LIST("TEAMTRIM_LOG=summary", "TEAMTRIM_LOG_FORMAT=json"));
        const char *bound = strstr(run.error, "\"kind\":\"bound\"");
        unsigned long long price, wall;
        cr_assert_not_null(bound, "%s", run.error);
        cr_assert_eq(
            sscanf(bound, "%*[^,],%*[^,],\"fork_join_ns\":%llu,\"wall_ns\":%llu", &price, &wall), 2,
            "%s", bound);
        cr_expect_leq(price, wall, "%s: %s", omp_log_name(variant), bound);
        process_free(&run);
    }
}

// A name that was spelt wrong did nothing, and nobody said so.
Test(omp_faults, section_that_no_region_met_is_named)
{
    OMP_LOG_EACH(variant, OMP_NATIVE)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", "own:3"),
                        LIST("TEAMTRIM_LOG=summary", rule_for_two(variant)));
        omp_log_expect(variant, run.error, 0, "no region met the section .*_sites\\]");
        process_free(&run);
        run = omp_log_run(
            true, variant, LIST("sites", "own:3"),
            LIST("TEAMTRIM_LOG=summary", "TEAMTRIM_SET=region no_such_function.mode=trim"));
        omp_log_expect(variant, run.error, 1,
                       "no region met the section \\[region no_such_function\\]");
        process_free(&run);
    }
}

// ---- the cap of the team, in a thread that forks before it asks

static struct machine_tree tree;

static void make_tree(void)
{
    machine_tree_make(&tree);
    machine_tree_allow(&tree, "0-1");
    machine_tree_print(&tree, "/proc/self/cgroup", "0::/box\n");
    machine_tree_print(&tree, "/sys/fs/cgroup/box/cpu.max", "100000 100000\n");
}

static void remove_tree(void)
{
    machine_tree_remove(&tree);
}

static void expect_capped(const char *when, const char *setting, const char *line)
{
    char root[320];

    snprintf(root, sizeof root, "TEAMTRIM_ROOT=%s", tree.root);
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("teams", when), LIST("OMP_NUM_THREADS", root, setting));
        cr_expect_not_null(strstr(run.output, line), "%s, %s: %s", omp_log_name(variant),
                           setting ? setting : "", run.output);
        process_free(&run);
    }
}

Test(omp_faults, cap_of_regions_that_are_forwarded, .init = make_tree, .fini = remove_tree)
{
    static const char line[] = "second thread: max 1, team 1, max 1\n";

    expect_capped(NULL, "TEAMTRIM_REGION_MODE=off", line);
    expect_capped(NULL, "OMP_CANCELLATION=true", line);
}

Test(omp_faults, cap_of_a_region_with_task_reductions, .init = make_tree, .fini = remove_tree)
{
    expect_capped("reductions", NULL, "third thread: max 1, team 1, max 1\n");
}
