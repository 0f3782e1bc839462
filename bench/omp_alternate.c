// SPDX-License-Identifier: MIT
// A loop over positions that has one of them and 512 by turns, as a language model has for tokens
// and prompts. A combined construct tells the runtime how many iterations there are before it
// forks; gcc makes one of constant bounds only, so it is spelt out here.
#include <stdio.h>

#include "bench/omp_parts.h"
#include "bench/stats.h"

enum { LARGE = 512, STEPS = 200, PAIRS_MAX = 512, WARM_PAIRS = 20 };

typedef void positions(int count);

__attribute__((noinline)) static void compute_position(void)
{
    time_spend(STEPS);
}

static void run_plain(int count)
{
    for (int i = 0; i < count; i++)
        compute_position();
}

static void run_static(int count)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < count; i++)
        compute_position();
}

static void run_dynamic(int count)
{
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < count; i++)
        compute_position();
}

#ifndef __clang__
void GOMP_parallel_loop_nonmonotonic_dynamic(void (*)(void *), void *, unsigned, long, long, long,
                                             long, unsigned);
_Bool GOMP_loop_nonmonotonic_dynamic_next(long *, long *);
void GOMP_loop_end_nowait(void);

static void run_share(void *data)
{
    long first, stop;

    (void)data;
    while (GOMP_loop_nonmonotonic_dynamic_next(&first, &stop))
        for (long i = first; i < stop; i++)
            compute_position();
    GOMP_loop_end_nowait();
}

static void run_combined(int count)
{
    GOMP_parallel_loop_nonmonotonic_dynamic(run_share, NULL, 0, 0, count, 1, 8, 0);
}
#endif

static double time_once(positions *run, int count)
{
    double start = time_now();

    run(count);
    return time_now() - start;
}

static void time_pairs(positions *run, int pairs, double *small, double *large)
{
    double ones[PAIRS_MAX], many[PAIRS_MAX];

    for (int i = -WARM_PAIRS; i < pairs; i++) {
        double one = time_once(run, 1), all = time_once(run, LARGE);
        if (i >= 0) {
            ones[i] = one;
            many[i] = all;
        }
    }
    *small = stats_median(ones, (size_t)pairs);
    *large = stats_median(many, (size_t)pairs);
}

void omp_alternate_measure(const struct effort *effort)
{
    static const struct {
        const char *name;
        positions *run;
    } loops[] = {
        {"static", run_static},
        {"dynamic", run_dynamic},
#ifndef __clang__
        {"combined", run_combined},
#endif
        {"plain", run_plain},
    };
    int pairs = effort->samples < PAIRS_MAX ? effort->samples : PAIRS_MAX;
    double body, small, large;

    time_pairs(run_plain, pairs, &body, &large);
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        time_pairs(loops[i].run, pairs, &small, &large);
        printf("%s\t1\t%.2f\n%s\t%d\t%.2f\n", loops[i].name, small - body, loops[i].name, LARGE,
               large);
    }
}
