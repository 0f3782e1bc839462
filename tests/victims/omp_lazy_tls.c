// SPDX-License-Identifier: MIT
// Hazard: thread-local data of the program's own, across barriers and from region to region, in
// regions that would be lazy without it. Arguments: cases, "late".
#include "tests/victims/omp_lazy.h"

static long kept;
#pragma omp threadprivate(kept)

static _Thread_local long local;

static void run_threadprivate(int from)
{
    long values[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        if (call >= from)
            kept += omp_get_thread_num() + 1;
    }
#pragma omp parallel
    values[omp_get_thread_num()] = kept;
    lazy_print("threadprivate", lazy_sum(values));
}

static void run_copyin(int from)
{
    long values[MOST] = {0};

    for (int call = 0; call < CALLS; call++) {
        kept = call;
#pragma omp parallel copyin(kept)
        {
            if (call >= from)
                kept += omp_get_thread_num() + 1;
#pragma omp barrier
            values[omp_get_thread_num()] += kept;
        }
    }
    lazy_print("copyin", lazy_sum(values) + kept);
}

static void run_local(int from)
{
    long values[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from)
            local += lazy_work(call, me);
#pragma omp barrier
        values[me] += local;
    }
    lazy_print("local", lazy_sum(values));
}

static const struct lazy_case cases[] = {
    {"threadprivate", run_threadprivate, false},
    {"copyin", run_copyin, false},
    {"local", run_local, false},
};

LAZY_MAIN(cases)
