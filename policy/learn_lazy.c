// SPDX-License-Identifier: MIT
// The learner of lazy teams: they are right where they win on the average of late calls, for what a
// wrong guess costs is bounded: a large region is promoted, and takes twice as long at most.
#include "policy/learn_inner.h"

enum {
    FIRST_RUNS = 3,
    PROBE =
        8, // full walls spent lazily between probes, doubling: the first runs may have been cold
    MOST_PROBES = 5,
    ACCIDENTS = 4, // strays that may have been preemptions, and
    FORGET = 512,  // folds that undo one
    REPAYMENT = 8, // of full time, so much pays off
    MEMORY = 16    // calls that the average looks back
};

static const float MOST_LOST = 1e9F; // ns, for it may be a machine that was suspended
static const double STRAY = 12;      // prices lost by one call: as much as one alone may count
static const double WINDFALL = 2;    // and won by one
static const double WORTH = 0.05;    // prices won by the average call: begin to run lazily
static const float CHEAPER = 0.7F;   // a probe that finds so much of the price is looked into

static bool would_be_promoted(const struct learn_sample *run)
{
    return run->work / (float)run->n * (float)(run->n - 2) > learn_sample_price(run);
}

// What running lazily has won by this run, or would have. ns.
static float find_gain(const struct learner *learner, const struct learn_sample *run)
{
    float part = run->work / (float)run->n;
    if (learner->trimmed)
        return learner->price + part - run->wall;
    return would_be_promoted(run) ? -part : run->wall - run->work;
}

// A fold stands for the untimed ones before it, a promoted run only for itself: all of them are
// seen. So does a stray one: it may have been a preemption.
static void take_in(struct learner *learner, double gain, unsigned calls)
{
    double kept = 1;
    double share = gain / (double)learn_larger(1, learner->price);
    if (share < -STRAY)
        share = -STRAY;
    if (share > WINDFALL)
        share = WINDFALL;
    if (share <= -1)
        calls = 1;
    while (calls-- > 0)
        kept *= 1 - 1.0 / MEMORY;
    if (learner->good < MEMORY && 1.0 / (learner->good + 1) < kept)
        kept = 1 - 1.0 / (learner->good + 1);
    learner->account += (share - learner->account) * (1 - kept);
    learner->good += learner->good < MEMORY;
}

// Promoted runs are seen whether timed or not: they are no reason to time the others.
static void count_steady(struct learner *learner, float gain, bool promoted)
{
    if ((gain > 0) == learner->trimmed)
        learner->steady = learn_count_up(learner->steady, 1);
    else if (!promoted)
        learner->steady = 0;
}

static bool has_changed(const struct learn_level *price, float now)
{
    float low = learn_smaller(now, learn_smaller(price->last[0], price->last[1]));
    float high = learn_larger(now, learn_larger(price->last[0], price->last[1]));
    return price->count >= FIRST_RUNS &&
           (low * CHEAPER > price->mean || high < CHEAPER * price->mean);
}

// `full` is the price, here. Three in a row that are quite different are a team that was parked or
// woken.
static void learn_price(struct learner *learner, float price)
{
    if (has_changed(&learner->full, price))
        learner->full.count = 0;
    learn_level_add(&learner->full, learn_larger(0, price));
    learner->price = learner->full.mean;
}

// Folds of which thread 0's part was small, and those of others were not, are not promoted. What
// they cost beyond what the average takes in is paid off, unless they are very rare.
static float count_stray(struct learner *learner, float gain, unsigned calls)
{
    float excess = -gain - (float)STRAY * learn_larger(1, learner->price);
    if (excess > 0) {
        learner->losses += learner->losses < UINT8_MAX;
        return learner->losses > ACCIDENTS ? learn_smaller(excess, MOST_LOST) : 0;
    }
    learner->need = learn_count_up(learner->need, calls);
    if (learner->need >= FORGET) {
        learner->need = 0;
        learner->losses -= learner->losses > 0;
    }
    return 0;
}

static void pay_off(struct learner *learner, float wall)
{
    float paid = wall * (float)(1 + learner->untimed) / REPAYMENT;
    learner->since_probe = learn_larger(0, learner->since_probe - paid);
}

static void go_lazy(struct learner *learner)
{
    learner->trimmed = true;
    learner->chosen = 1;
    learner->steady = learner->resume;
    learner->since_probe = 0;
    learner->fewer = (struct learn_level){0};
    learner->reason = LEARN_SMALL;
}

static void go_full(struct learner *learner, enum learn_reason reason)
{
    learner->trimmed = false;
    learner->since_probe = 0;
    learner->resume = reason == LEARN_PROBING ? learner->steady : 0;
    learner->steady = 0;
    learner->reason = (uint8_t)reason;
}

static void observe_full(struct learner *learner, const struct learn_sample *run)
{
    float price = learn_sample_price(run);
    if (learner->reason == LEARN_PROBING && learner->good > FIRST_RUNS &&
        price < CHEAPER * learner->price) {
        learner->full = (struct learn_level){0};
        learner->good = 0;
        learner->account = 0;
    }
    learn_price(learner, price);
    learn_level_add(&learner->work, run->work);
    float gain = find_gain(learner, run);
    pay_off(learner, run->wall);
    take_in(learner, (double)gain, 1 + learner->untimed);
    count_steady(learner, gain, false);
    if (learner->good < FIRST_RUNS)
        return;
    if (learner->account > WORTH && learner->since_probe <= 0)
        go_lazy(learner);
    else
        learner->reason = LEARN_LARGE;
}

static bool is_time_to_probe(struct learner *learner, float wall, unsigned calls)
{
    float full = learn_predict_full(learner, learner->work.mean);
    learner->since_probe += wall * (float)calls;
    return learner->since_probe > full * (float)(PROBE << learner->probes);
}

static void observe_lazy(struct learner *learner, const struct learn_sample *run, bool promoted)
{
    if (promoted)
        learn_price(learner, run->wall - 2 * run->work / (float)run->n);
    learn_level_add(&learner->work, run->work);
    learn_level_add(&learner->fewer, run->wall);
    float gain = find_gain(learner, run);
    unsigned calls = promoted ? 1 : 1 + learner->untimed;
    take_in(learner, (double)gain, calls);
    count_steady(learner, gain, promoted);
    float debt = promoted ? 0 : count_stray(learner, gain, calls);
    if (learner->account < 0 || debt > 0) {
        learner->probes = 0;
        go_full(learner, promoted || debt > 0 ? LEARN_GREW : LEARN_LARGE);
        learner->since_probe = debt;
    } else if (is_time_to_probe(learner, run->wall, calls)) {
        go_full(learner, LEARN_PROBING);
        learner->probes += learner->probes < MOST_PROBES;
    }
}

void learn_observe_lazy(struct learner *learner, const struct learn_sample *sample,
                        const struct learn_run *run)
{
    if (learner->trimmed && run->team == 1)
        observe_lazy(learner, sample, run->promoted);
    else if (!learner->trimmed && run->team == learner->team)
        observe_full(learner, sample);
}
