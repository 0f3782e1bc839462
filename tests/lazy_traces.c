// SPDX-License-Identifier: MIT
// What sizes the simulated sites of lazy_world.h have, call after call.
#include <math.h>

#include "tests/lazy_world.h"
#include "tests/learn_world.h"

static const double TINY = 0.05, LARGE = 20, MILD = 3;

#define CONSTANT(name, value)                         \
    static double name(uint64_t call, uint64_t calls) \
    {                                                 \
        (void)call, (void)calls;                      \
        return value;                                 \
    }
CONSTANT(always_tiny, TINY)
CONSTANT(always_small, 0.5)
CONSTANT(always_mild, MILD)
CONSTANT(always_large, 50)

static double one_in_20(uint64_t call, uint64_t calls)
{
    (void)calls;
    return call % 20 == 19 ? LARGE : TINY;
}

static double one_in_20_mild(uint64_t call, uint64_t calls)
{
    (void)calls;
    return call % 20 == 19 ? MILD : TINY;
}

static double one_in_20_at_random(uint64_t call, uint64_t calls)
{
    (void)calls;
    return world_random(51, call) < 0.05 ? LARGE : TINY;
}

static double one_in_2(uint64_t call, uint64_t calls)
{
    (void)calls;
    return call % 2 ? LARGE : TINY;
}

static double one_in_2_mild(uint64_t call, uint64_t calls)
{
    (void)calls;
    return call % 2 ? MILD : TINY;
}

static double one_in_2_at_random(uint64_t call, uint64_t calls)
{
    (void)calls;
    return world_random(52, call) < 0.5 ? LARGE : TINY;
}

static double wide_mixture(uint64_t call, uint64_t calls)
{
    (void)calls;
    return exp2(14 * world_random(53, call) - 7);
}

static double narrow_mixture(uint64_t call, uint64_t calls)
{
    (void)calls;
    return exp2(4 * world_random(54, call) - 2);
}

static double drift_up(uint64_t call, uint64_t calls)
{
    return 0.05 * pow(400, (double)call / (double)calls);
}

static double drift_down(uint64_t call, uint64_t calls)
{
    return 20 / pow(400, (double)call / (double)calls);
}

static double phases_of(uint64_t call, uint64_t length)
{
    return call / length % 2 ? LARGE : TINY;
}

static double long_phases(uint64_t call, uint64_t calls)
{
    (void)calls;
    return phases_of(call, 2500);
}

static double short_phases(uint64_t call, uint64_t calls)
{
    (void)calls;
    return phases_of(call, 200);
}

const struct lazy_trace lazy_traces[LAZY_TRACES] = {
    {"tiny", always_tiny, false},
    {"small", always_small, false},
    {"mild", always_mild, false},
    {"large", always_large, false},
    {"19:1", one_in_20, false},
    {"19:1 mild", one_in_20_mild, false},
    {"19:1 at random", one_in_20_at_random, false},
    {"1:1", one_in_2, false},
    {"1:1 mild", one_in_2_mild, false},
    {"1:1 at random", one_in_2_at_random, false},
    {"mixture, 2^14", wide_mixture, false},
    {"mixture, 2^4", narrow_mixture, false},
    {"drift up", drift_up, false},
    {"drift down", drift_down, false},
    {"phases of 2500", long_phases, false},
    {"phases of 200", short_phases, false},
    {"tiny, price changes", always_tiny, true},
    {"mild, price changes", always_mild, true},
};
