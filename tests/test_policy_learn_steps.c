// SPDX-License-Identifier: MIT
// The learner of trimmed regions, run by run.
#include "policy/learn.h"

#include <criterion/criterion.h>

// A site: 1 us of work, 10 us for a fork, 4 threads; `learner` has seen nothing yet.
struct site {
    struct learn_facts facts;
    struct learner learner;
    struct learn_next next;
};

enum { SMALL = 1000, PRICE = 10000, LARGE = 1000000 };

static struct site site_make(int team)
{
    struct site site = {.facts = {team, false}};
    site.next = learn_start(&site.facts);
    return site;
}

static void observe(struct site *site, int team, uint64_t wall, uint64_t work)
{
    struct learn_run run = {team, wall, work, false};
    site->next = learn_observe(&site->learner, &site->facts, &run);
}

// A timed run of so much work on the team that was asked for.
static void run(struct site *site, uint64_t work)
{
    int team = site->next.team;
    uint64_t others = (uint64_t)(team - 1), all = (uint64_t)(site->facts.team - 1);
    observe(site, team, work / (uint64_t)team + PRICE * others / all, work);
}

static void run_times(struct site *site, uint64_t work, int times)
{
    while (times-- > 0)
        run(site, work);
}

// Calls on the full team until the site is back on fewer threads.
static unsigned count_full(struct site *site)
{
    unsigned calls = 0;
    while (site->next.team == site->facts.team && calls < 100000) {
        calls += 1 + site->next.untimed;
        run(site, SMALL);
    }
    return calls;
}

Test(policy_learn_steps, classes)
{
    static const struct {
        int64_t trips;
        int class;
    } rows[] = {{-1, 0},     {INT64_MIN, 0}, {0, 1},         {1, 1},    {2, 2},
                {3, 2},      {4, 3},         {511, 9},       {512, 10}, {65535, 16},
                {65536, 17}, {131072, 17},   {INT64_MAX, 17}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_assert_eq(learn_class(rows[i].trips), rows[i].class);
}

Test(policy_learn_steps, a_learner_is_small)
{
    cr_assert_leq(sizeof(struct learner), 96);
}

Test(policy_learn_steps, three_full_runs_come_first)
{
    struct site site = site_make(4);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(site.next.team, 4);
        cr_assert_eq(site.next.untimed, 0);
        cr_assert_eq(site.next.reason, LEARN_LEARNING);
        run(&site, SMALL);
    }
    cr_assert_eq(site.next.team, 1);
    cr_assert_eq(site.next.reason, LEARN_SMALL);
    cr_assert_eq(site.next.untimed, 0);
}

Test(policy_learn_steps, the_log_has_figures)
{
    struct site site = site_make(4);
    run_times(&site, SMALL, 10);
    cr_assert_eq(site.next.one, SMALL);
    cr_assert_eq(site.next.full, SMALL / 4 + PRICE);
}

// The first region of a program creates the threads.
Test(policy_learn_steps, a_dear_first_run_proves_nothing)
{
    struct site site = site_make(4);
    observe(&site, 4, 500000, LARGE / 10);
    for (int i = 0; i < 20; i++) {
        run(&site, LARGE / 10);
        cr_assert_eq(site.next.team, 4);
    }
}

Test(policy_learn_steps, two_dear_runs_prove_nothing)
{
    struct site site = site_make(4);
    observe(&site, 4, 500000, 2 * PRICE);
    observe(&site, 4, 500000, 2 * PRICE);
    run(&site, 2 * PRICE);
    cr_assert_eq(site.next.team, 4);
}

Test(policy_learn_steps, unknown_work_keeps_the_team)
{
    struct site site = site_make(2);
    for (int i = 0; i < 1000; i++) {
        observe(&site, 2, PRICE, 0);
        cr_assert_eq(site.next.team, 2);
    }
}

Test(policy_learn_steps, sixty_four_calls_are_timed_before_any_is_not)
{
    struct site site = site_make(4);
    unsigned most = 0;
    run_times(&site, SMALL, 3);
    for (int i = 0; i < 64; i++) {
        cr_assert_eq(site.next.untimed, 0);
        run(&site, SMALL / 4);
    }
    for (int i = 0; i < 200; i++) {
        most = site.next.untimed > most ? site.next.untimed : most;
        run(&site, SMALL / 4);
    }
    cr_assert_eq(most, 15);
}

Test(policy_learn_steps, long_calls_that_win_little_are_all_timed)
{
    struct site site = site_make(4);
    run_times(&site, 8 * SMALL, 400);
    cr_assert_eq(site.next.team, 1);
    cr_assert_eq(site.next.untimed, 0);
}

Test(policy_learn_steps, large_sites_are_sampled)
{
    struct site site = site_make(4);
    unsigned most = 0;
    for (int i = 0; i < 1000; i++) {
        most = site.next.untimed > most ? site.next.untimed : most;
        run(&site, LARGE);
    }
    cr_assert_eq(most, 63);
    run(&site, SMALL);
    cr_assert_eq(site.next.untimed, 0);
}

Test(policy_learn_steps, a_long_call_calls_the_team_at_once)
{
    struct site site = site_make(4);
    run_times(&site, SMALL, 200);
    cr_assert_eq(site.next.team, 1);
    run(&site, LARGE);
    cr_assert_eq(site.next.team, 4);
    cr_assert_eq(site.next.untimed, 0);
    cr_assert_eq(site.next.reason, LEARN_GREW);
}

