// SPDX-License-Identifier: MIT
// A plug-in that forks while it is being unloaded, for omp_unload.c: inside dlclose, whose thread
// holds the dynamic linker's lock, so the team's other threads must not need it.
//
// flags: -shared -fPIC
#include <omp.h>
#include <stdio.h>

__attribute__((destructor)) static void say_farewell(void)
{
    int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        sum += 1 + omp_get_thread_num();
#pragma omp barrier
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 10; i++)
            sum += 10 * omp_get_num_threads();
    }
    printf("farewell %d\n", sum);
}
