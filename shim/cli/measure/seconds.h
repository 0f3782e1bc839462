// SPDX-License-Identifier: MIT
// The clocks of measurements, in seconds.
#ifndef TEAMTRIM_CLI_MEASURE_SECONDS_H
#define TEAMTRIM_CLI_MEASURE_SECONDS_H

#include "shim/cli/seconds.h"

// CPU time of the calling thread.
static inline double seconds_of_thread(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

#endif
