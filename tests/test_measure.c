// SPDX-License-Identifier: MIT
// The arithmetic of measurements: quartiles, team sizes, pairs of CPUs, the search of a block.
#include "shim/cli/measure/block_search.h"
#include "shim/cli/measure/block_team.h"
#include "shim/cli/measure/cpu_pairs.h"
#include "shim/cli/measure/quartiles.h"
#include "shim/cli/measure/team_sizes.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

// ---- quartiles

Test(measure, quartiles_of_samples)
{
    double values[] = {5, 1, 4, 2, 3}, four[] = {4, 3, 2, 1}, one[] = {7};
    struct quartiles found = quartiles_find(values, 5);
    cr_expect_eq(found.lower, 2);
    cr_expect_eq(found.median, 3);
    cr_expect_eq(found.upper, 4);
    found = quartiles_find(four, 4);
    cr_expect_float_eq(found.lower, 1.75, 1e-12);
    cr_expect_float_eq(found.median, 2.5, 1e-12);
    cr_expect_float_eq(found.upper, 3.25, 1e-12);
    found = quartiles_find(one, 1);
    cr_expect_eq(found.lower, 7);
    cr_expect_eq(found.upper, 7);
    cr_expect_eq(quartiles_find(NULL, 0).median, 0);
}

// A store of samples must tell of the whole of a measurement, not of its beginning.
Test(measure, quartiles_of_more_samples_than_there_is_room)
{
    static struct quartiles_store store;
    enum { MANY = 10 * QUARTILES_ROOM };
    for (int i = 0; i < MANY; i++)
        quartiles_add(&store, i);
    cr_expect_eq(store.seen, MANY);
    cr_expect_leq(store.used, QUARTILES_ROOM);
    cr_expect_gt(store.used, QUARTILES_ROOM / 4);
    struct quartiles found = quartiles_find(store.values, store.used);
    cr_expect_float_eq(found.lower, 0.25 * MANY, 0.001 * MANY);
    cr_expect_float_eq(found.median, 0.5 * MANY, 0.001 * MANY);
    cr_expect_float_eq(found.upper, 0.75 * MANY, 0.001 * MANY);
}

// ---- team sizes

static void expect_sizes(const struct team_sizes *sizes, int count, const int *expected)
{
    cr_assert_eq(sizes->count, count, "%d sizes", sizes->count);
    for (int i = 0; i < count; i++)
        cr_expect_eq(sizes->sizes[i], expected[i], "size %d", sizes->sizes[i]);
}

#define EXPECT_SIZES(sizes, ...) \
    expect_sizes(sizes, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (const int[]){__VA_ARGS__})

Test(measure, default_sizes_of_a_team)
{
    struct team_sizes sizes;
    team_sizes_fill(&sizes, 2);
    EXPECT_SIZES(&sizes, 1, 2, 4, 14);
    team_sizes_fill(&sizes, 1);
    EXPECT_SIZES(&sizes, 1, 2, 7);
    team_sizes_fill(&sizes, 4);
    EXPECT_SIZES(&sizes, 1, 2, 4, 8, 28);
    team_sizes_fill(&sizes, 12);
    EXPECT_SIZES(&sizes, 1, 2, 4, 8, 12);
    team_sizes_fill(&sizes, 64);
    EXPECT_SIZES(&sizes, 1, 2, 4, 8, 16, 32, 64);
    team_sizes_fill(&sizes, 1000000);
    cr_expect_eq(sizes.sizes[sizes.count - 1], 32768);
}

Test(measure, sizes_of_a_list)
{
    struct team_sizes sizes;
    cr_assert_null(team_sizes_parse(&sizes, "8,2,4,2"));
    EXPECT_SIZES(&sizes, 2, 4, 8);
    cr_assert_null(team_sizes_parse(&sizes, "65536"));
    EXPECT_SIZES(&sizes, 65536);
}

Test(measure, sizes_that_are_none)
{
    static const char *const lists[] = {"",
                                        "0",
                                        "-1",
                                        "+2",
                                        "2,",
                                        ",2",
                                        "2,,4",
                                        "65537",
                                        "2;4",
                                        "2 4",
                                        " 2",
                                        "two",
                                        "2.5",
                                        "0x2",
                                        "1e3",
                                        "2,0",
                                        "2-4",
                                        "2\n",
                                        "99999999999999999999"};
    struct team_sizes sizes;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        cr_expect_not_null(team_sizes_parse(&sizes, lists[i]), "%s", lists[i]);
    cr_expect_not_null(team_sizes_parse(&sizes, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,"
                                                "20,21,22,23,24,25,26,27,28,29,30,31,32,33"));
}

