// SPDX-License-Identifier: MIT
// Whether a site keeps its own chunk: found by trial, with bounded loss, in spite of noise.
#include "policy/chunk.h"
#include "tests/loop_simulator.h"

#include <criterion/criterion.h>

static const struct chunk_rules rules = {CHUNK_ADAPTIVE, 20000, 256, NULL, 1};

static uint64_t lcg = 1;

static double random_part(void)
{
    lcg = lcg * 6364136223846793005U + 1442695040888963407U;
    return (double)(lcg >> 11) * 0x1p-53;
}

// A site's history: what its runs take in either way, and what they came to.
struct history {
    struct chunk_site site;
    struct chunk_loop loop;
    double blocks, own; // wall ns a unit
    double work;        // ns a unit
    double noise;       // 0.2: +-20 %
    double outliers;    // share of runs that take 50 times as long
    double total;       // wall ns a unit, summed
    int runs, own_runs, changes;
};

static void observe_one(struct history *history)
{
    struct chunk_plan plan = chunk_plan(&history->site, &rules, &history->loop);
    double factor = 1 + history->noise * (2 * random_part() - 1);
    if (random_part() < history->outliers)
        factor *= 50;
    double units = (double)history->loop.units;
    double unit = factor * (plan.own ? history->own : history->blocks);
    struct chunk_next next =
        chunk_observe(&history->site, &rules, &history->loop, plan.own, (uint64_t)(unit * units),
                      (uint64_t)(factor * history->work * units));
    history->total += unit;
    history->runs++;
    history->own_runs += plan.own;
    history->changes += next.changed;
}

static void observe(struct history *history, int runs)
{
    for (int i = 0; i < runs; i++)
        observe_one(history);
}

// 10 us units that a team of two shares out: one fetch-and-add each costs 4 %.
static struct history plain_site(void)
{
    return (struct history){
        .loop = {1000, 2, false}, .blocks = 5000, .own = 5200, .work = 10000, .noise = 0.2};
}

// The same work, but in blocks the two threads take turns.
static struct history waiting_site(void)
{
    struct history history = plain_site();
    history.blocks = 10000;
    history.work = 20000;
    return history;
}

Test(policy_chunk_site, is_small)
{
    cr_assert_leq(sizeof(struct chunk_site), 64);
}

// The sequence as promised, without noise.
Test(policy_chunk_site, third_run_is_a_trial_and_two_clear_ones_decide)
{
    struct history history = waiting_site();
    history.noise = 0;
    history.own = 5000;
    observe(&history, 2);
    cr_assert_eq(history.own_runs, 0);
    cr_assert_eq(chunk_plan(&history.site, &rules, &history.loop).reason, CHUNK_REASON_TRIAL);
    observe(&history, 2);
    cr_assert_eq(history.own_runs, 2);
    cr_assert_eq(history.changes, 1);
    cr_assert_eq(chunk_plan(&history.site, &rules, &history.loop).reason, CHUNK_REASON_VERDICT);
}

Test(policy_chunk_site, lost_trials_become_rare)
{
    struct history history = plain_site();
    history.noise = 0;
    observe(&history, 3 + 65 + 129 + 257);
    cr_assert_eq(history.own_runs, 4);
    cr_assert_eq(history.changes, 0);
    observe(&history, 513 + 1025 + 2049 + 4097 + 4097);
    cr_assert_eq(history.own_runs, 9);
}

Test(policy_chunk_site, verdict_is_told_with_the_times_compared)
{
    struct history history = waiting_site();
    history.noise = 0;
    observe(&history, 3);
    struct chunk_next next =
        chunk_observe(&history.site, &rules, &history.loop, true, 5200000, 10000000);
    cr_assert(next.changed);
    cr_assert(next.own);
    cr_assert_float_eq(next.kept, 10000, 0.01);
    cr_assert_float_eq(next.tried, 5200, 0.01);
    cr_assert_float_eq(next.unit, 17500, 0.01);
}

