// SPDX-License-Identifier: MIT
// A library with small regions for omp_lazy_threads.py: a harmless one, one whose threads wait for
// each other, and one that calls back.
//
// flags: -shared -fPIC
#include "tests/victims/omp_lazy.h"

long lazy_library_sum(int call);
long lazy_library_wait(int call, int hazard);
long lazy_library_call_back(int call, long (*callee)(int thread));

long lazy_library_sum(int call)
{
    long parts[MOST] = {0};

#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] = lazy_work(call, me);
#pragma omp barrier
        if (me == 1)
            parts[0] += parts[1];
    }
    return lazy_sum(parts);
}

long lazy_library_wait(int call, int hazard)
{
    atomic_int flags[2] = {0};
    long parts[MOST] = {0};

#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (hazard && me < 2) {
            atomic_store(&flags[me], 1);
            lazy_wait(&flags[1 - me], 1);
        }
        parts[me] = lazy_work(call, me);
    }
    return lazy_sum(parts);
}

// Python takes its lock in each thread.
long lazy_library_call_back(int call, long (*callee)(int thread))
{
    long sum = 0;

#pragma omp parallel reduction(+ : sum)
    sum += callee(omp_get_thread_num()) + lazy_work(call, 0);
    return sum;
}
