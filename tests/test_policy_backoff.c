// SPDX-License-Identifier: MIT
// The back-off of sched_yield, with a clock of its own: phases, bounds, where a wait ends. Times in
// ns.
#include "policy/policy.h"

#include <criterion/criterion.h>

// A thread and its world: what its loop, a pause, a yield and a sleep take.
struct world {
    struct backoff thread;
    struct backoff_rules rules;
    uint64_t now, began;
    uint64_t loop, pause, yield, late;
    uint64_t cpu; // spent
    uint64_t registers;
    unsigned count[BACKOFF_KINDS];
};

static int here, there; // places

static uint64_t same(uint64_t ns)
{
    return ns;
}

static struct world begin(unsigned tries)
{
    struct world w = {.now = 1000000000, .loop = 10, .pause = 40, .yield = 400, .late = 60000};
    backoff_fill_rules(&w.rules, tries, same);
    return w;
}

static uint64_t duration(const struct world *w, const struct backoff_step *step)
{
    if (step->kind == BACKOFF_PAUSE)
        return step->pauses * w->pause;
    return step->kind == BACKOFF_YIELD ? w->yield : step->sleep + w->late;
}

static struct backoff_step try_once(struct world *w, const void *place)
{
    enum { SLEEP_CPU = 5000 };
    w->now += w->loop;
    const struct backoff_caller caller = {.place = place, .registers = w->registers};
    struct backoff_step step = backoff_try(&w->thread, &w->rules, &caller, w->now);
    uint64_t took = duration(w, &step);
    w->now += took;
    w->cpu += w->loop + (step.kind == BACKOFF_SLEEP ? SLEEP_CPU : took);
    w->count[step.kind]++;
    backoff_leave(&w->thread, &w->rules, step.kind, w->now);
    return step;
}

// A wait for something that comes after `length`; returns how much later it is seen.
static uint64_t wait_for(struct world *w, uint64_t length)
{
    uint64_t release = w->now + length;
    while (w->now < release)
        try_once(w, &here);
    return w->now - release;
}

static void work(struct world *w, uint64_t length)
{
    w->now += length;
}

Test(policy_backoff, phases_come_in_order)
{
    struct world w = begin(50);
    enum backoff_kind last = BACKOFF_PAUSE;
    work(&w, 5000000);
    for (uint64_t end = w.now + 5000000; w.now < end;) {
        enum backoff_kind kind = try_once(&w, &here).kind;
        cr_assert_geq(kind, last);
        last = kind;
    }
    cr_expect_gt(w.count[BACKOFF_PAUSE], 10);
    cr_expect_gt(w.count[BACKOFF_YIELD], 100);
    cr_expect_gt(w.count[BACKOFF_SLEEP], 5);
}

Test(policy_backoff, pauses_double_up_to_a_bound)
{
    static const unsigned expected[] = {1, 2, 4, 8, 8, 8};
    struct world w = begin(50);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct backoff_step step = try_once(&w, &here);
        cr_assert_eq(step.kind, BACKOFF_PAUSE);
        cr_expect_eq(step.pauses, expected[i]);
    }
}

Test(policy_backoff, pauses_are_as_many_as_asked_for_and_short_in_all)
{
    struct world fast = begin(50), slow = begin(1000), none = begin(0);
    fast.pause = 3;
    wait_for(&fast, 50000);
    cr_expect_eq(fast.count[BACKOFF_PAUSE], 50);
    wait_for(&slow, 50000);
    cr_expect_leq((slow.count[BACKOFF_PAUSE] - 4) * 8 * slow.pause, BACKOFF_PAUSING);
    wait_for(&none, 50000);
    cr_expect_eq(none.count[BACKOFF_PAUSE], 0);
}