Test(policy_chunk_site, noise_does_not_flip_the_verdict)
{
    for (int i = 0; i < 500; i++) {
        struct history history = plain_site();
        history.outliers = i % 2 ? 0.01 : 0;
        observe(&history, 500);
        cr_assert_eq(history.changes, 0);
        cr_assert_lt(history.own_runs, 20);
    }
}

Test(policy_chunk_site, noise_does_not_flip_it_back)
{
    for (int i = 0; i < 200; i++) {
        struct history history = waiting_site();
        history.outliers = i % 2 ? 0.01 : 0;
        observe(&history, 600);
        cr_assert(history.site.own);
        cr_assert_leq(history.changes, 1);
        cr_assert_gt(history.own_runs, 480);
    }
}

// 9,000 runs: the loss against the better way stays below a fiftieth.
Test(policy_chunk_site, comparing_costs_little)
{
    struct history plain = plain_site(), waiting = waiting_site();
    plain.own = 5500;
    plain.work = 4000;
    observe(&plain, 9000);
    observe(&waiting, 9000);
    cr_assert_lt(plain.total, 1.02 * 9000 * plain.blocks);
    cr_assert_lt(waiting.total, 1.02 * 9000 * waiting.own);
}

Test(policy_chunk_site, cheap_units_are_never_tried)
{
    struct history tiny = plain_site(), crowded = plain_site();
    tiny.blocks = 2000; // a fetch-and-add would cost 13 %
    tiny.work = 3000;
    crowded.blocks = 300; // 64 threads ask for a unit each 300 ns: more than one line serves
    crowded.work = 19000;
    observe(&tiny, 1000);
    observe(&crowded, 1000);
    cr_assert_eq(tiny.own_runs + crowded.own_runs, 0);
}

Test(policy_chunk_site, that_begins_to_wait_is_compared_again)
{
    struct history history = plain_site();
    observe(&history, 3000);
    cr_assert_not(history.site.own);
    history.blocks = 20000;
    history.work = 40000;
    observe(&history, 20);
    cr_assert(history.site.own);
}

Test(policy_chunk_site, one_slow_run_is_not_a_change)
{
    struct history history = plain_site();
    history.noise = 0;
    observe(&history, 10);
    for (int i = 0; i < 15; i++) {
        history.blocks = i % 5 ? 5000 : 50000;
        observe(&history, 1);
    }
    cr_assert_eq(history.own_runs, 1);
}

// Units that no longer wait and have become short: 1 us each, where a fetch-and-add is 40 %.
Test(policy_chunk_site, that_waits_no_more_goes_back_to_blocks)
{
    struct history history = waiting_site();
    observe(&history, 100);
    cr_assert(history.site.own);
    history.blocks = 500;
    history.own = 900;
    history.work = 1000;
    observe(&history, 200);
    cr_assert_not(history.site.own);
}

// A million units of 10 ns after the pipeline: single ones would cost 40 times their work.
Test(policy_chunk_site, tiny_units_leave_their_own_chunk_at_once)
{
    struct history history = waiting_site();
    observe(&history, 100);
    cr_assert(history.site.own);
    history.loop.units = 1000000;
    history.blocks = 5;
    history.own = 400;
    history.work = 10;
    observe(&history, 2);
    cr_assert_not(history.site.own);
    cr_assert_eq(chunk_plan(&history.site, &rules, &history.loop).reason, CHUNK_REASON_TIME);
}

// A few runs were fast long ago; a trial is judged by those just before it.
Test(policy_chunk_site, an_old_lucky_run_does_not_hide_a_better_way)
{
    struct history history = plain_site();
    history.noise = 0;
    observe(&history, 3);
    history.blocks = 3500;
    observe(&history, 10);
    history.blocks = 5500;
    history.own = 4000;
    observe(&history, 64);
    cr_assert(history.site.own);
}

