// SPDX-License-Identifier: MIT
// Learners hold no lock on the way in: a call reads the team that the last observed one left.
#include "shim/omp/learning.h"

#include "shim/omp/report.h"

static struct learn_facts facts_of(const struct site *site, int full)
{
    return (struct learn_facts){.team = full, .adjustable = site->adjustable};
}

int learning_choose(struct fork_choice *choice, int full)
{
    struct site_class *c = &choice->site->classes[choice->class];
    int team = atomic_load_explicit(&c->team, memory_order_relaxed);
    unsigned untimed = atomic_load_explicit(&c->untimed, memory_order_relaxed);
    choice->learns = true;
    choice->full = full;
    choice->timed = untimed == 0 || team == 0;
    if (untimed) // another thread's step may be lost: then one more call goes untimed
        atomic_store_explicit(&c->untimed, untimed - 1, memory_order_relaxed);
    if (team == 0) {
        struct learn_facts facts = facts_of(choice->site, full);
        team = learn_start(&facts).team;
    }
    return team < full ? team : full;
}

static void learn(const struct fork_choice *choice, const struct learn_run *run)
{
    struct site *site = choice->site;
    struct site_class *c = &site->classes[choice->class];
    struct learn_facts facts = facts_of(site, choice->full);
    if (atomic_flag_test_and_set_explicit(&site->learning, memory_order_acquire))
        return;
    c->next = learn_observe(&c->learner, &facts, run);
    atomic_store_explicit(&c->team, c->next.team, memory_order_relaxed);
    atomic_store_explicit(&c->untimed, c->next.untimed, memory_order_relaxed);
    atomic_flag_clear_explicit(&site->learning, memory_order_release);
}

void learning_observe(const struct fork_choice *choice, uint64_t wall, uint64_t work,
                      uint64_t longest)
{
    report_times(choice, wall, longest);
    if (!choice->learns)
        return;
    bool whole = choice->way == SITE_TEAM && choice->team == 0;
    struct learn_run run = {
        .team = choice->way == SITE_TRIMMED ? 1
                : whole                     ? choice->full
                                            : (int)choice->team,
        .wall = clock_nanoseconds_of(wall),
        .work = clock_nanoseconds_of(work),
    };
    learn(choice, &run);
}
