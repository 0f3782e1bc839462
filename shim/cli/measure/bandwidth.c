// SPDX-License-Identifier: MIT
// Times dot, copy and axpy on vectors that fit each level of cache.
#include "shim/cli/measure/bandwidth.h"

#include <stdio.h>
#include <stdlib.h>

#include "shim/cli/measure/level1.h"
#include "shim/cli/measure/quartiles.h"
#include "shim/cli/measure/seconds.h"
#include "shim/cli/measure/threshold.h"

// The share of a cache that vectors fill: a virtual machine's last level is everybody's.
enum { SHARE = 2, LARGEST = 64 << 20, SAMPLES = 9 };
static const double sample = 200e-6;
static const char *const routines[] = {"ddot", "dcopy", "daxpy"};

static double time_once(const struct level1_row *row, const struct level1_job *job, long calls)
{
    const struct kernels *kernels = kernels_of(kernels_isa_best());
    double begin = seconds_now();
    for (long i = 0; i < calls; i++)
        row->ours(kernels, job);
    return (seconds_now() - begin) / (double)calls;
}

// GB/s; the median of samples, in about `seconds`.
static double measure(const struct level1_row *row, const struct level1_job *job, double seconds)
{
    double times[SAMPLES], end = seconds_now() + seconds;
    double once = time_once(row, job, 1);
    once = time_once(row, job, 2);
    long calls = once < sample ? (long)(sample / once) + 1 : 1;
    size_t used = 0;
    do
        times[used++] = time_once(row, job, calls);
    while (used < SAMPLES && seconds_now() < end);
    return (double)job->n * row->bytes / quartiles_find(times, used).median / 1e9;
}

// Two vectors that together take `bytes`.
static int measure_place(struct bandwidth *place, size_t bytes, double seconds)
{
    double *const figures[] = {&place->dot, &place->copy, &place->axpy};
    struct level1_job job = {.n = (int64_t)(bytes / 2 / sizeof(double)), .stride = 1};
    if (level1_make_vectors(&job, bytes / 2) != 0)
        return -1;
    level1_fill_vectors(&job, bytes / 2, sizeof(double));
    for (int i = 0; i < 3; i++)
        *figures[i] = measure(level1_find(routines[i]), &job, seconds / 3);
    place->bytes = bytes;
    free(job.x);
    return 0;
}

// Of a level that others share, or that is larger than can be filled in time, as much as may be.
static size_t fitting(size_t cache)
{
    return cache / SHARE < LARGEST ? cache / SHARE / 128 * 128 : LARGEST;
}

int bandwidth_measure(struct bandwidth places[BANDWIDTH_PLACES], const struct caches *caches,
                      double seconds)
{
    char text[SIZE_TEXT];
    int count = 0;
    size_t largest = 0;
    for (int i = 0; i < CACHES_LEVELS; i++) {
        if (caches->bytes[i] <= largest)
            continue;
        largest = caches->bytes[i];
        snprintf(places[count].place, sizeof places[count].place, "L%d (%s)", i + 1,
                 threshold_spell(largest, text));
        count += measure_place(&places[count], fitting(largest), seconds / 4) == 0;
    }
    if (4 * largest > LARGEST) // memory alone would take too much of it
        return count;
    snprintf(places[count].place, sizeof places[count].place, "memory");
    size_t memory = largest ? 4 * largest : LARGEST;
    return count + (measure_place(&places[count], memory, seconds / 4) == 0);
}