Test(policy_chunk_site, a_new_verdict_is_doubted_soon)
{
    struct history history = plain_site();
    history.noise = 0;
    observe(&history, 3 + 65 + 129 + 257);
    history.own = 2500;
    observe(&history, 513 + 1);
    cr_assert(history.site.own);
    cr_assert_eq(chunk_plan(&history.site, &rules, &history.loop).reason, CHUNK_REASON_VERDICT);
    observe(&history, 64);
    cr_assert_eq(chunk_plan(&history.site, &rules, &history.loop).reason, CHUNK_REASON_TRIAL);
}

Test(policy_chunk_site, a_loop_of_another_size_is_not_a_trial)
{
    struct history history = plain_site();
    observe(&history, 2);
    cr_assert(chunk_plan(&history.site, &rules, &history.loop).own);
    history.loop.units = 100000;
    cr_assert_not(chunk_plan(&history.site, &rules, &history.loop).own);
}

// Every other loop has ten times the units, at a tenth of the time each.
Test(policy_chunk_site, loops_of_other_sizes_do_not_count)
{
    struct history history = plain_site();
    for (int i = 0; i < 400; i++) {
        bool other = i % 2;
        history.loop.units = other ? 10000 : 1000;
        history.blocks = other ? 500 : 5000;
        history.own = history.blocks * 1.04;
        observe(&history, 1);
    }
    cr_assert_eq(history.changes, 0);
    cr_assert_eq(history.site.units, 1000);
    cr_assert_lt(history.own_runs, 15);
}

Test(policy_chunk_site, that_has_another_size_for_good_is_compared_there)
{
    struct history history = plain_site();
    observe(&history, 10);
    history.loop.units = 50000;
    history.blocks = 20000;
    history.work = 40000;
    observe(&history, 100);
    cr_assert_eq(history.site.units, 50000);
    cr_assert(history.site.own);
}

Test(policy_chunk_site, unknown_work_and_empty_runs_change_nothing)
{
    struct history history = plain_site();
    history.work = 0;
    observe(&history, 100);
    cr_assert_eq(history.own_runs, 0);
    struct chunk_site site = {0};
    struct chunk_loop empty = {0, 2, false};
    cr_assert_not(chunk_observe(&site, &rules, &empty, false, 0, 0).changed);
    cr_assert_eq(site.units, 0);
}

// ---- a hand-made pipeline on simulated threads: each unit waits for the one before it

enum { PIPELINE_UNITS = 500 };

static double run_pipeline(const struct simulated_loop *loop, struct chunk_site *site)
{
    struct chunk_plan plan = chunk_plan(site, &rules, &loop->loop);
    struct simulated_time time = simulate_pipeline(loop, &rules, plan);
    chunk_observe(site, &rules, &loop->loop, plan.own, (uint64_t)time.wall, (uint64_t)time.busy);
    return time.wall;
}

static void check_pipeline(int team, float turn)
{
    static float cost[PIPELINE_UNITS];
    struct simulated_loop loop = {{PIPELINE_UNITS, team, false}, cost, 400, turn};
    for (int i = 0; i < PIPELINE_UNITS; i++)
        cost[i] = turn * (float)(team - 1); // so that the whole team is busy, one unit each
    double own =
        simulate_pipeline(&loop, &rules, (struct chunk_plan){.own = true, .first = 1}).wall;
    struct chunk_site site = {0};
    double in_blocks = run_pipeline(&loop, &site), total = in_blocks;
    for (int i = 1; i < 200; i++)
        total += run_pipeline(&loop, &site);
    cr_assert_gt(in_blocks, 1.4 * own);
    cr_assert(site.own);
    cr_assert_lt(total, 1.1 * 200 * own);
}

Test(policy_chunk_site, a_pipeline_goes_back_to_its_own_chunk)
{
    check_pipeline(2, 1800);
    check_pipeline(4, 600);
    check_pipeline(8, 600);
}