Test(policy_learn_steps, one_preemption_is_soon_forgotten)
{
    struct site site = site_make(4);
    run_times(&site, SMALL, 300);
    unsigned before = site.next.untimed;
    run(&site, 50 * SMALL);
    cr_assert_eq(site.next.reason, LEARN_GREW);
    cr_assert_eq(count_full(&site), 3);
    cr_assert_gt(before, 0);
    cr_assert_gt(site.next.untimed, 0);
}

Test(policy_learn_steps, a_loss_that_the_team_confirms_takes_a_streak)
{
    struct site site = site_make(4);
    run_times(&site, SMALL, 300);
    run(&site, LARGE);
    run(&site, LARGE);
    cr_assert_eq(site.next.team, 4);
    cr_assert_geq(count_full(&site), 8);
}

Test(policy_learn_steps, a_streak_must_not_be_interrupted)
{
    struct site site = site_make(4);
    run_times(&site, SMALL, 3);
    run(&site, LARGE);
    for (int i = 0; i < 50; i++) {
        run_times(&site, SMALL, 7);
        cr_assert_eq(site.next.team, 4);
        run(&site, LARGE);
    }
}

Test(policy_learn_steps, each_loss_doubles_the_streak)
{
    struct site site = site_make(4);
    unsigned need = 8;
    run_times(&site, SMALL, 3);
    for (int i = 0; i < 12; i++) {
        cr_assert_eq(site.next.team, 1);
        run(&site, 30 * SMALL);
        unsigned calls = count_full(&site);
        cr_assert(calls >= need && calls < need + 4, "%u for %u", calls, need);
        need = need < 1024 ? need * 2 : 1024;
    }
}

Test(policy_learn_steps, losses_are_forgotten_after_thousands_of_good_calls)
{
    struct site site = site_make(4);
    run_times(&site, SMALL, 3);
    for (int i = 0; i < 8; i++) {
        run(&site, 30 * SMALL);
        count_full(&site);
    }
    cr_assert_eq(site.learner.losses, 8);
    for (int calls = 0; calls < 50000; calls += 1 + (int)site.next.untimed)
        run(&site, SMALL);
    cr_assert_lt(site.learner.losses, 4);
}

// No call is ever long: two threads are at most twice as fast.
Test(policy_learn_steps, slow_drift_calls_the_team)
{
    struct site site = site_make(2);
    run_times(&site, SMALL, 100);
    for (uint64_t work = SMALL; work < 3 * PRICE; work += SMALL / 10)
        run(&site, work);
    cr_assert_eq(site.next.team, 2);
}

Test(policy_learn_steps, another_team_size_is_another_site)
{
    struct site site = site_make(4);
    run_times(&site, SMALL, 100);
    site.facts.team = 8;
    run(&site, SMALL);
    cr_assert_eq(site.next.team, 8);
    cr_assert_eq(site.next.one, 0);
    cr_assert_eq(count_full(&site), 3);
}

Test(policy_learn_steps, a_team_of_one_needs_no_learning)
{
    struct site site = site_make(1);
    cr_assert_eq(site.next.team, 1);
    observe(&site, 1, SMALL, SMALL);
    cr_assert_eq(site.next.team, 1);
    cr_assert_gt(site.next.untimed, 0);
}

// Another thread's call, begun before the decision changed.
Test(policy_learn_steps, late_runs_change_nothing)
{
    struct site site = site_make(4);
    run_times(&site, SMALL, 10);
    observe(&site, 4, LARGE, LARGE);
    observe(&site, 3, LARGE, LARGE);
    cr_assert_eq(site.next.team, 1);
    run(&site, LARGE);
    observe(&site, 1, LARGE, LARGE);
    cr_assert_eq(site.next.team, 4);
    cr_assert_eq(site.next.reason, LEARN_GREW);
}

Test(policy_learn_steps, a_part_that_is_no_better_is_given_up)
{
    struct site site = site_make(24);
    int part = 0, tried = 0;
    site.facts.adjustable = true;
    for (int i = 0; i < 40; i++) {
        part = site.next.team;
        tried += part > 1 && part < 24;
        if (part == 24)
            observe(&site, 24, PRICE + 10 * SMALL / 24, 10 * SMALL);
        else
            observe(&site, part, 10 * SMALL, 10 * SMALL);
    }
    cr_assert(tried > 0 && tried <= 8, "%d", tried);
    cr_assert(part == 1 || part == 24);
}

Test(policy_learn_steps, a_part_becomes_another_without_the_whole)
{
    struct site site = site_make(24);
    site.facts.adjustable = true;
    run_times(&site, 10 * SMALL, 20);
    int before = site.next.team;
    for (int i = 0; i < 40; i++) {
        run(&site, 40 * SMALL);
        cr_assert_lt(site.next.team, 24);
    }
    cr_assert_gt(site.next.team, before);
}

Test(policy_learn_steps, a_team_that_can_no_longer_be_adjusted_is_whole_or_one)
{
    struct site site = site_make(24);
    site.facts.adjustable = true;
    run_times(&site, 10 * SMALL, 10);
    cr_assert(site.next.team > 1 && site.next.team < 24);
    site.facts.adjustable = false;
    run(&site, 10 * SMALL);
    cr_assert_eq(site.next.team, 24);
}

Test(policy_learn_steps, nonsense_is_survived)
{
    static const uint64_t values[] = {0, 1, 1000, UINT32_MAX, UINT64_MAX};
    struct site site = site_make(65536);
    site.facts.adjustable = true;
    for (unsigned i = 0; i < 5000; i++) {
        observe(&site, site.next.team, values[i % 5], values[i / 5 % 5]);
        cr_assert(site.next.team >= 1 && site.next.team <= 65536);
        cr_assert_leq(site.next.untimed, 63);
    }
}
