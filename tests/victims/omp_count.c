// SPDX-License-Identifier: MIT
// Hazard: a region or query that costs more instructions than it did. Does what the first argument
// names as often as the second says; "piece" prints how many pieces the loop of so many iterations
// was handed out in.
#include "tests/victims/omp_page.h"

#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if !defined(__clang__)
bool GOMP_loop_dynamic_start(long first, long end, long step, long chunk, long *from, long *to);
bool GOMP_loop_dynamic_next(long *from, long *to);
void GOMP_loop_end_nowait(void);
#endif

static long sum;

static APART void work(void)
{
    __asm__ volatile("" : : : "memory");
}

static APART void one(void)
{
#pragma omp parallel num_threads(1)
    work();
}

static APART void team(void)
{
#pragma omp parallel
    work();
}

static APART void number(void)
{
    sum += omp_get_thread_num();
}

static const struct action {
    const char *name;
    void (*run)(void);
} actions[] = {{"one", one}, {"team", team}, {"number", number}};

#if !defined(__clang__)
static APART void count_pieces(long trips)
{
    long pieces = 0;

#pragma omp parallel reduction(+ : pieces)
    {
        long first, end;
        if (GOMP_loop_dynamic_start(0, trips, 1, 1, &first, &end))
            do
                pieces++;
            while (GOMP_loop_dynamic_next(&first, &end));
        GOMP_loop_end_nowait();
    }
    printf("%ld\n", pieces);
}
#endif

int main(int count, char **arguments)
{
    long times = count > 2 ? atol(arguments[2]) : 0;

    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(arguments[1], actions[i].name) == 0)
            for (long j = 0; j < times; j++)
                actions[i].run();
#if !defined(__clang__)
    if (strcmp(arguments[1], "piece") == 0)
        count_pieces(times);
#endif
    return sum != 0;
}
