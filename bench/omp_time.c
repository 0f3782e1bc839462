// SPDX-License-Identifier: MIT
// How prog_regions times calls.
#include "bench/omp_time.h"

#include "bench/stats.h"

enum { SAMPLES_MAX = 256, WARM_CALLS = 64 };

static const double warm_ns = 2e6, warm_most_ns = 40e6;

static double time_batch_of(time_batch *batch, long calls)
{
    double start = time_now();

    batch(calls);
    return time_now() - start;
}

// Single calls: a batch would be one call to a learner that looks at regions inside.
static void warm_up(time_batch *batch)
{
    double spent = 0;

    for (int call = 0; spent < warm_ns || call < WARM_CALLS; call++) {
        spent += time_batch_of(batch, 1);
        if (spent > warm_most_ns)
            return;
    }
}

static long find_calls(time_batch *batch, double sample_ns)
{
    long calls = 1;
    double ns;

    while ((ns = time_batch_of(batch, calls)) < sample_ns / 4)
        calls *= 2;
    calls = (long)(sample_ns / ns * (double)calls);
    return calls > 0 ? calls : 1;
}

double time_calls(time_batch *batch, const struct effort *effort)
{
    double values[SAMPLES_MAX];
    int count = effort->samples < SAMPLES_MAX ? effort->samples : SAMPLES_MAX;

    warm_up(batch);
    long calls = find_calls(batch, effort->sample_ns);
    for (int i = 0; i < count; i++)
        values[i] = time_batch_of(batch, calls) / (double)calls;
    return stats_median(values, (size_t)count);
}

double time_long_call(time_batch *batch, int samples, double budget_ns)
{
    double values[SAMPLES_MAX], first = time_batch_of(batch, 1), spent = 0;
    int count = 0;

    if (first > budget_ns)
        return first;
    while (count < samples && count < SAMPLES_MAX && (count < 2 || spent < budget_ns)) {
        values[count] = time_batch_of(batch, 1);
        spent += values[count++];
    }
    return stats_median(values, (size_t)count);
}
