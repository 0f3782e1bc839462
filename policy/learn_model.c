// SPDX-License-Identifier: MIT
// What the learner calculates with: counts, robust means, and the model in learn.h.
#include "policy/learn_inner.h"

static const float PART = 0.9F; // a part of the team must promise to beat both its ends by this

unsigned learn_at_most(unsigned value, unsigned most)
{
    return value < most ? value : most;
}

uint16_t learn_count_up(uint16_t count, unsigned more)
{
    return (uint16_t)learn_at_most(count + more, UINT16_MAX);
}

float learn_smaller(float a, float b)
{
    return a < b ? a : b;
}

float learn_larger(float a, float b)
{
    return a > b ? a : b;
}

static float find_median(float a, float b, float c)
{
    return learn_larger(learn_smaller(a, b), learn_smaller(learn_larger(a, b), c));
}

// The smallest of three begins, for time is lost by accident and never won. From then on the mean
// follows medians, each by an eighth of itself at most: two accidents in a row move it little.
void learn_level_add(struct learn_level *level, float value)
{
    float median = find_median(level->last[0], level->last[1], value);
    float bounded = learn_larger(level->mean / 2, learn_smaller(median, level->mean * 1.5F));
    if (level->count == 0)
        level->mean = value;
    else if (level->count < 3)
        level->mean = learn_smaller(level->mean, value);
    else
        level->mean += (bounded - level->mean) / 4;
    level->last[1] = level->last[0];
    level->last[0] = value;
    level->count += level->count < UINT32_MAX;
}

float learn_sample_price(const struct learn_sample *sample)
{
    return sample->wall - sample->work / (float)sample->n;
}

float learn_sample_predict(const struct learn_sample *sample, int team)
{
    float others = (float)(team - 1) / (float)(sample->n - 1);
    return sample->work / (float)team + learn_sample_price(sample) * others;
}

// The k that minimises work / k + price * (k - 1) / (n - 1) is the root of work * (n - 1) / price;
// by halving, for libm may not be at hand.
static int sample_best_part(const struct learn_sample *sample)
{
    int low = 1, high = sample->n - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (learn_sample_predict(sample, middle + 1) < learn_sample_predict(sample, middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The team to aim at: a part, one thread, or n. One thread even where it seems to be slower by
// half: threads that compete for memory make work look larger than it would be on one.
int learn_sample_choose(const struct learn_sample *sample, bool parts)
{
    int part = parts ? sample_best_part(sample) : 1;
    float ends = learn_smaller(sample->wall, sample->work);
    if (part > 1 && learn_sample_predict(sample, part) < PART * ends)
        return part;
    return sample->work <= LEARN_LONG * sample->wall ? 1 : sample->n;
}

// Unknown work is taken for the most that it can be: nobody ever waited.
struct learn_sample learn_sample_of(const struct learn_run *run, int n)
{
    float wall = learn_larger(1, (float)run->wall),
          most = wall * (float)(run->promoted ? n : run->team);
    float work = run->work > 0 ? learn_smaller((float)run->work, most) : most;
    return (struct learn_sample){n, wall, work};
}

float learn_predict_full(const struct learner *learner, float work)
{
    return learner->price + work / (float)learner->team;
}
