// SPDX-License-Identifier: MIT
// The clock of what waits and measures, in seconds.
#ifndef TEAMTRIM_CLI_SECONDS_H
#define TEAMTRIM_CLI_SECONDS_H

#include <time.h>

static inline double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double seconds_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

#endif
