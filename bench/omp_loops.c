// SPDX-License-Identifier: MIT
// Dynamic loops whose chunk matters: tiny iterations, long unequal ones, a cluster of long ones
// among tiny ones.
#include <stdio.h>

#include "bench/omp_parts.h"

enum { TINY = 1000000, UNEQUAL = 48, SHORTEST_US = 20, LONGEST_US = 400 };
enum { CLUSTER_LOOP = 250000, CLUSTER = 300, CLUSTER_NS = 50000 };

static int values[TINY];
static long lengths[UNEQUAL]; // in steps of time_spend

// Stores one by one: vectors would make of a static loop something else than of a dynamic one.
static inline void do_tiny(int i)
{
    values[i] = i;
    __asm__ volatile("" ::: "memory");
}

static void run_tiny_static(long calls)
{
    (void)calls;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < TINY; i++)
        do_tiny(i);
}

static void run_tiny_dynamic(long calls)
{
    (void)calls;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < TINY; i++)
        do_tiny(i);
}

// Evenly spread lengths, in an order that is the same in every run.
static void shuffle_lengths(void)
{
    unsigned state = 12345;

    for (int i = 0; i < UNEQUAL; i++)
        lengths[i] = (SHORTEST_US + (LONGEST_US - SHORTEST_US) * (long)i / (UNEQUAL - 1)) *
                     TIME_STEPS_PER_US;
    for (int i = UNEQUAL - 1; i > 0; i--) {
        state = state * 1664525u + 1013904223u;
        int other = (int)((state >> 8) % (unsigned)(i + 1));
        long length = lengths[i];
        lengths[i] = lengths[other];
        lengths[other] = length;
    }
}

static void run_unequal(long calls)
{
    (void)calls;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < UNEQUAL; i++)
        time_spend(lengths[i]);
}

// By the clock: what it costs is known beforehand, also on a CPU that slows down when both work.
static void wait_long(void)
{
    double end = time_now() + CLUSTER_NS;

    while (time_now() < end)
        continue;
}

static inline void do_clustered(int i)
{
    if (i >= CLUSTER_LOOP / 2 && i < CLUSTER_LOOP / 2 + CLUSTER)
        wait_long();
    else
        do_tiny(i);
}

static void run_cluster(long calls)
{
    (void)calls;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < CLUSTER_LOOP; i++)
        do_clustered(i);
}

static void run_cluster_serial(long calls)
{
    (void)calls;
    for (int i = 0; i < CLUSTER_LOOP; i++)
        do_clustered(i);
}

void omp_loops_measure(const struct effort *effort)
{
    static const struct {
        const char *name;
        time_batch *run;
    } loops[] = {{"tiny static", run_tiny_static},
                 {"tiny dynamic", run_tiny_dynamic},
                 {"unequal", run_unequal},
                 {"cluster", run_cluster},
                 {"cluster serial", run_cluster_serial}};

    shuffle_lengths();
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        printf("%s\t0\t%.0f\n", loops[i].name,
               time_long_call(loops[i].run, effort->samples, effort->sample_ns));
}
