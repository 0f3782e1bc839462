// SPDX-License-Identifier: MIT
// The learner on fewer threads: keeps the account, and goes back to the full team.
#include "policy/learn_inner.h"

enum {
    FORGET = 4096,      // good calls that undo one loss
    MOST_PRICES = 2048, // what can be saved up in the account
    MEASURED = 8,       // runs after which a mean may refuse a part of the team
    REST = 64,          // timed runs between two trials of a part, doubling
    MOST_REFUSALS = 8,
    PROBE = 256, // full walls spent on fewer threads between probes, doubling
    MOST_PROBES = 2
};

static const float WORSE = 1.1F;     // fewer threads are given up above this share of full time
static const float PART = 0.95F;     // a part of the team is refused above this share of its ends
static const float RETARGET = 0.8F;  // and left for another that should be this much better
static const double MOST_LOST = 1e9; // ns a call, for it may be a machine that was suspended

// What is won counts from the moment that the price is sure.
static void keep_account(struct learner *learner, double won)
{
    double most = (double)learner->price * MOST_PRICES;
    double calls = 1.0 + learner->untimed;
    if (won < 0)
        learner->account += (won > -MOST_LOST ? won : -MOST_LOST) * calls;
    else if (learner->fewer.count >= LEARN_FIRST_STREAK && learner->account < most)
        learner->account += won * calls;
}

static void count_good(struct learner *learner, bool won)
{
    uint32_t before = learner->good / FORGET;
    learner->steady = won ? learn_count_up(learner->steady, 1) : 0;
    learner->good += 1U + learner->untimed;
    if (learner->good / FORGET != before && learner->losses > 0)
        learner->losses--;
}

// Work is an estimate: too large where threads compete for memory, too small where the time to a
// barrier was all that was seen. What one thread took by itself, right after, mends the price.
static void refine_price(struct learner *learner)
{
    float alone = learner->fewer.mean / (float)learner->team;
    if (learner->chosen == 1 && learner->fewer.count == LEARN_FIRST_STREAK)
        learner->price = learn_larger(0, learner->full.mean - alone);
}

static bool is_worse_than_full(const struct learner *learner)
{
    float limit = learner->account < 0 ? 1 : WORSE;
    return learner->fewer.count >= LEARN_FIRST_STREAK &&
           learner->fewer.mean > limit * learn_predict_full(learner, learner->work.mean);
}

static bool is_useless_part(const struct learner *learner)
{
    float ends = learn_smaller(learner->work.mean, learn_predict_full(learner, learner->work.mean));
    return learner->chosen > 1 && learner->fewer.count >= MEASURED &&
           learner->fewer.mean > PART * ends;
}

static void refuse_part(struct learner *learner)
{
    float full = learn_predict_full(learner, learner->work.mean);
    learner->rest = (uint16_t)(REST << learner->refusals);
    learner->refusals += learner->refusals < MOST_REFUSALS;
    if (learner->work.mean > LEARN_WORTH * full) {
        learn_go_full(learner, LEARN_LEARNING);
        return;
    }
    learn_trim(learner, 1);
    learner->steady = 0;
}

// Follows work that has changed to another part of an adjustable team.
static void retarget(struct learner *learner, const struct learn_facts *facts)
{
    float work = learner->work.mean;
    struct learn_sample mean = {facts->team, learn_predict_full(learner, work), work};
    int team = learn_sample_choose(&mean, learn_may_part(learner, facts)), now = learner->chosen;
    if (team == facts->team || learner->fewer.count < MEASURED)
        return;
    if (2 * team < 3 * now && 2 * now < 3 * team)
        return;
    if (learn_sample_predict(&mean, team) > RETARGET * learner->fewer.mean)
        return;
    learn_trim(learner, team);
    learner->steady = 0;
}

static bool is_time_to_probe(struct learner *learner, float wall)
{
    float interval = learner->full.mean * (float)(PROBE << learner->probes);
    learner->since_probe += wall * (float)(1 + learner->untimed);
    return learner->since_probe > interval;
}

static void probe(struct learner *learner)
{
    learn_go_full(learner, LEARN_PROBING);
    learner->probes += learner->probes < MOST_PROBES;
}

void learn_observe_fewer(struct learner *learner, const struct learn_facts *facts,
                         const struct learn_sample *run)
{
    float full = learn_predict_full(learner, run->work);
    keep_account(learner, (double)full - (double)run->wall);
    learn_level_add(&learner->fewer, run->wall);
    learn_level_add(&learner->work, run->work);
    refine_price(learner);
    if (run->wall > LEARN_LONG * full) {
        learn_take_loss(learner, LEARN_GREW);
    } else if (is_worse_than_full(learner)) {
        learn_take_loss(learner, LEARN_LARGE);
    } else if (is_useless_part(learner)) {
        refuse_part(learner);
    } else {
        count_good(learner, run->wall < full);
        retarget(learner, facts);
        if (is_time_to_probe(learner, run->wall))
            probe(learner);
    }
}
