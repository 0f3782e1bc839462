// SPDX-License-Identifier: MIT
// The search for the word that splits.
#include "policy/split.h"

enum { ENOUGH = 3, MOST = 1 << 30, PATIENCE = 64, MOST_WRONG = 12 };

static bool is_size(int32_t word)
{
    return word >= 0 && word <= MOST;
}

static void widen(struct split_range *range, int32_t word, bool first)
{
    if (first || word < range->least)
        range->least = word;
    if (first || word > range->most)
        range->most = word;
}

static bool separates(const struct split *split, int word)
{
    const struct split_range *small = &split->small[word], *large = &split->large[word];
    return is_size(small->least) && is_size(large->most) && small->most < large->least;
}

// Half way by ratio: without libm, the largest 2^k times the small one's most that is below.
static int32_t bound_of(int32_t small, int32_t large)
{
    int64_t low = small < 1 ? 1 : small, high = large;
    while (low * 2 < high) {
        low *= 2;
        high = high / 2 > low ? high / 2 : low;
    }
    return (int32_t)(high > small ? high : small + 1);
}

static bool find(struct split *split)
{
    for (int word = 0; word < SPLIT_WORDS; word++) {
        if (!separates(split, word))
            continue;
        split->found = true;
        split->word = (int8_t)word;
        split->bound = bound_of(split->small[word].most, split->large[word].least);
        return true;
    }
    return false;
}

static void note(struct split *split, const struct split_words *words, bool large)
{
    struct split_range *ranges = large ? split->large : split->small;
    uint16_t *calls = large ? &split->larges : &split->smalls;
    for (int word = 0; word < SPLIT_WORDS; word++)
        widen(&ranges[word], word < words->count ? words->at[word] : -1, *calls == 0);
    *calls += *calls < UINT16_MAX;
}

static bool begin_anew(struct split *split)
{
    bool found = split->found;
    *split = (struct split){.found = false};
    return found;
}

bool split_observe(struct split *split, const struct split_words *words, bool large)
{
    if (!split->found) {
        note(split, words, large);
        if (split->smalls < ENOUGH || split->larges < ENOUGH)
            return split->smalls + split->larges > PATIENCE && begin_anew(split);
        return find(split) || (split->smalls + split->larges > PATIENCE && begin_anew(split));
    }
    bool told = split->word < words->count && words->at[split->word] >= split->bound;
    split->wrong = told == large ? split->wrong - (split->wrong > 0) : split->wrong + 2;
    return split->wrong > MOST_WRONG && begin_anew(split);
}
