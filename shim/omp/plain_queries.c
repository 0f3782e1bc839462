// SPDX-License-Identifier: MIT
// What a program asks about its team, inside a region that runs as a plain call: as if the runtime
// had made the region. Each name has the Fortran spellings beside it.
#include "shim/omp/lazy.h"
#include "shim/omp/plain.h"

// Regions around the caller that the runtime does not know of. A lazy team is the outermost of all.
static int levels(enum openmp_name name, const void *caller)
{
    bool ours = member_stack.pending && plain_is_runtime_of(member_stack.top, name, caller);
    return ours ? (int)member_stack.pending : 0;
}

static int thread_num(const void *caller)
{
    const struct member *m = plain_pending(OPENMP_omp_get_thread_num, caller);
    if (!m)
        return ORIGINAL(omp_get_thread_num, caller)();
    return m->plain.lazy ? member_stack.lazy->v : 0;
}

static int num_threads(const void *caller)
{
    const struct member *m = plain_pending(OPENMP_omp_get_num_threads, caller);
    if (!m)
        return ORIGINAL(omp_get_num_threads, caller)();
    return m->plain.lazy ? member_stack.lazy->n : 1;
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

// Of a level: the lazy team's own answer, or one thread's for regions of ours above the runtime's;
// else the runtime's for *asked, which counts its own levels.
enum whose { LEVEL_LAZY, LEVEL_PLAIN, LEVEL_NATIVE };

static enum whose whose_level(enum openmp_name name, const void *caller, int *asked)
{
    int known = ORIGINAL(omp_get_level, caller)(), ours = levels(name, caller);
    if (ours && member_stack.lazy && *asked > 0) {
        if (*asked == 1)
            return LEVEL_LAZY;
        --*asked;
        ours--;
    }
    return *asked > known && *asked <= known + ours ? LEVEL_PLAIN : LEVEL_NATIVE;
}

static int ancestor(int asked, const void *caller)
{
    enum whose whose = whose_level(OPENMP_omp_get_level, caller, &asked);
    if (whose == LEVEL_LAZY)
        return member_stack.lazy->v;
    return whose == LEVEL_PLAIN ? 0 : ORIGINAL(omp_get_ancestor_thread_num, caller)(asked);
}

static int team_size(int asked, const void *caller)
{
    enum whose whose = whose_level(OPENMP_omp_get_level, caller, &asked);
    if (whose == LEVEL_LAZY)
        return member_stack.lazy->n;
    return whose == LEVEL_PLAIN ? 1 : ORIGINAL(omp_get_team_size, caller)(asked);
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

// Libomp's own, which it has others of its names jump to.
#define QUERY_OF_KMP(name, function)                                    \
    int plain_##name(void *);                                           \
    int plain_##name(void *place)                                       \
    {                                                                   \
        bool ours = plain_pending(OPENMP_##name, CALLER) != NULL;       \
        return ours ? function(CALLER) : ORIGINAL(name, CALLER)(place); \
    }

QUERY_OF_KMP(__kmpc_bound_thread_num, thread_num)
QUERY_OF_KMP(__kmpc_bound_num_threads, num_threads)
QUERY_OF_KMP(__kmpc_in_parallel, in_parallel)
