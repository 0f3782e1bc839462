// SPDX-License-Identifier: MIT
// The clock of measurements.
#include "shim/cli/measure/seconds.h"

#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double seconds_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double seconds_of_thread(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
