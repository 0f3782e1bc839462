// SPDX-License-Identifier: MIT
// What the victims of the lazy team share: a table of cases, each a region that is called often
// enough to become lazy, and what its threads do meanwhile.
#ifndef TEAMTRIM_VICTIMS_OMP_LAZY_H
#define TEAMTRIM_VICTIMS_OMP_LAZY_H

#include "tests/victims/omp_page.h"

#include <omp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
#include <atomic>
using std::atomic_int;
#else
#include <stdatomic.h>
#endif

// A site has learned after some ten calls. With "late" the hazard is there from call LATE on.
enum { CALLS = 40, LATE = 25, MOST = 64 };

// A case that is `asked` for is run only where an argument names it.
struct lazy_case {
    const char *name;
    void (*run)(int from); // first call with the hazard
    bool asked;
};

static const char *lazy_path; // an argument that starts with '/'

// Yields early: teams here are larger than the machine.
static inline void lazy_wait(atomic_int *flag, int least)
{
    for (int tries = 0; atomic_load(flag) < least; tries++)
        if (tries >= 100)
            sched_yield();
}

// A little work that compilers keep: a number below 1000 that depends on both.
static inline long lazy_work(int call, int thread)
{
    unsigned value = (unsigned)(call * 31 + thread);

    for (int i = 0; i < 20; i++)
        value = value * 1664525u + 1013904223u;
    return value % 1000;
}

static inline void lazy_burn(int milliseconds)
{
    struct timespec now, end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += milliseconds % 1000 * 1000000L;
    end.tv_sec += milliseconds / 1000 + end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
}

static inline long lazy_sum(const long *values)
{
    long sum = 0;

    for (int i = 0; i < MOST; i++)
        sum += (i + 1) * values[i];
    return sum;
}

// What was said before a hang or a crash is to be seen.
static inline void lazy_print(const char *name, long value)
{
    printf("%s %ld\n", name, value);
    fflush(stdout);
}

static inline bool lazy_is_named(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return false;
}

// Arguments: cases (with none: all that need not be asked for), "late", a path.
static inline int lazy_main(const struct lazy_case *cases, size_t count, int argc, char **argv)
{
    int from = lazy_is_named("late", argc, argv) ? LATE : 0;
    bool some = false;

    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '/')
            lazy_path = argv[i];
    for (size_t i = 0; i < count; i++)
        if (lazy_is_named(cases[i].name, argc, argv)) {
            some = true;
            cases[i].run(from);
        }
    for (size_t i = 0; !some && i < count; i++)
        if (!cases[i].asked)
            cases[i].run(from);
    return 0;
}

#define LAZY_MAIN(cases)                                                   \
    int main(int argc, char **argv)                                        \
    {                                                                      \
        return lazy_main(cases, sizeof cases / sizeof *cases, argc, argv); \
    }

#endif
