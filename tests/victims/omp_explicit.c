// SPDX-License-Identifier: MIT
// Hazard: teams whose size the program has asked for and relies on: threads that wait for each
// other, regions from several native threads at once, state kept by thread number.
#include "tests/victims/omp_page.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 200, CALLERS = 4, ROUNDS = 20 };

static void wait_for(atomic_int *flag, int value)
{
    while (atomic_load(flag) != value)
        sched_yield();
}

// Neither can get far without the other.
static void report_pipeline(void)
{
    atomic_int full = 0;
    int slot = 0;
    long sum = 0;

#pragma omp parallel num_threads(2)
    for (int i = 1; i <= ITEMS; i++)
        if (omp_get_thread_num() == 0) {
            wait_for(&full, 0);
            slot = i;
            atomic_store(&full, 1);
        } else {
            wait_for(&full, 1);
            sum += slot;
            atomic_store(&full, 0);
        }
    printf("pipeline %ld\n", sum);
}

// A wave through all threads, by flags, in sections and in a loop of as many parts as threads.
static void report_waves(void)
{
    atomic_int turn = 0;

#pragma omp parallel for num_threads(3) schedule(static, 1)
    for (int i = 0; i < 3; i++)
        for (int round = 0; round < ROUNDS; round++) {
            wait_for(&turn, 3 * round + i);
            atomic_fetch_add(&turn, 1);
        }
    printf("wave %d\n", atomic_load(&turn));
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            atomic_store(&turn, -1);
            wait_for(&turn, -2);
        }
#pragma omp section
        {
            wait_for(&turn, -1);
            atomic_store(&turn, -2);
        }
    }
    printf("sections %d\n", atomic_load(&turn));
}

static void report_sizes(void)
{
    static const int sizes[] = {2, 1, 3, 1, 4, 2, 1, 1, 4, 3};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int size = 0, mask = 0;
#pragma omp parallel num_threads(sizes[i])
        {
#pragma omp atomic
            mask |= 1 << omp_get_thread_num();
#pragma omp single
            size = omp_get_num_threads();
        }
        printf("asked for %d: %d, threads %#x\n", sizes[i], size, (unsigned)mask);
    }
}

static void *call_regions(void *argument)
{
    long *sum = argument;

    for (int round = 0; round < ROUNDS; round++) {
        long part = 0;
#pragma omp parallel num_threads(3) reduction(+ : part)
        part += omp_get_thread_num() + 10 * omp_get_level();
        *sum += part;
#pragma omp parallel num_threads(1) reduction(+ : part)
        part += omp_get_num_threads();
        *sum += part;
#pragma omp parallel for num_threads(2) schedule(dynamic) reduction(+ : part)
        for (int i = 0; i < 50; i++)
            part += i;
        *sum += part;
    }
    return NULL;
}

static void report_callers(void)
{
    pthread_t threads[CALLERS];
    long sums[CALLERS] = {0};

    for (int i = 0; i < CALLERS; i++)
        if (pthread_create(&threads[i], NULL, call_regions, &sums[i]) != 0)
            abort();
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(threads[i], NULL);
        printf("native thread %d: %ld\n", i, sums[i]);
    }
}

static int kept = 100;
#pragma omp threadprivate(kept)

static void report_threadprivate(void)
{
    int values[4] = {0};

#pragma omp parallel num_threads(4) copyin(kept)
    kept += omp_get_thread_num();
#pragma omp parallel num_threads(1)
    kept += 1000;
#pragma omp parallel num_threads(4)
    values[omp_get_thread_num()] = kept;
    printf("kept %d %d %d %d\n", values[0], values[1], values[2], values[3]);
}

// A slot for each thread of the largest team, as programs do that reduce by hand.
static void report_slots(void)
{
    int size = omp_get_max_threads();
    long *slots = calloc((size_t)size, sizeof *slots), sum = 0;
    int team = 0;

#pragma omp parallel
    {
        int thread = omp_get_thread_num();
#pragma omp single
        team = omp_get_num_threads();
#pragma omp for
        for (int i = 0; i < 1000; i++)
            slots[thread] += i;
    }
    for (int i = 0; i < size; i++)
        sum += slots[i];
    printf("%d slots, team %d, sum %ld, first %ld\n", size, team, sum, slots[0]);
    free(slots);
}

// Arguments: "callers" for native threads alone (runtimes hand threads from one to another, so how
// many are created is chance), "slots" for teams of the default size.
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (strcmp(what, "callers") == 0) {
        report_callers();
        return 0;
    }
    for (int round = 0; round < 3; round++) {
        if (strcmp(what, "slots") == 0) {
            report_slots();
            continue;
        }
        report_pipeline();
        report_waves();
        report_sizes();
        report_threadprivate();
    }
    return 0;
}