Test(policy_backoff, sleeps_grow_with_the_wait_up_to_a_bound)
{
    struct world w = begin(50);
    uint64_t longest = 0, start = w.now + w.loop;
    while (w.now < start + 20000000) {
        uint64_t waited = w.now + w.loop - start;
        struct backoff_step step = try_once(&w, &here);
        if (step.kind != BACKOFF_SLEEP)
            continue;
        cr_expect_geq(step.sleep, BACKOFF_SLEEP_LEAST);
        cr_expect_leq(step.sleep, BACKOFF_SLEEP_MOST);
        cr_expect(step.sleep <= waited / BACKOFF_SLEEP_SHARE || step.sleep == BACKOFF_SLEEP_LEAST);
        longest = step.sleep > longest ? step.sleep : longest;
    }
    cr_expect_eq(longest, BACKOFF_SLEEP_MOST);
}

// The latency bound, as policy/backoff.h states it, whenever the wait ends.
Test(policy_backoff, nothing_is_seen_later_than_the_bound)
{
    struct world w = begin(50);
    for (uint64_t length = 100; length < 30000000; length += length / 7 + 13) {
        uint64_t bound = length / BACKOFF_SLEEP_SHARE;
        work(&w, 100000);
        if (bound < BACKOFF_SLEEP_LEAST)
            bound = BACKOFF_SLEEP_LEAST;
        if (bound > BACKOFF_SLEEP_MOST)
            bound = BACKOFF_SLEEP_MOST;
        cr_expect_leq(wait_for(&w, length), bound + w.late, "after %lu", (unsigned long)length);
    }
}

// Whoever does not wait long does not sleep.
Test(policy_backoff, short_waits_are_seen_within_a_yield)
{
    struct world w = begin(50);
    for (uint64_t length = 10; length < BACKOFF_AWAKE - 10000; length += length / 5 + 7) {
        work(&w, 20000);
        cr_expect_leq(wait_for(&w, length), w.yield, "after %lu", (unsigned long)length);
    }
    cr_expect_eq(w.count[BACKOFF_SLEEP], 0);
}

Test(policy_backoff, a_long_wait_costs_a_twentieth_of_the_cpu)
{
    struct world w = begin(50);
    wait_for(&w, 1000000000);
    cr_expect_leq(w.cpu, 50000000, "%lu ns", (unsigned long)w.cpu);
}

Test(policy_backoff, a_wait_after_work_begins_anew)
{
    static const uint64_t works[] = {6000, 50000, 1000000};
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        struct world w = begin(50);
        wait_for(&w, 10000000); // asleep at its end
        unsigned slept = w.count[BACKOFF_SLEEP];
        work(&w, works[i]);
        cr_expect_neq(try_once(&w, &here).kind, BACKOFF_SLEEP, "%lu", (unsigned long)works[i]);
        cr_expect_eq(w.count[BACKOFF_SLEEP], slept);
    }
}

// One long wait, then short ones that follow one another at once: the thread must not sleep in them
// for ever. 300 ns is what an empty barrier takes between two waits.
Test(policy_backoff, short_waits_after_a_long_one_are_soon_awake)
{
    struct world w = begin(50);
    wait_for(&w, 10000000);
    for (int i = 0; i < 10; i++) {
        work(&w, 300);
        wait_for(&w, 700);
    }
    unsigned slept = w.count[BACKOFF_SLEEP];
    for (int i = 0; i < 1000; i++) {
        work(&w, 300);
        wait_for(&w, 700);
    }
    cr_expect_eq(w.count[BACKOFF_SLEEP], slept);
}

// Whatever the gaps, registers that are the same in a wait tell the next one.
Test(policy_backoff, a_wait_with_other_registers_begins_anew)
{
    struct world w = begin(50);
    for (int i = 0; i < 100; i++) {
        w.registers++;
        cr_assert_eq(try_once(&w, &here).kind, BACKOFF_PAUSE, "%d", i);
        wait_for(&w, 10000000);
    }
}

