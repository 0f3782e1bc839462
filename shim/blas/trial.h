// SPDX-License-Identifier: MIT
// The trial that a provider's routine must pass before our kernel stands in for it: the same bits
// on inputs whose results are exact in any order of operations, with zeros of both signs and
// infinities. It tells apart conventions (a float function that returns a double) and habits (a
// complex vector scaled by a real number as by a complex one) that no name or version tells.
#ifndef TEAMTRIM_TRIAL_H
#define TEAMTRIM_TRIAL_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { TRIAL_LENGTH = 37, TRIAL_FACTORS = 8 };

// Providers treat the first and last elements of a vector otherwise than its middle, so a trial
// runs through several lengths, the longest last. Returns the one after `n`, 0 after the last.
static inline int64_t trial_next_length(int64_t n)
{
    return n < 5 ? n + 1 : n < 9 ? 9 : n < 17 ? 17 : n < TRIAL_LENGTH ? TRIAL_LENGTH : 0;
}

static inline bool trial_same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

#define ELEMENT float
#define SUFFIX(name) name##_float
#include "shim/blas/trial_tpl.h"
#undef ELEMENT
#undef SUFFIX

#define ELEMENT double
#define SUFFIX(name) name##_double
#include "shim/blas/trial_tpl.h"
#undef ELEMENT
#undef SUFFIX

#endif
