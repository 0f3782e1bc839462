// SPDX-License-Identifier: MIT
// Waits that call sched_yield, timed: ... barrier|turns yield|pause THREADS WORK_NS MS, or
// ... daxpy CALLS PAUSE_MS, on the libblas.so.3 that is found.
//
// barrier: threads cross a barrier of their own again and again, after work of half to one and a
// half times WORK_NS. turns: on one CPU, they pass a turn around, each works when it has it. Both
// wait in a loop of sched_yield (`yield`), or of pause instructions alone. Prints ns of time and of
// CPU time for each crossing or call; of daxpy also the median, the 90th percentile, the longest
// call.
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "bench/stats.h"
#include "shim/core/clock.h"
#include "shim/core/spin.h"

enum { LINE = 64, THREADS_MAX = 64, CALLS_MAX = 1000, LENGTH = 200000 };

static struct {
    _Alignas(LINE) atomic_int arrived;
    _Alignas(LINE) atomic_uint crossed; // or whose turn it is
    _Alignas(LINE) bool over, by_yield, by_turns;
    int threads;
    double work_ticks;
    uint64_t end; // ns
} shared;

static double cpu_ns(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return ((double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec) * 1e9 +
           ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec) * 1e3;
}

static void relax(void)
{
    if (shared.by_yield)
        sched_yield();
    else
        spin_pause(1);
}

static void work(uint64_t *seed)
{
    uint64_t start = clock_ticks();

    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    double share = 0.5 + (double)(*seed >> 40) * 0x1p-24;
    while ((double)(clock_ticks() - start) < share * shared.work_ticks)
        continue;
}

// The last to arrive decides whether this was the last crossing.
static void cross(void)
{
    unsigned crossed = atomic_load(&shared.crossed);

    if (atomic_fetch_add(&shared.arrived, 1) + 1 < shared.threads) {
        while (atomic_load_explicit(&shared.crossed, memory_order_acquire) == crossed)
            relax();
        return;
    }
    atomic_store(&shared.arrived, 0);
    shared.over = clock_nanoseconds() > shared.end;
    atomic_store(&shared.crossed, crossed + 1);
}

static bool cross_in_turn(unsigned thread)
{
    unsigned threads = (unsigned)shared.threads;

    while (atomic_load_explicit(&shared.crossed, memory_order_acquire) % threads != thread)
        relax();
    return !shared.over;
}

static void pass_turn(unsigned thread)
{
    if (thread == 0)
        shared.over = clock_nanoseconds() > shared.end;
    atomic_fetch_add(&shared.crossed, 1);
}

static void *run(void *argument)
{
    unsigned thread = (unsigned)(uintptr_t)argument;
    uint64_t seed = thread + 1;

    while (!shared.by_turns && !shared.over) {
        work(&seed);
        cross();
    }
    while (shared.by_turns && cross_in_turn(thread)) {
        work(&seed);
        pass_turn(thread);
    }
    if (shared.by_turns)
        atomic_fetch_add(&shared.crossed, 1); // the next one sees the end, too
    return NULL;
}

static void use_one_cpu(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void run_threads(void)
{
    pthread_t threads[THREADS_MAX];

    for (int i = 0; i < shared.threads; i++)
        if (pthread_create(&threads[i], NULL, run, (void *)(uintptr_t)i) != 0)
            exit(1);
    for (int i = 0; i < shared.threads; i++)
        pthread_join(threads[i], NULL);
}

static int measure(char **argv)
{
    long work_ns = atol(argv[3]), milliseconds = atol(argv[4]);

    shared.by_turns = strcmp(argv[0], "turns") == 0;
    shared.by_yield = strcmp(argv[1], "yield") == 0;
    shared.threads = atoi(argv[2]);
    if (shared.threads < 1 || shared.threads > THREADS_MAX)
        return 2;
    shared.work_ticks = (double)clock_ticks_of(1000000) * 1e-6 * (double)work_ns;
    if (shared.by_turns)
        use_one_cpu();
    uint64_t start = clock_nanoseconds();
    double cpu = cpu_ns();
    shared.end = start + (uint64_t)milliseconds * 1000000;
    run_threads();
    double crossed = (double)atomic_load(&shared.crossed);
    printf("name\tn\ttime\tcpu\n%s\t%ld\t%.1f\t%.1f\n", argv[0], work_ns,
           (double)(clock_nanoseconds() - start) / crossed, (cpu_ns() - cpu) / crossed);
    return 0;
}

typedef void daxpy(int n, double alpha, const double *x, int incx, double *y, int incy);

static int measure_daxpy(int calls, long pause_ms)
{
    static double x[LENGTH], y[LENGTH], times[CALLS_MAX];
    const struct timespec pause = {pause_ms / 1000, pause_ms % 1000 * 1000000};
    void *library = dlopen("libblas.so.3", RTLD_NOW);
    daxpy *call = library ? (daxpy *)(uintptr_t)dlsym(library, "cblas_daxpy") : NULL;

    if (!call || calls < 1 || calls > CALLS_MAX)
        return 2;
    for (int i = 0; i < LENGTH; i++)
        x[i] = y[i] = i;
    call(LENGTH, 1e-9, x, 1, y, 1);
    double cpu = cpu_ns(), all = 0;
    for (int i = 0; i < calls; i++) {
        nanosleep(&pause, NULL);
        uint64_t start = clock_nanoseconds();
        call(LENGTH, 1e-9, x, 1, y, 1);
        all += times[i] = (double)(clock_nanoseconds() - start);
    }
    cpu = cpu_ns() - cpu;
    double middle = stats_median(times, (size_t)calls); // sorts
    printf("name\tn\ttime\tcpu\tmedian\tp90\tlongest\ndaxpy\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\n",
           LENGTH, all / calls, cpu / calls, middle, stats_percentile(times, (size_t)calls, 90),
           times[calls - 1]);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "daxpy") == 0)
        return measure_daxpy(atoi(argv[2]), atol(argv[3]));
    if (argc != 6) {
        fprintf(stderr, "usage: %s PART ... (the driver runs this)\n", argv[0]);
        return 2;
    }
    return measure(argv + 1);
}
