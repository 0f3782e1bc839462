// SPDX-License-Identifier: MIT
// Hazard: regions whose threads need much of their stacks, or have little, or overflow them.
// Arguments: cases, "late"; "stack=SIZE" runs the program anew with that OMP_STACKSIZE.
#include "tests/victims/omp_lazy.h"

#include <alloca.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KIB = 1024, MANY = 512, MANY_CALLS = 16, DEEP = 1000 };

static void fill(volatile char *bytes, size_t size, int seed)
{
    for (size_t i = 0; i < size; i += 64)
        bytes[i] = (char)(seed + (int)(i / 64));
}

static APART long check(const volatile char *bytes, size_t size, int seed)
{
    for (size_t i = 0; i < size; i += 64)
        if (bytes[i] != (char)(seed + (int)(i / 64)))
            return 0;
    return 1;
}

// A frame that is full before a barrier, and must be so after it.
static APART long use_frame(size_t size, int seed)
{
    volatile char *frame = alloca(size);

    fill(frame, size, seed);
#pragma omp barrier
    return check(frame, size, seed);
}

static void run_frames_of(const char *name, size_t size, int from)
{
    atomic_long right = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
        atomic_fetch_add(&right, use_frame(call >= from ? size : 64, omp_get_thread_num() + call));
    lazy_print(name, atomic_load(&right));
}

static void run_small(int from)
{
    run_frames_of("small", 16 * KIB, from);
}

static void run_frames(int from)
{
    run_frames_of("frames", 200 * KIB, from);
}

static void run_large(int from)
{
    run_frames_of("large", 1024 * KIB, from);
}

// Frames of other sizes in each thread and call.
static void run_alloca(int from)
{
    atomic_long right = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        for (int i = 0; call >= from && i < 3; i++)
            atomic_fetch_add(&right, use_frame((size_t)(me * 5 + call + i) % 100 * KIB + 64, me));
    }
    lazy_print("alloca", atomic_load(&right));
}

static APART long descend(int depth, int seed)
{
    volatile long here = seed + depth;

    if (depth == 0) {
#pragma omp barrier
        return here;
    }
    return descend(depth - 1, seed) + here;
}

// The barrier is met a thousand frames down.
static void run_recursion(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += descend(call >= from ? DEEP : 1, me);
    }
    lazy_print("recursion", lazy_sum(parts));
}

static void run_many(int from)
{
    static long parts[MANY];
    long sum = 0;

    (void)from;
    for (int call = 0; call < MANY_CALLS; call++)
#pragma omp parallel num_threads(MANY)
    {
        int me = omp_get_thread_num();
        parts[me] += lazy_work(call, me);
#pragma omp barrier
        if (me == call)
            for (int i = 0; i < omp_get_num_threads(); i++)
                sum += parts[i];
    }
    lazy_print("many", sum);
}

static volatile long without_end = 1L << 40;

static APART long overflow(long depth)
{
    volatile long here[16] = {depth};

    if (depth >= without_end)
        return 0;
    return overflow(depth + 1) + here[0];
}

static void overflow_in(int thread, bool barrier, int from)
{
    long sum = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel reduction(+ : sum)
    {
        sum += lazy_work(call, omp_get_thread_num());
        if (barrier) {
#pragma omp barrier
        }
        if (call >= from && omp_get_thread_num() == thread)
            sum += overflow(0);
    }
    printf("thread %d has not overflowed: %ld\n", thread, sum);
}

// In a child, which no team has been in before.
static void report_overflow(int thread, bool barrier, int from)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        overflow_in(thread, barrier, from);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    printf("overflow in thread %d%s: signal %d\n", thread, barrier ? " after a barrier" : "",
           WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    fflush(stdout);
}

static void run_overflow(int from)
{
    static const struct rlimit no_core = {0, 0};

    (void)from;
    setrlimit(RLIMIT_CORE, &no_core);
    for (int barrier = 0; barrier < 2; barrier++) {
        report_overflow(0, barrier, LATE);
        report_overflow(1, barrier, LATE);
        report_overflow(omp_get_max_threads() - 1, barrier, LATE);
    }
}

static const struct lazy_case cases[] = {
    {"small", run_small, false},         {"frames", run_frames, false},
    {"large", run_large, true},          {"alloca", run_alloca, false},
    {"recursion", run_recursion, false}, {"many", run_many, true},
    {"overflow", run_overflow, true},
};

// Runtimes read OMP_STACKSIZE as they are loaded.
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "stack=", 6) == 0 && !getenv("OMP_STACKSIZE")) {
            setenv("OMP_STACKSIZE", argv[i] + 6, 1);
            execv("/proc/self/exe", argv);
            return 1;
        }
    return lazy_main(cases, sizeof cases / sizeof *cases, argc, argv);
}
