// SPDX-License-Identifier: MIT
// Hazard: regions that are tiny for thirty calls and then have one thread's part 200 ms long, once:
// at the start, after a barrier, in a single, in a loop. Arguments: cases.
#include "tests/victims/omp_lazy.h"

#include <unistd.h>

enum { LONG_CALL = 30, LONG_MS = 200 };

static void dawdle(int call)
{
    if (call == LONG_CALL)
        lazy_burn(LONG_MS);
}

static void run_first(int from)
{
    long parts[MOST] = {0};

    (void)from;
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (me == 0)
            dawdle(call);
        parts[me] += lazy_work(call, me);
    }
    lazy_print("first", lazy_sum(parts));
}

static void run_last(int from)
{
    long parts[MOST] = {0};

    (void)from;
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += lazy_work(call, me);
        if (me == omp_get_num_threads() - 1)
            dawdle(call);
    }
    lazy_print("last", lazy_sum(parts));
}

// Blocked, not busy.
static void run_asleep(int from)
{
    long parts[MOST] = {0};

    (void)from;
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (me == 1 && call == LONG_CALL)
            usleep(LONG_MS * 1000);
        parts[me] += lazy_work(call, me);
    }
    lazy_print("asleep", lazy_sum(parts));
}

static void run_after_barrier(int from)
{
    long parts[MOST] = {0}, sum = 0;

    (void)from;
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += lazy_work(call, me);
#pragma omp barrier
        if (me == omp_get_num_threads() - 1 - call % 2)
            dawdle(call);
#pragma omp barrier
        if (me == 0)
            sum += lazy_sum(parts);
    }
    lazy_print("after_barrier", sum);
}

static void run_single(int from)
{
    long parts[MOST] = {0}, sum = 0;

    (void)from;
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        long got = 0;
        parts[me] += lazy_work(call, me);
#pragma omp barrier
#pragma omp single copyprivate(got)
        {
            dawdle(call);
            got = lazy_sum(parts);
        }
        parts[me] = got % 1009;
#pragma omp single
        sum += got;
    }
    lazy_print("single", sum + lazy_sum(parts));
}

static void run_dynamic(int from)
{
    long sum = 0;

    (void)from;
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
        for (int i = 0; i < 50; i++) {
            if (i == 20)
                dawdle(call);
            sum += lazy_work(call, i);
        }
    lazy_print("dynamic", sum);
}

// The last thread's part; thread 0 has come to the end long before.
static void run_static(int from)
{
    long sum = 0;

    (void)from;
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp for
        for (int i = 0; i < 100; i++) {
            if (i == 99)
                dawdle(call);
            sum += lazy_work(call, i);
        }
#pragma omp critical(end)
        sum += omp_get_thread_num();
    }
    lazy_print("static", sum);
}

static const struct lazy_case cases[] = {
    {"first", run_first, false},   {"last", run_last, false},
    {"asleep", run_asleep, false}, {"after_barrier", run_after_barrier, false},
    {"single", run_single, false}, {"dynamic", run_dynamic, false},
    {"static", run_static, false},
};

LAZY_MAIN(cases)