// A loop may count its rounds, or may work and yield: it sleeps, but for no more than half the
// time.
Test(policy_backoff, registers_that_always_differ_may_be_work)
{
    struct world w = begin(50);
    uint64_t begin = w.now;
    for (int i = 0; i < 10000; i++) {
        w.registers++;
        try_once(&w, &here);
    }
    uint64_t slept = w.count[BACKOFF_SLEEP] * (w.rules.sleep_least + w.late);
    cr_expect_gt(slept, (w.now - begin) / 3);
    cr_expect_leq(slept, (w.now - begin) * 11 / 20);
}

// Each wait takes one yield, in which the other thread has its turn.
Test(policy_backoff, turns_with_work_in_them_are_no_long_wait)
{
    struct world w = begin(50);
    w.yield = 5000;
    w.loop = 800;
    for (int i = 0; i < 10000; i++)
        try_once(&w, &here);
    cr_expect_eq(w.count[BACKOFF_SLEEP], 0);
}

Test(policy_backoff, another_place_is_another_wait)
{
    struct world w = begin(50);
    wait_for(&w, 10000000);
    cr_expect_eq(try_once(&w, &here).kind, BACKOFF_SLEEP);
    cr_expect_eq(try_once(&w, &there).kind, BACKOFF_PAUSE);
}

// Whoever is waited for may need this CPU.
Test(policy_backoff, pauses_stop_where_a_yield_lets_others_run)
{
    struct world w = begin(50);
    wait_for(&w, 20000); // knows what a yield takes
    w.yield = 20000;
    work(&w, 1000000);
    wait_for(&w, 50000);
    unsigned pauses = w.count[BACKOFF_PAUSE];
    for (int i = 0; i < 20; i++) {
        work(&w, 1000000);
        wait_for(&w, 50000);
    }
    cr_expect_eq(w.count[BACKOFF_PAUSE], pauses);
    w.yield = 400;
    work(&w, 1000000);
    wait_for(&w, 5000);
    work(&w, 1000000);
    wait_for(&w, 5000);
    cr_expect_gt(w.count[BACKOFF_PAUSE], pauses);
}

Test(policy_backoff, pauses_stop_where_one_of_them_was_put_off)
{
    struct world w = begin(50);
    w.pause = 3000000;
    cr_expect_eq(try_once(&w, &here).kind, BACKOFF_PAUSE);
    cr_expect_eq(try_once(&w, &here).kind, BACKOFF_YIELD);
}

// What others do in a yield is no reason to sleep; only many yields are, and a long wait.
Test(policy_backoff, work_of_others_is_not_all_time_awake)
{
    struct world w = begin(50);
    wait_for(&w, 20000);
    w.yield = 100000;
    work(&w, 1000000);
    wait_for(&w, 3 * BACKOFF_AWAKE);
    cr_expect_eq(w.count[BACKOFF_SLEEP], 0);
    wait_for(&w, 3 * BACKOFF_AWAKE);
    cr_expect_gt(w.count[BACKOFF_SLEEP], 0);
}

// Where every try looks like a new wait, the system's yield must still come.
Test(policy_backoff, yields_are_never_left_out_for_ever)
{
    struct world w = begin(50);
    w.loop = 2000;
    for (int i = 0; i < 10000; i++)
        try_once(&w, &here);
    cr_expect_geq(w.count[BACKOFF_YIELD], 10000 / (BACKOFF_STREAK * 50) - 1);
}

// A sleep that takes long keeps its thread awake for longer before the next one, within bounds.
Test(policy_backoff, awake_for_as_long_as_a_sleep_takes)
{
    struct world quick = begin(50), slow = begin(50);
    slow.late = 2000000;
    for (int i = 0; i < 30; i++) {
        work(&quick, 1000000);
        wait_for(&quick, 10000000);
        work(&slow, 1000000);
        wait_for(&slow, 10000000);
    }
    work(&slow, 1000000);
    unsigned slept = slow.count[BACKOFF_SLEEP];
    wait_for(&slow, 900000);
    cr_expect_eq(slow.count[BACKOFF_SLEEP], slept);
    wait_for(&slow, 900000);
    cr_expect_gt(slow.count[BACKOFF_SLEEP], slept);
}
