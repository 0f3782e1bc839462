// SPDX-License-Identifier: MIT
// What the parts of prog_regions share: the clock, work of a known length, and how calls are timed.
#ifndef TEAMTRIM_BENCH_OMP_TIME_H
#define TEAMTRIM_BENCH_OMP_TIME_H

#include <stdint.h>
#include <time.h>

// How often and how long to measure, as the driver wants it.
struct effort {
    int samples;
    double sample_ns;
};

// Runs the subject `calls` times.
typedef void time_batch(long calls);

enum { TIME_STEPS_PER_US = 700 }; // of time_spend: near a microsecond at 3 GHz

static inline double time_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// Work by count, not by the clock: it stays the same when the thread loses its CPU for a while.
static inline void time_spend(long steps)
{
    uint64_t value = (uint64_t)steps;

    for (; steps > 0; steps--) {
        value = value * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(value)); // each step waits for the last
    }
}

// ns a call: the median of effort's samples, each a batch of about sample_ns or one call. The calls
// that warm up are enough for a library that learns from them.
double time_calls(time_batch *batch, const struct effort *effort);

// ns of a call that may take milliseconds: the median of up to `samples` calls after one that warms
// up. It stops early, after two calls or more, when they have taken `budget_ns`. A call that takes
// longer than that alone is its own warming.
double time_long_call(time_batch *batch, int samples, double budget_ns);

#endif
