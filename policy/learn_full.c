// SPDX-License-Identifier: MIT
// The learner on the full team: judges runs until fewer threads are worth it.
#include "policy/learn_inner.h"

enum {
    CURIOUS_STREAK = 64, // as LEARN_FIRST_STREAK where work seems too large: memory-bound, perhaps
    MOST_LOSSES = 8,     // 4 << 8 = 1024 runs
    FIRST_PAYMENT = 2,   // an 8th of full time pays off the first loss
    SLOWEST_PAYMENT = 6, // and a 64th the later ones
    ISOLATED = 32,       // calls between a return and a loss that may be an accident
    FORGIVEN = 4,        // so many losses that no large run confirms need not be paid off
    FORGIVEN_PRICES = 64,
    MOST_A_RUN = 4 // calls of a streak that one timed run vouches for
};

bool learn_may_part(const struct learner *learner, const struct learn_facts *facts)
{
    return facts->adjustable && learner->rest == 0;
}

static void forget_levels(struct learner *learner)
{
    learner->full = learner->work = (struct learn_level){0};
    learner->streak = 0;
}

void learn_go_full(struct learner *learner, enum learn_reason reason)
{
    learner->trimmed = false;
    learner->resume = learner->steady;
    learner->steady = 0;
    learner->need = LEARN_FIRST_STREAK;
    learner->reason = (uint8_t)reason;
    forget_levels(learner);
}

static void count_loss(struct learner *learner, bool doubles)
{
    if (learner->losses == 0 || (doubles && learner->losses < MOST_LOSSES))
        learner->losses++;
    learner->need = (uint16_t)(4U << learner->losses);
    learner->resume = 0;
}

// After a long call that the account covers the streak does not double: the next return will be
// worth it too.
void learn_take_loss(struct learner *learner, enum learn_reason reason)
{
    bool isolated = learner->account >= 0 && learner->good >= ISOLATED;
    learn_go_full(learner, reason);
    learner->probes = 0;
    learner->unsure = reason == LEARN_GREW;
    if (!isolated)
        count_loss(learner, reason != LEARN_GREW || learner->account < 0);
}

// What was seen on fewer threads was no accident, or its time is over.
static void note_large(struct learner *learner)
{
    if (learner->unsure && learner->need == LEARN_FIRST_STREAK)
        count_loss(learner, learner->account < 0);
    if (learner->losses > 0)
        learner->need = (uint16_t)(4U << learner->losses);
    learner->resume = 0;
    learner->unsure = false;
}

static void pay_off(struct learner *learner, float wall)
{
    unsigned share = 1U << learn_at_most(FIRST_PAYMENT + learner->losses, SLOWEST_PAYMENT);
    double sum = learner->account + (double)wall * (1 + learner->untimed) / share;
    if (learner->account < 0)
        learner->account = sum < 0 ? sum : 0;
}

// Small debts that may come from accidents are forgiven: the 4096 good calls that it takes to
// forget a loss win more than that.
static bool may_return(const struct learner *learner)
{
    double least = learner->unsure && learner->losses <= FORGIVEN ? -FORGIVEN_PRICES : 0;
    return learner->streak >= learner->need && learner->account >= least * (double)learner->price;
}

void learn_trim(struct learner *learner, int team)
{
    learner->chosen = team;
    learner->fewer = (struct learn_level){0};
    learner->trimmed = true;
    learner->reason = team == 1 ? LEARN_SMALL : LEARN_PART;
}

static void leave_full(struct learner *learner, const struct learn_sample *mean, int team)
{
    learn_trim(learner, team);
    learner->price = learn_sample_price(mean);
    learner->steady = learner->resume;
    learner->work = (struct learn_level){0};
    learner->account = learner->account > 0 ? learner->account : 0;
    learner->since_probe = 0;
    learner->good = 0;
}

static enum learn_reason explain_wait(const struct learner *learner)
{
    if (learner->reason == LEARN_PROBING)
        return LEARN_PROBING;
    return learner->losses > 0 || learner->unsure ? LEARN_WAITING : LEARN_LEARNING;
}

static void decide_full(struct learner *learner, const struct learn_facts *facts)
{
    struct learn_sample mean = {facts->team, learner->full.mean, learner->work.mean};
    int team = learn_sample_choose(&mean, learn_may_part(learner, facts));
    bool worth = team < facts->team && learn_sample_predict(&mean, team) <= LEARN_WORTH * mean.wall;
    bool curious = team == 1 && learner->streak >= CURIOUS_STREAK << learner->losses;
    bool wait = learner->streak > 0 && (worth || learner->streak < learner->need);
    if ((worth || curious) && may_return(learner)) {
        leave_full(learner, &mean, team);
    } else if (wait) {
        learner->reason = (uint8_t)explain_wait(learner);
    } else {
        learner->reason = learner->full.count < LEARN_FIRST_STREAK ? LEARN_LEARNING : LEARN_LARGE;
        learner->steady = learn_count_up(learner->steady, 1);
    }
}

// A run is small when it would have been no loss on the threads that the streak aims at. Measured
// by its own wall, so that a preemption, which stretches both, does not end a streak.
void learn_observe_full(struct learner *learner, const struct learn_facts *facts,
                        const struct learn_sample *run)
{
    bool goes_on =
        learner->streak > 0 && learn_sample_predict(run, learner->chosen) <= LEARN_LONG * run->wall;
    int aim = goes_on ? learner->chosen : learn_sample_choose(run, learn_may_part(learner, facts));
    bool small = aim < facts->team;
    unsigned calls = goes_on ? 1U + learner->untimed : 1;
    pay_off(learner, run->wall);
    if (!small)
        note_large(learner);
    if (!goes_on && (small || learner->streak > 0))
        forget_levels(learner);
    learn_level_add(&learner->full, run->wall);
    learn_level_add(&learner->work, run->work);
    learner->chosen = aim;
    learner->streak = small ? learn_count_up(learner->streak, learn_at_most(calls, MOST_A_RUN)) : 0;
    decide_full(learner, facts);
}
