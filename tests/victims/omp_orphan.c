// SPDX-License-Identifier: MIT
// Hazard: a loop of one runtime's team whose body runs an orphaned loop of another runtime. To that
// one the threads are serial: each runs its loop whole. Argument: the other's plug-in.
#include "tests/victims/omp_module.h"

#include <dlfcn.h>
#include <stdio.h>

static void run_in_team(module_orphan_function *orphan)
{
    long inner = 0, outer = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(2) reduction(+ : inner, outer)
    for (int i = 0; i < 100; i++) {
        outer++;
        inner += orphan();
    }
    printf("in a team: %ld iterations, %ld inner\n", outer, inner);
}

static void run_alone(module_orphan_function *orphan)
{
    long inner = 0, outer = 0;
#pragma omp parallel num_threads(1) reduction(+ : inner, outer)
    {
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < 100; i++) {
            outer++;
            inner += orphan();
        }
    }
    printf("alone: %ld iterations, %ld inner\n", outer, inner);
}

// The other runtime knows nothing of this one's teams: to it no region is nested.
static void run_regions(module_count_threads_function *count_threads)
{
    long counted = 0;
#pragma omp parallel num_threads(2) reduction(+ : counted)
    counted += count_threads(2);
    printf("regions in a team: %ld threads\n", counted);
    counted = 0;
#pragma omp parallel num_threads(2) reduction(+ : counted)
    {
#pragma omp parallel num_threads(1)
        counted += count_threads(1) + count_threads(2);
    }
    printf("regions in regions of one thread in a team: %ld threads\n", counted);
}

int main(int count, char **arguments)
{
    module_orphan_function *orphan;
    module_count_threads_function *count_threads;
    void *handle = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;

    if (!handle) {
        printf("%s\n", dlerror());
        return 1;
    }
    *(void **)&orphan = dlsym(handle, "module_orphan");
    run_in_team(orphan);
    run_alone(orphan);
    run_in_team(orphan);
    *(void **)&count_threads = dlsym(handle, "module_count_threads");
    run_regions(count_threads);
    return 0;
}
