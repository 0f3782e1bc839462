// SPDX-License-Identifier: MIT
// Hazard: sites whose calls differ: tiny and large in turn, growing, with other teams from call to
// call by settings and clauses, nested. Arguments: cases.
#include "tests/victims/omp_lazy.h"

enum { MORE_CALLS = 60, TINY = 40, LARGE = 40000 };

static APART long work_at(int i)
{
    return lazy_work(i, i % 13);
}

// One in twenty is large. The size is a captured variable; the parts are by thread number.
static void run_captured(int from)
{
    long parts[MOST] = {0};

    (void)from;
    for (int call = 0; call < MORE_CALLS; call++) {
        int size = call % 20 == 19 ? LARGE : TINY;
#pragma omp parallel
        {
            int me = omp_get_thread_num();
#pragma omp for schedule(static)
            for (int i = 0; i < size; i++)
                parts[me] += work_at(i);
        }
    }
    lazy_print("captured", lazy_sum(parts));
}

struct box {
    int size;
    long *parts;
};

// The size is behind a pointer, and a barrier comes before the loop.
static void run_pointer(int from)
{
    long parts[MOST] = {0};
    struct box room = {0, parts}, *box = &room;

    (void)from;
    for (int call = 0; call < MORE_CALLS; call++) {
        box->size = call % 20 == 19 ? LARGE : TINY;
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            box->parts[me] += me;
#pragma omp barrier
#pragma omp for schedule(static, 8)
            for (int i = 0; i < box->size; i++)
                box->parts[me] += work_at(i);
        }
    }
    lazy_print("pointer", lazy_sum(parts));
}

static void run_dynamic(int from)
{
    long sum = 0;

    (void)from;
    for (int call = 0; call < MORE_CALLS; call++) {
        int size = call % 20 == 19 ? LARGE : TINY;
#pragma omp parallel for schedule(dynamic, 2) reduction(+ : sum)
        for (int i = 0; i < size; i++)
            sum += work_at(i);
    }
    lazy_print("dynamic", sum);
}

static void run_growing(int from)
{
    long parts[MOST] = {0};
    double size = 10;

    (void)from;
    for (int call = 0; call < MORE_CALLS; call++, size *= 1.15) {
        int whole = (int)size;
#pragma omp parallel
        {
            int me = omp_get_thread_num();
#pragma omp for
            for (int i = 0; i < whole; i++)
                parts[me] += work_at(i);
#pragma omp single
            parts[MOST - 1] += whole;
        }
    }
    lazy_print("growing", lazy_sum(parts));
}

static APART long call_region(void)
{
    long parts[MOST] = {0};

#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] = me + 10 * omp_get_num_threads();
#pragma omp barrier
        if (me == 0)
            parts[0] += lazy_sum(parts);
    }
    return parts[0];
}

static void run_settings(int from)
{
    static const int sizes[] = {4, 4, 2, 3, 1, 4};
    int before = omp_get_max_threads();
    long sum = 0;

    (void)from;
    for (int call = 0; call < MORE_CALLS; call++) {
        if (call >= 20)
            omp_set_num_threads(call >= 50 ? before : sizes[call % 6]);
        sum = (sum * 31 + call_region()) % 1000003;
    }
    omp_set_num_threads(before);
    lazy_print("settings", sum);
}

// How many threads there are is the runtime's choice for a while; that all the work is done is not.
static void run_adjusted(int from)
{
    long sum = 0, in_range = 0;

    (void)from;
    for (int call = 0; call < MORE_CALLS; call++) {
        omp_set_dynamic(call >= 20 && call < 40);
#pragma omp parallel reduction(+ : sum, in_range)
        {
            in_range += omp_get_thread_num() == 0 && omp_get_num_threads() >= 1;
#pragma omp for
            for (int i = 0; i < TINY; i++)
                sum += work_at(i);
        }
        if (call < 20 || call >= 40)
            sum += call_region();
    }
    printf("adjusted %ld\n", in_range);
    lazy_print("adjusted", sum);
}

static void run_nested(int from)
{
    int before = omp_get_max_active_levels();
    long sum = 0;

    (void)from;
    for (int call = 0; call < MORE_CALLS; call++) {
        omp_set_max_active_levels(call % 30 >= 20 ? 2 : 1);
#pragma omp parallel num_threads(2) reduction(+ : sum)
        {
            int outer = omp_get_thread_num();
            sum += lazy_work(call, outer);
#pragma omp parallel num_threads(2) reduction(+ : sum)
            sum += 10 * omp_get_num_threads() + omp_get_thread_num() * (outer + 1) +
                   100 * omp_get_active_level() + 1000 * omp_get_level();
        }
    }
    omp_set_max_active_levels(before);
    lazy_print("nested", sum);
}

static void run_clauses(int from)
{
    long parts[MOST] = {0};

    (void)from;
    for (int call = 0; call < MORE_CALLS; call++) {
        int size = call < 20 ? 3 : 1 + call % 4;
#pragma omp parallel num_threads(size)
        {
            int me = omp_get_thread_num();
            parts[me] += lazy_work(call, me) + omp_get_num_threads();
        }
#pragma omp parallel if (call % 3)
        {
            int me = omp_get_thread_num();
            parts[me] += lazy_work(me, call) + 2 * omp_get_num_threads();
#pragma omp barrier
            if (me == 0)
                parts[MOST - 1] += parts[1];
        }
    }
    lazy_print("clauses", lazy_sum(parts));
}

static const struct lazy_case cases[] = {
    {"captured", run_captured, false}, {"pointer", run_pointer, false},
    {"dynamic", run_dynamic, false},   {"growing", run_growing, false},
    {"settings", run_settings, false}, {"adjusted", run_adjusted, false},
    {"nested", run_nested, false},     {"clauses", run_clauses, false},
};

LAZY_MAIN(cases)
