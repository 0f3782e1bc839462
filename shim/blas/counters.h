// SPDX-License-Identifier: MIT
// Level-1 calls counted by routine and by provider, when the log is on.
#ifndef TEAMTRIM_COUNTERS_H
#define TEAMTRIM_COUNTERS_H

#include "shim/blas/call.h"

// Who ran a call, or why it was forwarded: too large, strided, or a matter that no size changes.
enum counted_outcome {
    COUNTED_OTHER,
    COUNTED_STRIDED,
    COUNTED_LARGE,
    COUNTED_KERNEL,
    COUNTED_OUTCOMES
};

// Sizes are counted in buckets of an eighth of a power of two, each with a size that fell in it.
enum { COUNTED_SIZES = 64 * 8 };

struct counters {
    struct counted {
        _Atomic uint64_t calls, ticks, bytes;
    } by[COUNTED_OUTCOMES];
    _Atomic uint32_t sizes[2][COUNTED_SIZES]; // [0] forwarded, [1] kernel
    _Atomic uint64_t example[COUNTED_SIZES];
    _Atomic uint64_t told; // decisions that have been logged, as a set
    _Atomic int team;      // of the last call that was too large
    _Atomic bool spinning; // whether that team spins
};
extern struct counters counters[ROUTINE_COUNT];

// By provider: [0] forwarded, [1] kernel.
struct provider_counters {
    _Atomic uint64_t calls[2], ticks[2];
};
extern struct provider_counters provider_counters[];

void counters_add(const struct call *call, enum counted_outcome outcome, uint64_t ticks);

// The size that half of a routine's calls do not exceed: of those forwarded, of the kernel's, or of
// both. 0 if there are none.
enum { COUNTED_FORWARDED = 1, COUNTED_BY_KERNEL = 2 };
uint64_t counters_median(const struct counters *counters, int of);

#endif
