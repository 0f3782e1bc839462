// SPDX-License-Identifier: MIT
// The threshold of least regret, its neighbours and its spelling.
#include "shim/cli/measure/threshold.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double least_ratio = 1.5, least_gain = 0.02, least_gain_across = 0.01;

// A tie is the kernel's: the team takes more CPUs for it.
static const double handicap = 1.02;

static int compare_shares(const void *a, const void *b)
{
    const struct trade *x = a, *y = b;
    return (x->share > y->share) - (x->share < y->share);
}

static double loss(const struct trade *trade, bool kernel)
{
    double team = handicap * trade->team;
    double better = trade->kernel < team ? trade->kernel : team;
    return log((kernel ? trade->kernel : team) / better);
}

double threshold_regret(const struct trade *trades, size_t count, double bytes)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += loss(&trades[i], trades[i].share < bytes);
    return count ? sum / (double)count : 0;
}

// How many of the sorted trades go to the kernel, at least regret. Trades of one share go together.
static size_t find_cut(const struct trade *sorted, size_t count)
{
    size_t best = 0;
    double sum = 0, least = 0;
    for (size_t i = 0; i < count; i++) {
        sum += loss(&sorted[i], true) - loss(&sorted[i], false);
        bool last_of_share = i + 1 == count || sorted[i + 1].share > sorted[i].share;
        if (last_of_share && sum < least) {
            least = sum;
            best = i + 1;
        }
    }
    return best;
}

struct threshold threshold_fit(struct trade *trades, size_t count)
{
    struct threshold found = {.trades = count};
    double bytes;
    if (count == 0)
        return found;
    qsort(trades, count, sizeof *trades, compare_shares);
    size_t cut = find_cut(trades, count);
    if (cut == 0) {
        found.edge = THRESHOLD_TEAM_ONLY;
        bytes = trades[0].share / M_SQRT2;
    } else if (cut == count) {
        found.edge = THRESHOLD_KERNEL_ONLY;
        bytes = trades[count - 1].share * M_SQRT2;
    } else {
        found.edge = THRESHOLD_BETWEEN;
        bytes = sqrt(trades[cut - 1].share * trades[cut].share);
    }
    found.bytes = threshold_round(bytes);
    found.regret = threshold_regret(trades, count, (double)found.bytes);
    return found;
}

static double gain(const struct trade *trades, size_t count, uint64_t inherited, uint64_t own)
{
    return threshold_regret(trades, count, (double)inherited) -
           threshold_regret(trades, count, (double)own);
}

static double ratio_of(uint64_t a, uint64_t b)
{
    return a > b ? (double)a / (double)b : (double)b / (double)a;
}

bool threshold_refine(struct trade_set *set, uint64_t inherited, struct threshold *own)
{
    *own = threshold_fit(set->all, set->count);
    if (set->count == 0 || ratio_of(own->bytes, inherited) < least_ratio ||
        gain(set->all, set->count, inherited, own->bytes) < least_gain)
        return false;
    for (int i = 0; i < 2; i++) {
        struct threshold half = threshold_fit(set->half[i], set->count);
        if (gain(set->half[1 - i], set->count, inherited, half.bytes) < least_gain_across)
            return false;
    }
    return true;
}

struct agreement threshold_compare_halves(struct trade_set *set)
{
    struct agreement agreement = {1, 0};
    if (set->count == 0)
        return agreement;
    struct threshold first = threshold_fit(set->half[0], set->count);
    struct threshold second = threshold_fit(set->half[1], set->count);
    agreement.ratio = ratio_of(first.bytes, second.bytes);
    agreement.loss = (gain(set->half[0], set->count, second.bytes, first.bytes) +
                      gain(set->half[1], set->count, first.bytes, second.bytes)) /
                     2;
    return agreement;
}

double threshold_lost_percent(double regret)
{
    return 100 * (exp(regret) - 1);
}

uint64_t threshold_round(double bytes)
{
    double unit = bytes < 9.95 * 0x1p20 ? 0x1p10 : 0x1p20, step = unit;
    if (!(bytes > unit))
        return (uint64_t)unit;
    while (bytes / step >= 99.5)
        step *= 10;
    return (uint64_t)(round(bytes / step) * step);
}

const char *threshold_spell(uint64_t bytes, char text[SIZE_TEXT])
{
    const uint64_t K = UINT64_C(1) << 10, M = UINT64_C(1) << 20;
    if (bytes >= 10 * M && bytes % M == 0)
        snprintf(text, SIZE_TEXT, "%" PRIu64 "M", bytes / M);
    else if (bytes >= K && bytes % K == 0)
        snprintf(text, SIZE_TEXT, "%" PRIu64 "K", bytes / K);
    else
        snprintf(text, SIZE_TEXT, "%" PRIu64, bytes);
    return text;
}
