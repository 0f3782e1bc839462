// SPDX-License-Identifier: MIT
// What tells a site's small calls from its large ones, where no trip count does: one word of the
// data that the region is given, and a bound. Found from calls of both kinds: a word whose values
// in all small ones lie below those in all large ones. Pure arithmetic.
#ifndef TEAMTRIM_SPLIT_H
#define TEAMTRIM_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

enum { SPLIT_WORDS = 16, SPLIT_NONE = -1 };

// The words of a call: 32 bits each, as the data have them.
struct split_words {
    int32_t at[SPLIT_WORDS];
    int count;
};

// What is known. All zero: nothing. Not thread-safe.
struct split {
    struct split_range {
        int32_t least, most;
    } small[SPLIT_WORDS], large[SPLIT_WORDS];
    uint16_t smalls, larges; // calls seen
    uint8_t wrong;           // of the last calls, about so many against what was found
    bool found;
    int8_t word;   // if found: the first such one
    int32_t bound; // calls whose word is at least this are large
};

// Learns from a call. Words that look like sizes count: from 0 to 2^30. A small call that an
// accident has made long does no harm; when many are wrong, or nothing separates, it begins anew.
// True: what is found has changed.
bool split_observe(struct split *split, const struct split_words *words, bool large);

#endif
