// SPDX-License-Identifier: MIT
// What one thread moves by our kernels, from each level of cache and from memory.
#ifndef TEAMTRIM_CLI_BANDWIDTH_H
#define TEAMTRIM_CLI_BANDWIDTH_H

#include <stddef.h>

#include "shim/cli/measure/caches.h"

struct bandwidth {
    char place[32];         // "L1 (48K)", "memory"
    size_t bytes;           // of all vectors of a call
    double dot, copy, axpy; // GB/s, read and written
};

enum { BANDWIDTH_PLACES = CACHES_LEVELS + 1 };

// Fills the places that there are, in about `seconds`; returns how many.
int bandwidth_measure(struct bandwidth places[BANDWIDTH_PLACES], const struct caches *caches,
                      double seconds);

#endif
