// SPDX-License-Identifier: MIT
// The rate of the tick counter.
#include "shim/core/clock.h"

#include <stdatomic.h>

static double measure_rate(void)
{
    uint64_t start = clock_nanoseconds(), first = clock_ticks(), now;
    do {
        now = clock_nanoseconds();
    } while (now - start < 50000);
    return (double)(clock_ticks() - first) / (double)(now - start);
}

static double ticks_per_nanosecond(void)
{
    static _Atomic double rate;
    double known = atomic_load_explicit(&rate, memory_order_relaxed);
    if (known == 0) {
        known = measure_rate();
        atomic_store_explicit(&rate, known, memory_order_relaxed);
    }
    return known;
}

uint64_t clock_nanoseconds_of(uint64_t ticks)
{
    return (uint64_t)((double)ticks / ticks_per_nanosecond());
}

uint64_t clock_ticks_of(uint64_t nanoseconds)
{
    return (uint64_t)((double)nanoseconds * ticks_per_nanosecond());
}
