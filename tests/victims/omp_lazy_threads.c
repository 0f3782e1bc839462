// SPDX-License-Identifier: MIT
// Hazard: small regions from native threads: several at once, with threads that wait for each
// other; threads that come and go; one with a stack of 64 KiB. Arguments: cases, "late".
#include "tests/victims/omp_lazy.h"

#include <pthread.h>

enum { CALLERS = 4, COMERS = 200, SMALL = 64 * 1024 };

struct caller {
    pthread_t thread;
    int number, from, calls;
    long sum;
};

// Each caller has a hazard of its own kind, or none; the region is one.
static APART long call_region(int number, int call, bool hazard)
{
    atomic_int flags[2] = {0};
    long parts[MOST] = {0};

#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (hazard && number % 2 && me < 2) {
            atomic_store(&flags[me], 1);
            lazy_wait(&flags[1 - me], 1);
        }
        parts[me] += lazy_work(call, me + number);
#pragma omp barrier
        if (hazard && number == 2 && me == 0)
            lazy_wait(&flags[0], 1);
        if (hazard && number == 2 && me == 1)
            atomic_store(&flags[0], 1);
        parts[me] *= 2;
    }
    return lazy_sum(parts);
}

// A second one without any, for all callers.
static APART long call_harmless(int number, int call)
{
    long sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += lazy_work(call, i + number);
    return sum;
}

static void *call_regions(void *argument)
{
    struct caller *caller = argument;

    for (int call = 0; call < caller->calls; call++) {
        caller->sum += call_region(caller->number, call, call >= caller->from);
        caller->sum += call_harmless(caller->number, call);
    }
    return NULL;
}

static void start(struct caller *caller, const pthread_attr_t *attributes)
{
    if (pthread_create(&caller->thread, attributes, call_regions, caller) != 0)
        abort();
}

static void run_callers(int from)
{
    struct caller callers[CALLERS];

    for (int i = 0; i < CALLERS; i++) {
        callers[i] = (struct caller){.number = i, .from = from, .calls = CALLS};
        start(&callers[i], NULL);
    }
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(callers[i].thread, NULL);
        lazy_print("caller", callers[i].sum);
    }
}

// Two at a time; the site is known to the later ones.
static void run_comers(int from)
{
    long sum = 0;

    (void)from;
    for (int i = 0; i < COMERS; i += 2) {
        struct caller two[2];
        for (int j = 0; j < 2; j++) {
            two[j] = (struct caller){.number = i == COMERS - 2 ? j + 1 : 0,
                                     .from = i == COMERS - 2 ? 0 : CALLS,
                                     .calls = 3};
            start(&two[j], NULL);
        }
        for (int j = 0; j < 2; j++) {
            pthread_join(two[j].thread, NULL);
            sum += two[j].sum;
        }
    }
    lazy_print("comers", sum);
}

static void run_small(int from)
{
    struct caller caller = {.number = 1, .from = from, .calls = CALLS};
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, SMALL) != 0)
        abort();
    start(&caller, &attributes);
    pthread_join(caller.thread, NULL);
    pthread_attr_destroy(&attributes);
    lazy_print("small", caller.sum);
}

static const struct lazy_case cases[] = {
    {"callers", run_callers, false},
    {"comers", run_comers, false},
    {"small", run_small, false},
};

LAZY_MAIN(cases)
