// SPDX-License-Identifier: MIT
// A cheap counter of elapsed time.
#ifndef TEAMTRIM_CLOCK_H
#define TEAMTRIM_CLOCK_H

#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

// Ticks of a constant rate; about 10 ns a call.
static inline uint64_t clock_ticks(void)
{
#if defined(__x86_64__)
    return __rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

static inline uint64_t clock_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// Ticks as nanoseconds. The first call watches both clocks for 50 us.
uint64_t clock_nanoseconds_of(uint64_t ticks);

// The other way round.
uint64_t clock_ticks_of(uint64_t nanoseconds);

#endif
