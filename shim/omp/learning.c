// SPDX-License-Identifier: MIT
// Learners hold no lock on the way in: a call reads the team that the last observed one left.
#include "shim/omp/learning.h"

static struct learn_facts facts_of(const struct site *site, int full)
{
    // A lazy team is whole, or one thread.
    bool lazy = site->policy.mode != POLICY_REGION_TRIM;
    bool parts = site->adjustable && site->policy.mode == POLICY_REGION_TRIM;
    return (struct learn_facts){.team = full, .adjustable = parts, .lazy = lazy};
}

bool learning_prefers_one(struct site_class *c, int full)
{
    return atomic_load_explicit(&c->team, memory_order_relaxed) == 1 &&
           atomic_load_explicit(&c->full, memory_order_relaxed) == full;
}

// Another thread's step may be lost: then one more call goes untimed.
bool learning_is_due(struct site_class *c)
{
    unsigned untimed = atomic_load_explicit(&c->untimed, memory_order_relaxed);
    if (untimed == 0)
        return true;
    atomic_store_explicit(&c->untimed, untimed - 1, memory_order_relaxed);
    return false;
}

int learning_choose(struct fork_choice *choice, int full)
{
    struct site_class *c = &choice->site->classes[choice->class];
    int team = atomic_load_explicit(&c->team, memory_order_relaxed);
    bool known = team != 0 && atomic_load_explicit(&c->full, memory_order_relaxed) == full;
    choice->learns = true;
    choice->full = full;
    choice->timed = learning_is_due(c) || !known;
    if (!known) {
        struct learn_facts facts = facts_of(choice->site, full);
        team = learn_start(&facts).team;
    }
    return team < full ? team : full;
}

static void publish(struct site *site, int class)
{
    struct site_class *c = &site->classes[class];
    uint32_t bit = UINT32_C(1) << class;
    atomic_store_explicit(&c->price, clock_ticks_of((uint64_t)c->learner.price),
                          memory_order_relaxed);
    atomic_store_explicit(&c->full, c->learner.team, memory_order_relaxed);
    atomic_store_explicit(&c->team, c->next.team, memory_order_relaxed);
    atomic_store_explicit(&c->untimed, c->next.untimed, memory_order_relaxed);
    if (c->next.one)
        c->one = c->next.one;
    if (c->next.team == 1)
        atomic_fetch_or_explicit(&site->lazy_classes, bit, memory_order_relaxed);
    else
        atomic_fetch_and_explicit(&site->lazy_classes, ~bit, memory_order_relaxed);
}

// Whether the whole team would have been worth its price.
static bool was_large(const struct learner *learner, const struct learn_run *run, int full)
{
    double work = (double)run->work, share = work / full;
    double price = learner->price > 0 ? (double)learner->price : (double)run->wall - share;
    return run->promoted || work - share > price;
}

static void learn_split(struct site *site, const struct learning_run *run,
                        const struct learn_run *learned)
{
    struct split *split = &site->split;
    if (!run->words ||
        !split_observe(split, run->words, was_large(&site->classes[0].learner, learned, run->full)))
        return;
    atomic_store_explicit(&site->split_word, split->word, memory_order_relaxed);
    atomic_store_explicit(&site->split_bound, split->bound, memory_order_relaxed);
    atomic_store_explicit(&site->words_matter, split->found, memory_order_release);
}

void learning_observe(const struct learning_run *run)
{
    struct site *site = run->site;
    struct site_class *c = &site->classes[run->class];
    struct learn_facts facts = facts_of(site, run->full);
    const struct learn_run learned = {.team = run->team,
                                      .wall = clock_nanoseconds_of(run->wall),
                                      .work = clock_nanoseconds_of(run->work),
                                      .promoted = run->promoted};
    if (atomic_flag_test_and_set_explicit(&site->learning, memory_order_acquire))
        return;
    learn_split(site, run, &learned);
    c->next = learn_observe(&c->learner, &facts, &learned);
    publish(site, run->class);
    atomic_flag_clear_explicit(&site->learning, memory_order_release);
}

void learning_rescued(struct site *site, int class, bool running)
{
    struct site_class *c = &site->classes[class];
    bool before = atomic_fetch_add_explicit(&site->rescued, 1, memory_order_relaxed) > 0;
    if (!running || before)
        site_rule_out(site,
                      running ? "it had to be rescued again" : "its threads wait for one another");
    atomic_store_explicit(&c->team, c->learner.team, memory_order_relaxed);
    atomic_store_explicit(&c->untimed, 0, memory_order_relaxed);
    atomic_fetch_and_explicit(&site->lazy_classes, ~(UINT32_C(1) << class), memory_order_relaxed);
}
