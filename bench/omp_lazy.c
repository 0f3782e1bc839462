// SPDX-License-Identifier: MIT
// Regions that a lazy team runs without a fork, and those that must not lose by it.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "bench/omp_parts.h"
#include "bench/stats.h"

enum { LEARNING_CALLS = 200, FEW = 4 };
enum {
    SMALL_CALLS = 19 /* before a large one */,
    LARGE = 4096,
    ELEMENT_STEPS = 45 /* near 25 ns: they overlap */
};
enum { WARM_CYCLES = 15, CYCLES_MAX = 64, LONG_TASKS = 500, LONG_TASK_US = 10, PAUSE_NS = 200000 };

typedef void elements(int count);

static volatile int one = 1, few = FEW; // the compiler must not know

static void run_one(long calls)
{
    int count = one;

    for (; calls > 0; calls--) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < count; i++)
            __asm__ volatile("" ::: "memory");
    }
}

// What Cython makes of prange: the loop does not wait, and the region has a barrier of its own.
static void run_cython(long calls)
{
    int count = few;

    for (; calls > 0; calls--) {
#pragma omp parallel
        {
#pragma omp for schedule(static) nowait
            for (int i = 0; i < count; i++)
                __asm__ volatile("" ::: "memory");
#pragma omp barrier
        }
    }
}

static void measure_calls(const char *name, time_batch *batch, const struct effort *effort)
{
    for (int call = 0; call < LEARNING_CALLS; call++)
        batch(1);
    printf("%s\t0\t%.2f\n", name, time_calls(batch, effort));
}

__attribute__((noinline)) static void compute_element(void)
{
    time_spend(ELEMENT_STEPS);
}

static void run_plain(int count)
{
    for (int i = 0; i < count; i++)
        compute_element();
}

static void run_elements(int count)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < count; i++)
        compute_element();
}

static double time_once(elements *run, int count)
{
    double start = time_now();

    run(count);
    return time_now() - start;
}

static void time_cycles(elements *run, int cycles, double *small, double *large)
{
    static double ones[CYCLES_MAX * SMALL_CALLS];
    double many[CYCLES_MAX];

    for (int cycle = -WARM_CYCLES; cycle < cycles; cycle++) {
        int at = cycle < 0 ? 0 : cycle; // those that warm up are written over
        for (int call = 0; call < SMALL_CALLS; call++)
            ones[at * SMALL_CALLS + call] = time_once(run, 1);
        many[at] = time_once(run, LARGE);
    }
    *small = stats_median(ones, (size_t)cycles * SMALL_CALLS);
    *large = stats_median(many, (size_t)cycles);
}

static void measure_sizes(const struct effort *effort)
{
    int cycles = effort->samples < CYCLES_MAX ? effort->samples : CYCLES_MAX;
    double body, small, large;

    time_cycles(run_plain, cycles, &body, &large);
    time_cycles(run_elements, cycles, &small, &large);
    printf("sizes\t1\t%.2f\nsizes\t%d\t%.2f\n", small - body, LARGE, large);
}

static void run_long(long calls)
{
    for (; calls > 0; calls--) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < LONG_TASKS; i++)
            time_spend(LONG_TASK_US * TIME_STEPS_PER_US);
    }
}

void omp_lazy_measure(const struct effort *effort, char *list)
{
    for (char *name = strtok(list, ","); name; name = strtok(NULL, ","))
        if (strcmp(name, "one") == 0)
            measure_calls(name, run_one, effort);
        else if (strcmp(name, "cython") == 0)
            measure_calls(name, run_cython, effort);
        else if (strcmp(name, "sizes") == 0)
            measure_sizes(effort);
        else if (strcmp(name, "long") == 0)
            printf("%s\t0\t%.0f\n", name,
                   time_long_call(run_long, effort->samples, effort->sample_ns));
}

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

void omp_lazy_pauses(const struct effort *effort)
{
    // Looked up: an object that can sleep gets real teams at its barriers, which others here
    // measure.
    int (*rest)(const struct timespec *, struct timespec *);
    *(void **)&rest = dlsym(RTLD_DEFAULT, "nanosleep");
    const struct timespec pause = {0, PAUSE_NS};
    struct rusage usage;

    for (int call = 0; call < effort->samples; call++) {
        run_one(1);
        rest(&pause, NULL);
    }
    getrusage(RUSAGE_SELF, &usage);
    printf("pauses\t%d\t%.0f\n", effort->samples,
           1e9 * (seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime)));
}
