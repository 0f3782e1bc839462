// SPDX-License-Identifier: MIT
// libgomp's first fork entry points (gcc before 4.9): the program forks, runs its own part, and
// joins by GOMP_parallel_end.
#include "shim/omp/gomp.h"
#include "shim/omp/region.h"

// Pairs nest, and their ends do not say which begin is theirs: inside a member of ours a forwarded
// one leaves a mark.
static void mark_foreign(const void *code)
{
    const struct plain_kind kind = {.state = {.real = true, .foreign = true, .paired = true}};
    plain_realise();
    if (member_stack.top)
        plain_enter(code, &kind);
}

// The plain call that the program is to run its part in; NULL: forward.
static struct member *begin(const void *code, unsigned team, int64_t trips)
{
    const struct fork fork = {.code = code, .wanted = team, .trips = trips};
    const struct plain_kind kind = {.state = {.paired = true}};
    struct fork_choice choice;
    region_choose(&fork, &choice);
    return choice.way == SITE_ONE_THREAD ? plain_enter(code, &kind) : NULL;
}

static const void *code_of(gomp_function *function)
{
    return (const void *)(uintptr_t)function;
}

EXPORT void GOMP_parallel_start(gomp_function *function, void *data, unsigned team)
{
    if (begin(code_of(function), team, -1))
        return;
    mark_foreign(code_of(function));
    ORIGINAL(GOMP_parallel_start, code_of(function))(function, data, team);
}

EXPORT void GOMP_parallel_sections_start(gomp_function *function, void *data, unsigned team,
                                         unsigned count)
{
    struct member *m = begin(code_of(function), team, -1);
    if (m) {
        m->sections = count;
        m->section = 1;
        return;
    }
    mark_foreign(code_of(function));
    ORIGINAL(GOMP_parallel_sections_start, code_of(function))(function, data, team, count);
}

static bool begin_loop(gomp_function *function, unsigned team, long start, long end, long step)
{
    const struct loop_line line = gomp_line(code_of(function), start, end, step, 1, true);
    struct member *m = begin(code_of(function), team, (int64_t)line.trips);
    if (m) {
        m->line = line;
        m->cursor = (struct cursor){.kind = CURSOR_WHOLE, .done = line.trips == 0};
    } else {
        mark_foreign(code_of(function));
    }
    return m;
}

#define LOOP_START(schedule)                                                               \
    EXPORT void GOMP_parallel_loop_##schedule##_start(gomp_function *function, void *data, \
                                                      unsigned team, long start, long end, \
                                                      long step, long chunk)               \
    {                                                                                      \
        if (!begin_loop(function, team, start, end, step))                                 \
            ORIGINAL(GOMP_parallel_loop_##schedule##_start, code_of(function))             \
        (function, data, team, start, end, step, chunk);                                   \
    }

LOOP_START(static)
LOOP_START(dynamic)
LOOP_START(guided)

EXPORT void GOMP_parallel_loop_runtime_start(gomp_function *function, void *data, unsigned team,
                                             long start, long end, long step)
{
    if (!begin_loop(function, team, start, end, step))
        ORIGINAL(GOMP_parallel_loop_runtime_start, code_of(function))
    (function, data, team, start, end, step);
}

EXPORT void GOMP_parallel_end(void)
{
    struct member *m = member_stack.top;
    if (m && !m->region && m->plain.paired && !m->plain.kmp)
        plain_leave(m);
    else
        ORIGINAL(GOMP_parallel_end, CALLER)();
}