Test(measure, team_pays_where_its_share_of_the_loop_is_more_than_its_cost)
{
    cr_expect_float_eq(team_sizes_break_even(1000, 2, 2), 2000, 1e-9);
    cr_expect_float_eq(team_sizes_break_even(1000, 5, 8), 1250, 1e-9);
    cr_expect_float_eq(team_sizes_break_even(1000, 14, team_sizes_capacity(14, 2.5)), 2500 / 1.5,
                       1e-9);
    cr_expect_float_eq(team_sizes_break_even(1000, 14, team_sizes_capacity(2, 8)), 2000, 1e-9);
    cr_expect_eq(team_sizes_break_even(1000, 1, 8), 0);
    cr_expect_eq(team_sizes_break_even(1000, 8, team_sizes_capacity(8, 0.5)), 0);
}

// ---- pairs: CPUs n and n + 4 share a core, 0-1 (with 4-5) and 2-3 (with 6-7) a cache

static const struct machine_place smt[] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 2}, {3, 3, 2},
                                           {4, 0, 0}, {5, 1, 0}, {6, 2, 2}, {7, 3, 2}};

Test(measure, pair_within_a_group_is_of_two_cores)
{
    const struct machine_place siblings_first[] = {{0, 0, 0}, {1, 0, 0}, {2, 2, 0}};
    int pair[2];
    cr_assert(cpu_pairs_within(smt, 8, pair));
    cr_expect_eq(pair[0], 0);
    cr_expect_eq(pair[1], 1);
    cr_assert(cpu_pairs_within(siblings_first, 3, pair));
    cr_expect_eq(pair[0], 0);
    cr_expect_eq(pair[1], 2);
}

Test(measure, pair_of_siblings_only_if_there_are_no_two_cores)
{
    const struct machine_place places[] = {{0, 0, 0}, {1, 1, 1}, {8, 0, 0}};
    int pair[2];
    cr_assert(cpu_pairs_within(places, 3, pair));
    cr_expect_eq(pair[0], 0);
    cr_expect_eq(pair[1], 8);
}

Test(measure, pair_across_groups)
{
    const struct machine_place unknown[] = {{0, -1, -1}, {1, -1, -1}};
    int pair[2];
    cr_assert(cpu_pairs_across(smt, 8, pair));
    cr_expect_eq(pair[0], 0);
    cr_expect_eq(pair[1], 2);
    cr_expect_not(cpu_pairs_across(smt, 2, pair));
    cr_expect_not(cpu_pairs_within(smt, 1, pair));
    cr_expect(cpu_pairs_within(unknown, 2, pair));
    cr_expect_not(cpu_pairs_across(unknown, 2, pair));
}

static void expect_team(int size, bool spread, int groups, const int *expected)
{
    int cpus[8];
    cr_assert_eq(cpu_pairs_choose_team(smt, 8, size, spread, cpus), groups);
    for (int i = 0; i < size; i++)
        cr_expect_eq(cpus[i], expected[i], "team of %d: CPU %d", size, cpus[i]);
}

Test(measure, team_has_a_core_each_before_siblings)
{
    int cpus[9];
    cr_expect_eq(cpu_pairs_count_groups(smt, 8), 2);
    cr_expect_eq(cpu_pairs_count_cores(smt, 8), 4);
    expect_team(2, false, 1, (const int[]){0, 1});
    expect_team(2, true, 2, (const int[]){0, 2});
    expect_team(4, true, 2, (const int[]){0, 2, 1, 3});
    expect_team(5, false, 2, (const int[]){0, 1, 2, 3, 4});
    expect_team(6, true, 2, (const int[]){0, 2, 1, 3, 4, 6});
    cr_expect_eq(cpu_pairs_choose_team(smt, 8, 9, false, cpus), 0);
    cr_expect_eq(cpu_pairs_choose_team(smt, 8, 0, false, cpus), 0);
}

// ---- the best block

