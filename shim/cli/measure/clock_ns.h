// SPDX-License-Identifier: MIT
// The clock of the measurements, and how their threads wait for a moment.
#ifndef TEAMTRIM_CLI_CLOCK_NS_H
#define TEAMTRIM_CLI_CLOCK_NS_H

#include <stdint.h>
#include <time.h>

static inline int64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline void clock_relax(void)
{
#if defined __x86_64__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("isb" ::: "memory"); // YIELD is a no-op on most cores
#endif
}

#endif
