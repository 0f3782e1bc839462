// SPDX-License-Identifier: MIT
// Searches the best block among powers of two, where the optimum is flat. Pure: times come from a
// function.
#ifndef TEAMTRIM_CLI_BLOCK_SEARCH_H
#define TEAMTRIM_CLI_BLOCK_SEARCH_H

#include <stdbool.h>

enum { BLOCK_SEARCH_MOST = 40 };

// Times by log2 of the block; those tried are low..high.
struct block_search {
    int low, high, limit;           // `limit`: the largest that makes sense
    double time[BLOCK_SEARCH_MOST]; // in any unit
};

// The least time so far of blocks of 2^exponent, after one more run of them.
typedef double block_search_time(void *context, int exponent);

// Begins at 2^guess and goes outwards on either side, until a block takes a tenth longer than the
// best.
void block_search_begin(struct block_search *search, int guess, int limit, block_search_time *time,
                        void *context);

// Runs what was tried once more, and goes further where that changed the picture.
void block_search_repeat(struct block_search *search, block_search_time *time, void *context);

double block_search_best_time(const struct block_search *search);

// The geometric middle of the blocks within 3 % of the best time, by interpolation between powers
// of two. With a cost of a / block for handing out and b * block for the uneven end, which every
// loop has about, this is the optimum, sqrt(a / b), whatever the 3 %; and it hardly moves with
// noise, as the place of the least time does.
double block_search_middle(const struct block_search *search);

#endif