// Handing out costs `out` a block, the uneven end `end` a unit of the block's size.
struct curve {
    double out, end, noise;
    int runs;
};

static double time_curve(void *context, int exponent)
{
    struct curve *curve = context;
    double block = exp2(exponent), noise = curve->noise * ((curve->runs++ * 37 % 101) / 50.0 - 1);
    return (1 + curve->out / block + curve->end * block) * (1 + noise);
}

static double search_curve(struct curve curve, int guess, int limit)
{
    struct block_search search;
    block_search_begin(&search, guess, limit, time_curve, &curve);
    block_search_repeat(&search, time_curve, &curve);
    return block_search_middle(&search);
}

Test(measure, middle_of_a_flat_optimum_is_the_optimum)
{
    for (double best = 8; best < 100000; best *= 3)
        for (int guess = 0; guess <= 20; guess += 5) {
            struct curve curve = {.out = 0.02 * best, .end = 0.02 / best};
            double found = search_curve(curve, guess, 30);
            cr_expect_lt(fabs(log2(found / best)), 0.1, "best %g, found %g from 2^%d", best, found,
                         guess);
        }
}

Test(measure, noise_hardly_moves_the_middle)
{
    struct curve curve = {.out = 1, .end = 1e-6, .noise = 0.01};
    cr_expect_lt(fabs(log2(search_curve(curve, 10, 30) / 1000)), 0.6);
}

Test(measure, best_block_may_be_the_least_or_the_largest)
{
    cr_expect_float_eq(search_curve((struct curve){.end = 1}, 10, 30), 1, 0.05);
    double found = search_curve((struct curve){.out = 1000}, 2, 8);
    cr_expect(found > 128 && found <= 256, "%g", found);
    cr_expect_float_eq(search_curve((struct curve){.out = 1}, 5, 0), 1, 1e-9);
    cr_expect_float_eq(search_curve((struct curve){.out = 1}, 5, -3), 1, 1e-9);
}

Test(measure, search_does_not_try_what_is_hopeless)
{
    struct curve curve = {.out = 1, .end = 1e-6};
    struct block_search search;
    block_search_begin(&search, 10, 30, time_curve, &curve);
    cr_expect_leq(curve.runs, 16);
    cr_expect_gt(search.low, 0);
    cr_expect_lt(search.high, 30);
}

// ---- teams on CPUs

// Threads of this process that may not run on just these CPUs.
static int count_elsewhere(const cpu_set_t *expected)
{
    DIR *tasks = opendir("/proc/self/task");
    int elsewhere = 0;
    cr_assert_not_null(tasks);
    for (struct dirent *entry; (entry = readdir(tasks));) {
        cpu_set_t set;
        int tid = 0;
        if (sscanf(entry->d_name, "%d", &tid) == 1 && sched_getaffinity(tid, sizeof set, &set) == 0)
            elsewhere += !CPU_EQUAL(&set, expected);
    }
    closedir(tasks);
    return elsewhere;
}

static struct block_team *start_team(const int *cpus, int size)
{
    struct block_team *team = block_team_start(cpus, size);
    cr_assert_not_null(team);
    // All have begun by its end.
    block_team_run(team, &(struct block_task){.steps = 10}, 100, 1);
    return team;
}

// The largest team is not bound, and came last: it had the CPU of the bound one's leader for all.
Test(measure, team_without_cpus_has_all_after_one_that_was_bound, .timeout = 60)
{
    cpu_set_t before, after, one;
    int cpus[2] = {0, 0};
    cr_assert_eq(sched_getaffinity(0, sizeof before, &before), 0);
    while (!CPU_ISSET(cpus[0], &before))
        cpus[0]++;
    cpus[1] = cpus[0];
    CPU_ZERO(&one);
    CPU_SET(cpus[0], &one);
    struct block_team *team = start_team(cpus, 2);
    cr_assert_eq(sched_getaffinity(0, sizeof after, &after), 0);
    cr_expect(CPU_EQUAL(&one, &after));
    block_team_end(team);
    cr_assert_eq(sched_getaffinity(0, sizeof after, &after), 0);
    cr_expect(CPU_EQUAL(&before, &after));
    team = start_team(NULL, 3);
    cr_expect_eq(count_elsewhere(&before), 0);
    block_team_end(team);
}
