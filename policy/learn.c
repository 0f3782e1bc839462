// SPDX-License-Identifier: MIT
// The learner: what goes in and what comes next. Full team: learn_full.c; else learn_fewer.c.
#include "policy/learn_inner.h"

enum {
    SETTLED = 64,    // timed runs on fewer threads before any is left untimed
    STEP = 16,       // timed runs before the number of untimed ones doubles
    SPOTLESS = 512,  // timed runs without a loss before it doubles once more
    LONG_STREAK = 64 // waiting for more than this, not every run need be timed
};

static const float WORTH_TIMING = 8192; // ns between two timed runs

int learn_class(int64_t trips)
{
    int bits = 1;
    if (trips < 0)
        return 0;
    for (; trips > 1 && bits < LEARN_CLASSES - 1; trips >>= 1)
        bits++;
    return bits;
}

// Where little is won and calls are long, timing each costs nothing that matters, and no loss is
// missed. Where much is won, a call full of bad luck had better be missed.
static unsigned find_trimmed_steps(const struct learner *learner)
{
    unsigned grown = learner->steady < SETTLED ? 0 : (learner->steady - SETTLED) / STEP + 1;
    bool spotless = learner->losses == 0 && learner->steady >= SPOTLESS;
    unsigned steps = learn_at_most(grown, spotless ? 5 : 4);
    if (learner->fewer.mean * 3 < learner->full.mean)
        return steps;
    while (steps > 0 && learner->fewer.mean * (float)(1U << steps) > WORTH_TIMING)
        steps--;
    return steps;
}

static unsigned find_steps(const struct learner *learner)
{
    if (learner->trimmed)
        return find_trimmed_steps(learner);
    if (learner->reason == LEARN_LARGE)
        return learn_at_most(learner->steady / STEP, 6);
    return learner->need <= LONG_STREAK ? 0 : learn_at_most(learner->streak / STEP, 2);
}

// Up to a half fewer at random, so that a site whose sizes alternate is not seen at one of them
// alone.
static unsigned find_untimed(struct learner *learner)
{
    unsigned untimed = (1U << find_steps(learner)) - 1;
    learner->random = (uint8_t)(learner->random * 141U + 3U);
    return untimed - (learner->random >> 3) % (untimed / 2 + 1);
}

static uint64_t round_ns(float ns)
{
    return (uint64_t)(learn_smaller(ns, 1e18F) + 0.5F);
}

static struct learn_next learner_next(struct learner *learner, bool lazy)
{
    float work = learner->work.mean;
    float full = learner->trimmed || lazy ? learn_predict_full(learner, work) : learner->full.mean;
    int team = learner->trimmed ? learner->chosen : learner->team;
    learner->untimed = (uint8_t)find_untimed(learner);
    return (struct learn_next){team, learner->untimed, (enum learn_reason)learner->reason,
                               round_ns(work), round_ns(full)};
}

struct learn_next learn_start(const struct learn_facts *facts)
{
    return (struct learn_next){.team = facts->team, .reason = LEARN_LEARNING};
}

static void begin_anew(struct learner *learner, const struct learn_facts *facts)
{
    *learner = (struct learner){.team = facts->team, .need = LEARN_FIRST_STREAK};
}

struct learn_next learn_observe(struct learner *learner, const struct learn_facts *facts,
                                const struct learn_run *run)
{
    struct learn_sample sample = learn_sample_of(run, facts->team);
    bool unfit = learner->trimmed && learner->chosen > 1 && !facts->adjustable;
    if (learner->team != facts->team || unfit)
        begin_anew(learner, facts);
    if (facts->team <= 1)
        return (struct learn_next){.team = 1, .untimed = 63, .reason = LEARN_SMALL};
    learner->rest -= learner->rest > 0;
    if (facts->lazy)
        learn_observe_lazy(learner, &sample, run);
    else if (learner->trimmed && run->team == learner->chosen)
        learn_observe_fewer(learner, facts, &sample);
    else if (!learner->trimmed && run->team == facts->team)
        learn_observe_full(learner, facts, &sample);
    return learner_next(learner, facts->lazy);
}
