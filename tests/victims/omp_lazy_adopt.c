// SPDX-License-Identifier: MIT
// Hazard: regions that are adopted at random moments, hundreds of times: each thread's part, single
// block and iteration must be run once, whoever runs it. A site is given up after two rescues, so
// there are many.
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TEAM = 4, ITERATIONS = 24, SMALL_CALLS = 12, LATE_CALLS = 2, CYCLE = 5 };

static atomic_int ran[TEAM], singles, shared[ITERATIONS], owned[ITERATIONS], after;
static long pauses[TEAM]; // us
static unsigned random_state = 7;
static int faults;

static unsigned draw(unsigned below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

static void keep_busy(long microseconds)
{
    struct timespec now, end;

    if (!microseconds)
        return;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += microseconds * 1000;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
}

static void begin_call(int late)
{
    for (int i = 0; i < TEAM; i++) {
        ran[i] = 0;
        pauses[i] = 0;
    }
    for (int i = 0; i < ITERATIONS; i++)
        shared[i] = owned[i] = 0;
    singles = after = 0;
    if (late)
        pauses[draw(TEAM)] = 2000 + (long)draw(7000);
}

static void check_call(void)
{
    for (int i = 0; i < TEAM; i++)
        faults += ran[i] != 1;
    for (int i = 0; i < ITERATIONS; i++)
        faults += shared[i] != 1 || owned[i] != 1;
    faults += singles != 1 || after != TEAM;
}

static void work(int i)
{
    owned[i]++;
}

#define REGION(number)                                                                          \
    static void region##number(void)                                                            \
    {                                                                                           \
        _Pragma("omp parallel num_threads(TEAM)")                                               \
        {                                                                                       \
            int me = omp_get_thread_num();                                                      \
            ran[me]++;                                                                          \
            _Pragma("omp single nowait") singles++;                                             \
            keep_busy(pauses[me] / 2);                                                          \
            _Pragma("omp for schedule(dynamic, 3) nowait") for (int i = 0; i < ITERATIONS; i++) \
                shared[i]++;                                                                    \
            keep_busy(pauses[me] / 2);                                                          \
            _Pragma("omp for schedule(static) nowait") for (int i = 0; i < ITERATIONS; i++)     \
                work(i);                                                                        \
            _Pragma("omp critical") after++;                                                    \
        }                                                                                       \
    }

#define FOUR(n) REGION(n##0) REGION(n##1) REGION(n##2) REGION(n##3)
#define SIXTEEN(n) FOUR(n##0) FOUR(n##1) FOUR(n##2) FOUR(n##3)
#define ALL(n) SIXTEEN(n##0) SIXTEEN(n##1) SIXTEEN(n##2) SIXTEEN(n##3)
ALL(1)
ALL(2)
#undef REGION
#define REGION(number) region##number,
static void (*const regions[])(void) = {ALL(1) ALL(2)};

int main(int argc, char **argv)
{
    random_state = argc > 1 ? (unsigned)atoi(argv[1]) : random_state;

    for (size_t r = 0; r < sizeof regions / sizeof *regions; r++)
        for (int call = 0; call < SMALL_CALLS + LATE_CALLS * CYCLE; call++) {
            begin_call(call >= SMALL_CALLS && call % CYCLE == 0);
            regions[r]();
            check_call();
        }
    printf("%d faults\n", faults);
    return faults != 0;
}
