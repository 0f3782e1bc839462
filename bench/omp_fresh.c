// SPDX-License-Identifier: MIT
// The first calls of regions that have never run, one by one, in a program that has its team.
#include <stdio.h>

#include "bench/omp_parts.h"

enum { CALLS = 100, TEAM_CALLS = 3, TEAM_US = 1000 };

static volatile int one = 1; // the compiler must not know

// The number makes each body another: equal functions would become one site.
#define BODY(number) __asm__ volatile("" : : "i"(number) : "memory")
#define SITE(number)                                                              \
    static void run_site_##number(int count)                                      \
    {                                                                             \
        _Pragma("omp parallel for") for (int i = 0; i < count; i++) BODY(number); \
    }

SITE(0)
SITE(1)
SITE(2)
SITE(3)
SITE(4)
SITE(5)

// Regions that are worth their team, so that it is there.
static void make_team(void)
{
    for (int call = 0; call < TEAM_CALLS; call++) {
#pragma omp parallel
        time_spend((long)TEAM_US * TIME_STEPS_PER_US);
    }
}

void omp_fresh_measure(void)
{
    static void (*const sites[])(int) = {run_site_0, run_site_1, run_site_2,
                                         run_site_3, run_site_4, run_site_5};
    double times[CALLS];

    make_team();
    for (size_t site = 0; site < sizeof sites / sizeof *sites; site++) {
        for (int call = 0; call < CALLS; call++) {
            double start = time_now();
            sites[site](one);
            times[call] = time_now() - start;
        }
        for (int call = 0; call < CALLS; call++)
            printf("site %zu\t%d\t%.0f\n", site, call, times[call]);
    }
}
