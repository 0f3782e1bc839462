// SPDX-License-Identifier: MIT
// Hazard: threads of a small region that wait for each other after barriers and inside constructs,
// and that hold locks across barriers. Arguments: cases, "late".
#include "tests/victims/omp_lazy.h"

#include <errno.h>
#include <pthread.h>

// The others are parked at a barrier, or have passed it.
static APART void exchange(atomic_int *flags, int me)
{
    if (me == 0) {
        lazy_wait(&flags[0], 1);
        atomic_store(&flags[1], 1);
    } else if (me == 1) {
        atomic_store(&flags[0], 1);
        lazy_wait(&flags[1], 1);
    }
}

static void run_after_one(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++) {
        atomic_int flags[2] = {0};
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            parts[me] += lazy_work(call, me);
#pragma omp barrier
            if (call >= from)
                exchange(flags, me);
        }
    }
    lazy_print("after_one", lazy_sum(parts));
}

// Between barriers, and a barrier follows.
static void run_after_two(int from)
{
    long parts[MOST] = {0}, sum = 0;

    for (int call = 0; call < CALLS; call++) {
        atomic_int flags[4] = {0};
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            parts[me] += lazy_work(call, me);
#pragma omp barrier
            if (me == 0)
                sum += lazy_sum(parts);
#pragma omp barrier
            if (call >= from)
                exchange(flags, me);
            parts[me]++;
#pragma omp barrier
            if (call >= from)
                exchange(flags + 2, omp_get_num_threads() - 1 - me);
            if (me == 1)
                sum += lazy_sum(parts);
        }
    }
    lazy_print("after_two", sum);
}

// The holder is the first thread in one call, the last in the next; the others have to wait.
static void run_mutex(int from)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    long sum = 0, first = 0;

    for (int call = 0; call < CALLS; call++) {
        long mark = 0;
#pragma omp parallel
        {
            int me = omp_get_thread_num(), size = omp_get_num_threads();
            bool holds = call >= from && me == (call % 2 ? size - 1 : 0);
            if (holds)
                pthread_mutex_lock(&mutex);
#pragma omp barrier
            if (!holds)
                pthread_mutex_lock(&mutex);
            first += mark == 0 && holds;
            mark++;
            sum += lazy_work(call, me);
            pthread_mutex_unlock(&mutex);
        }
    }
    lazy_print("mutex", sum + first);
}

static void run_lock(int from)
{
    long sum = 0, first = 0;
    omp_lock_t lock;

    omp_init_lock(&lock);
    for (int call = 0; call < CALLS; call++) {
        long mark = 0;
#pragma omp parallel
        {
            int me = omp_get_thread_num(), size = omp_get_num_threads();
            bool holds = call >= from && me == (call % 2 ? size - 1 : 0);
            if (holds)
                omp_set_lock(&lock);
#pragma omp barrier
            if (!holds)
                omp_set_lock(&lock);
            first += mark == 0 && holds;
            mark++;
            sum += lazy_work(call, me);
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);
    lazy_print("lock", sum + first);
}

// One that belongs to a thread lets nobody else in, however often its owner may come in.
static void run_owned(int from)
{
    pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    atomic_long refused = 0;
    omp_nest_lock_t lock;

    omp_init_nest_lock(&lock);
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        bool holds = omp_get_thread_num() == (call % 2 ? omp_get_num_threads() - 1 : 0);
        if (holds && call >= from) {
            omp_set_nest_lock(&lock);
            pthread_mutex_lock(&mutex);
        }
#pragma omp barrier
        if (call >= from) {
            atomic_fetch_add(&refused, pthread_mutex_trylock(&mutex) == EBUSY);
            atomic_fetch_add(&refused, 1000 * (omp_test_nest_lock(&lock) == 0));
        }
#pragma omp barrier
        for (int i = 0; holds && call >= from && i < 2; i++) {
            omp_unset_nest_lock(&lock);
            pthread_mutex_unlock(&mutex);
        }
    }
    omp_destroy_nest_lock(&lock);
    lazy_print("owned", atomic_load(&refused));
}

// Whoever has the single waits for those that have not come to it, or that have passed it.
static void run_single(int from)
{
    long sum = 0;

    for (int call = 0; call < CALLS; call++) {
        atomic_int arrived = 0, passed = 0;
#pragma omp parallel
        {
            int size = omp_get_num_threads();
            bool mine = false;
            atomic_fetch_add(&arrived, 1);
#pragma omp single
            {
                if (call >= from)
                    lazy_wait(&arrived, size);
                sum += atomic_load(&arrived) * (call >= from);
            }
#pragma omp single nowait
            {
                mine = true;
                if (call >= from)
                    lazy_wait(&passed, size - 1);
                sum++;
            }
            if (!mine)
                atomic_fetch_add(&passed, 1);
        }
    }
    lazy_print("single", sum);
}

static void run_critical(int from)
{
    long sum = 0;

    for (int call = 0; call < CALLS; call++) {
        atomic_int arrived = 0;
#pragma omp parallel
        {
            int size = omp_get_num_threads();
            atomic_fetch_add(&arrived, 1);
#pragma omp critical(waits)
            {
                if (call >= from)
                    lazy_wait(&arrived, size);
                sum += lazy_work(call, omp_get_thread_num());
            }
#pragma omp master
            if (call >= from)
                lazy_wait(&arrived, size);
        }
    }
    lazy_print("critical", sum);
}

// Whichever iteration comes first, it waits for the threads that have not begun the loop.
static void run_loops(int from)
{
    long sum = 0;

    for (int call = 0; call < CALLS; call++) {
        atomic_int arrived = 0;
#pragma omp parallel reduction(+ : sum)
        {
            int all = omp_get_num_threads() * (call >= from);
            atomic_fetch_add(&arrived, 1);
#pragma omp for schedule(dynamic)
            for (int i = 0; i < 20; i++) {
                lazy_wait(&arrived, all);
                sum += lazy_work(call, i);
            }
            atomic_fetch_add(&arrived, 1);
#pragma omp for schedule(guided) nowait
            for (int i = 0; i < 20; i++) {
                lazy_wait(&arrived, 2 * all);
                sum += lazy_work(call, i);
            }
        }
    }
    lazy_print("loops", sum);
}

static void run_sections(int from)
{
    long sum = 0;

    for (int call = 0; call < CALLS; call++) {
        atomic_int arrived = 0;
#pragma omp parallel reduction(+ : sum)
        {
            int all = omp_get_num_threads() * (call >= from);
            atomic_fetch_add(&arrived, 1);
#pragma omp sections
            {
#pragma omp section
                {
                    lazy_wait(&arrived, all);
                    sum += lazy_work(call, 1);
                }
#pragma omp section
                sum += lazy_work(call, 2);
            }
        }
    }
    lazy_print("sections", sum);
}

static const struct lazy_case cases[] = {
    {"after_one", run_after_one, false}, {"after_two", run_after_two, false},
    {"mutex", run_mutex, false},         {"lock", run_lock, false},
    {"owned", run_owned, false},         {"single", run_single, false},
    {"critical", run_critical, false},   {"loops", run_loops, false},
    {"sections", run_sections, false},
};

LAZY_MAIN(cases)
