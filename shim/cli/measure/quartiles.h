// SPDX-License-Identifier: MIT
// Quartiles of samples, and a store of samples that never fills up.
#ifndef TEAMTRIM_CLI_QUARTILES_H
#define TEAMTRIM_CLI_QUARTILES_H

#include <stddef.h>

struct quartiles {
    double lower, median, upper;
};

// Sorts `values`. Between two samples: linear (Hyndman and Fan's type 7, as R and numpy have it).
// All 0 where there is none.
struct quartiles quartiles_find(double *values, size_t count);

enum { QUARTILES_ROOM = 1 << 14 };

// Samples over the whole of a measurement, however many: when the room is used up, every second one
// goes, and from then on half as many are kept. Zero: none yet.
struct quartiles_store {
    size_t used, seen, skip; // every (skip + 1)th is kept
    double values[QUARTILES_ROOM];
};

void quartiles_add(struct quartiles_store *store, double value);

#endif
