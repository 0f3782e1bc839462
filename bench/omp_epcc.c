// SPDX-License-Identifier: MIT
// Overheads of constructs, by EPCC's method: a construct is run around a delay of 0.1 us many
// times; what it takes beyond the same delays on one thread is its overhead. (J. M. Bull,
// "Measuring Synchronisation and Scheduling Overheads in OpenMP", EWOMP 1999: syncbench and
// schedbench.)
#include <omp.h>
#include <stdio.h>

#include "bench/omp_parts.h"

enum {
    DELAY_STEPS = TIME_STEPS_PER_US / 10,
    ITERATIONS = 128 /* of a thread, as schedbench has */
};

static int chunk; // of the schedules

static void run_reference(long calls)
{
    for (; calls > 0; calls--)
        time_spend(DELAY_STEPS);
}

static void run_parallel(long calls)
{
    for (; calls > 0; calls--) {
#pragma omp parallel
        time_spend(DELAY_STEPS);
    }
}

static void run_for(long calls)
{
#pragma omp parallel
    for (long call = 0; call < calls; call++) {
#pragma omp for
        for (int i = 0; i < omp_get_num_threads(); i++)
            time_spend(DELAY_STEPS);
    }
}

static void run_parallel_for(long calls)
{
    int team = omp_get_max_threads();

    for (; calls > 0; calls--) {
#pragma omp parallel for
        for (int i = 0; i < team; i++)
            time_spend(DELAY_STEPS);
    }
}

static void run_barrier(long calls)
{
#pragma omp parallel
    for (long call = 0; call < calls; call++) {
        time_spend(DELAY_STEPS);
#pragma omp barrier
    }
}

static void run_single(long calls)
{
#pragma omp parallel
    for (long call = 0; call < calls; call++) {
#pragma omp single
        time_spend(DELAY_STEPS);
    }
}

// The calls are shared out: one delay after another, whoever's it is.
static void run_critical(long calls)
{
#pragma omp parallel
    for (long call = omp_get_thread_num(); call < calls; call += omp_get_num_threads()) {
#pragma omp critical
        time_spend(DELAY_STEPS);
    }
}

static void run_reduction(long calls)
{
    long sum = 0;

    for (; calls > 0; calls--) {
#pragma omp parallel reduction(+ : sum)
        {
            time_spend(DELAY_STEPS);
            sum++;
        }
    }
    __asm__ volatile("" : : "r"(sum));
}

static void run_static(long calls)
{
#pragma omp parallel
    for (long call = 0; call < calls; call++) {
#pragma omp for schedule(static, chunk)
        for (int i = 0; i < ITERATIONS * omp_get_num_threads(); i++)
            time_spend(DELAY_STEPS);
    }
}

static void run_dynamic(long calls)
{
#pragma omp parallel
    for (long call = 0; call < calls; call++) {
#pragma omp for schedule(dynamic, chunk)
        for (int i = 0; i < ITERATIONS * omp_get_num_threads(); i++)
            time_spend(DELAY_STEPS);
    }
}

static void run_guided(long calls)
{
#pragma omp parallel
    for (long call = 0; call < calls; call++) {
#pragma omp for schedule(guided, chunk)
        for (int i = 0; i < ITERATIONS * omp_get_num_threads(); i++)
            time_spend(DELAY_STEPS);
    }
}

// Chunk 0: the construct is around one delay, not a loop's 128 a thread.
static const struct construct {
    const char *name;
    time_batch *run;
    int chunk;
} constructs[] = {{"parallel", run_parallel, 0},
                  {"for", run_for, 0},
                  {"parallel for", run_parallel_for, 0},
                  {"barrier", run_barrier, 0},
                  {"single", run_single, 0},
                  {"critical", run_critical, 0},
                  {"reduction", run_reduction, 0},
                  {"static", run_static, 1},
                  {"static", run_static, 8},
                  {"static", run_static, 64},
                  {"dynamic", run_dynamic, 1},
                  {"dynamic", run_dynamic, 8},
                  {"dynamic", run_dynamic, 64},
                  {"guided", run_guided, 1},
                  {"guided", run_guided, 8},
                  {"guided", run_guided, 64}};

void omp_epcc_measure(const struct effort *effort)
{
    for (size_t i = 0; i < sizeof constructs / sizeof *constructs; i++) {
        const struct construct *construct = &constructs[i];
        double delays = time_calls(run_reference, effort) * (construct->chunk ? ITERATIONS : 1);

        chunk = construct->chunk ? construct->chunk : 1;
        printf("%s\t%d\t%.1f\n", construct->name, construct->chunk,
               time_calls(construct->run, effort) - delays);
    }
}
