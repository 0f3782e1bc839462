// SPDX-License-Identifier: MIT
// A plug-in with regions of its own, for omp_modules.c, by either compiler. It asks nothing of
// omp_get_*: with two runtimes in a process the wrong one might answer.
//
// flags: -shared -fPIC
#include "tests/victims/omp_module.h"

static long kept;

long module_run(int threads, int rounds)
{
    long sum = 0;

    for (int round = 0; round < rounds; round++) {
#pragma omp parallel num_threads(threads)
        {
#pragma omp for schedule(dynamic) reduction(+ : sum)
            for (int i = 0; i < 64; i++)
                sum += i;
#pragma omp for schedule(static) reduction(+ : sum)
            for (int i = 0; i < 64; i++)
                sum -= i / 2;
#pragma omp single
            sum += 1000;
        }
#pragma omp parallel num_threads(1)
        kept++;
    }
    return sum + 100000 * kept;
}

// Called from a thread of the program's own team.
long module_run_alone(int first)
{
    long sum = 0;

#pragma omp parallel for num_threads(1) schedule(dynamic, 3) reduction(+ : sum)
    for (int i = first; i < first + 20; i++)
        sum += i;
    return sum;
}

long module_orphan(void)
{
    long iterations = 0;
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 10; i++)
        iterations++;
    return iterations;
}

long module_count_threads(int threads)
{
    long counted = 0;
#pragma omp parallel num_threads(threads) reduction(+ : counted)
    counted++;
    return counted;
}
