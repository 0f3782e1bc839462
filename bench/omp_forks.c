// SPDX-License-Identifier: MIT
// What it costs to enter and leave a region that has next to nothing to do.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "bench/omp_parts.h"

enum { SMALL_LOOP = 16, SMALL_STEPS = 100 };

static volatile int never; // the compiler must not know

static void run_one(long calls)
{
    for (; calls > 0; calls--) {
#pragma omp parallel num_threads(1)
        __asm__ volatile("" ::: "memory");
    }
}

static void run_if(long calls)
{
    for (; calls > 0; calls--) {
#pragma omp parallel if (never)
        __asm__ volatile("" ::: "memory");
    }
}

static void run_default(long calls)
{
    for (; calls > 0; calls--) {
#pragma omp parallel
        __asm__ volatile("" ::: "memory");
    }
}

static void run_loop(long calls)
{
    for (; calls > 0; calls--) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < SMALL_LOOP; i++)
            __asm__ volatile("" ::: "memory");
    }
}

// What is left of run_loop where there is no OpenMP.
__attribute__((noinline)) static void call_plain(void)
{
    for (int i = 0; i < SMALL_LOOP; i++)
        __asm__ volatile("" ::: "memory");
}

static void run_plain(long calls)
{
    for (; calls > 0; calls--)
        call_plain();
}

// num_threads was asked for: nobody may trim this one.
static void run_forwarded(long calls)
{
    int team = omp_get_max_threads();

    for (; calls > 0; calls--) {
#pragma omp parallel num_threads(team)
        time_spend(SMALL_STEPS);
    }
}

// The other thread of the outer region waits at its end.
static double time_nested(const struct effort *effort)
{
    double ns = 0;

#pragma omp parallel num_threads(2)
    {
#pragma omp master
        ns = time_calls(run_default, effort);
    }
    return ns;
}

static const struct fork {
    const char *name;
    time_batch *batch; // NULL: time_nested
} forks[] = {{"one", run_one},   {"if0", run_if},      {"default", run_default},
             {"loop", run_loop}, {"plain", run_plain}, {"forwarded", run_forwarded},
             {"nested", NULL}};

void omp_forks_measure(const struct effort *effort, char *list)
{
    for (char *name = strtok(list, ","); name; name = strtok(NULL, ","))
        for (size_t i = 0; i < sizeof forks / sizeof *forks; i++)
            if (strcmp(name, forks[i].name) == 0)
                printf("%s\t0\t%.2f\n", name,
                       forks[i].batch ? time_calls(forks[i].batch, effort) : time_nested(effort));
}
