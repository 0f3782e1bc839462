// SPDX-License-Identifier: MIT
// What a program asks about its team, inside a region that runs as a plain call: as if the runtime
// had made the region. Each name has the Fortran spellings beside it.
#include "shim/omp/plain.h"

// Regions around the caller that the runtime does not know of.
static int levels(enum openmp_name name, const void *caller)
{
    return plain_pending(name, caller) ? (int)member_stack.pending : 0;
}

static int thread_num(const void *caller)
{
    return levels(OPENMP_omp_get_thread_num, caller) ? 0 : ORIGINAL(omp_get_thread_num, caller)();
}

static int num_threads(const void *caller)
{
    return levels(OPENMP_omp_get_num_threads, caller) ? 1 : ORIGINAL(omp_get_num_threads, caller)();
}

static int level(const void *caller)
{
    return ORIGINAL(omp_get_level, caller)() + levels(OPENMP_omp_get_level, caller);
}

// Regions that stand for a team count as active, whether the runtime knows of them or not: it made
// them with one thread.
static int active_level(const void *caller)
{
    return ORIGINAL(omp_get_active_level, caller)() + (int)thread_self.trimmed;
}

static int in_parallel(const void *caller)
{
    return thread_self.trimmed || ORIGINAL(omp_in_parallel, caller)();
}

// A level above the runtime's own is one of ours: one thread, number 0.
static int ancestor(int asked, const void *caller)
{
    int known = ORIGINAL(omp_get_level, caller)();
    bool ours = asked > known && asked <= known + levels(OPENMP_omp_get_level, caller);
    return ours ? 0 : ORIGINAL(omp_get_ancestor_thread_num, caller)(asked);
}

static int team_size(int asked, const void *caller)
{
    int known = ORIGINAL(omp_get_level, caller)();
    bool ours = asked > known && asked <= known + levels(OPENMP_omp_get_level, caller);
    return ours ? 1 : ORIGINAL(omp_get_team_size, caller)(asked);
}

#define QUERY(name, function)                      \
    int plain_##name(void), plain_##name##_(void); \
    int plain_##name(void)                         \
    {                                              \
        return function(CALLER);                   \
    }                                              \
    int plain_##name##_(void)                      \
    {                                              \
        return function(CALLER);                   \
    }

#define QUERY_OF_LEVEL(name, function)                                                       \
    int plain_##name(int), plain_##name##_(const int *), plain_##name##_8_(const int64_t *); \
    int plain_##name(int asked)                                                              \
    {                                                                                        \
        return function(asked, CALLER);                                                      \
    }                                                                                        \
    int plain_##name##_(const int *asked)                                                    \
    {                                                                                        \
        return function(*asked, CALLER);                                                     \
    }                                                                                        \
    int plain_##name##_8_(const int64_t *asked)                                              \
    {                                                                                        \
        return *asked == (int)*asked ? function((int)*asked, CALLER) : -1;                   \
    }

QUERY(omp_get_thread_num, thread_num)
QUERY(omp_get_num_threads, num_threads)
QUERY(omp_get_level, level)
QUERY(omp_get_active_level, active_level)
QUERY(omp_in_parallel, in_parallel)
QUERY_OF_LEVEL(omp_get_ancestor_thread_num, ancestor)
QUERY_OF_LEVEL(omp_get_team_size, team_size)
