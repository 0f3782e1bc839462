// SPDX-License-Identifier: MIT
// The fork entry points of libgomp, which libomp has too.
#include <alloca.h>

#include "shim/omp/gomp.h"
#include "shim/omp/lazy.h"
#include "shim/omp/region.h"
#include "shim/omp/team.h"
#include "shim/omp/words.h"

static void run_body(struct member *m, void *construct)
{
    const struct construct *c = construct;
    (void)m;
    c->function(c->data);
}

// The loop or the sections of a combined construct, for one thread.
static void run_combined(struct member *m, void *construct)
{
    const struct construct *c = construct;
    if (c->loop) {
        m->line = *c->loop;
        m->cursor = (struct cursor){.kind = CURSOR_WHOLE, .done = c->loop->trips == 0};
    }
    m->sections = c->sections;
    m->section = 1;
    c->function(c->data);
}

static bool run_plain(const struct fork *fork, const struct fork_choice *choice,
                      struct construct *c)
{
    const struct plain_kind kind = {.state = {.trimmed = choice->way == SITE_TRIMMED}};
    bool combined = c->loop || c->sections;
    return region_run_plain(fork, choice, &kind, combined ? run_combined : run_body, c);
}

// As thread `thread` of a lazy team: the first has all of a loop, or its part of a static one.
static void run_lazily(struct member *m, const void *construct, int thread)
{
    const struct construct *c = construct;
    if (c->loop)
        lazy_loop_enter(m, c->loop, c->clause, thread == 0);
    if (c->sections) {
        m->sections = c->sections;
        m->cursor.done = true;
        if (thread == 0)
            gomp_note_sections(m, c->code);
    }
    c->function(c->data);
}

static void read_words(const void *construct, struct split_words *words)
{
    words_of_data(words, ((const struct construct *)construct)->data);
}

static bool run_lazy(const struct fork_choice *choice, const struct construct *c)
{
    const struct plain_kind kind = {.state = {.trimmed = true, .lazy = true}};
    const struct lazy_body body = {.run = run_lazily,
                                   .context = c,
                                   .function = c->loop ? NULL : c->function,
                                   .data = c->data,
                                   .read_words = read_words,
                                   .sections = c->sections};
    return lazy_run(choice, &kind, c->code, &body);
}

static bool run_lazy_quick(const struct construct *c)
{
    const struct fork_choice choice = {.way = SITE_LAZY,
                                       .learns = true,
                                       .site = table_find(&site_table, c->code),
                                       .class = member_stack.class,
                                       .full = member_stack.full,
                                       .team = member_stack.wanted};
    return run_lazy(&choice, c);
}

static void forward_parallel(const struct construct *c)
{
    ORIGINAL(GOMP_parallel, c->code)(c->function, c->data, c->team, c->flags);
}

static void run_team(const struct fork *fork, const struct fork_choice *choice,
                     const struct construct *c)
{
    struct construct through = *c;
    int capacity = region_capacity(choice);
    struct region *r = region_place(alloca(region_bytes(capacity)));
    region_begin_team(r, choice, capacity);
    r->gomp.function = c->function;
    r->gomp.data = c->data;
    through.function = region_run_gomp;
    through.data = r;
    through.team = choice->team;
    int team = choice->team && (int)choice->team < choice->full ? (int)choice->team : choice->full;
    if (c->loop && c->dynamic && loop_open_combined(r, c->loop, team))
        through.forward = forward_parallel;
    uint64_t began = choice->timed ? clock_ticks() : 0;
    through.forward(&through);
    region_end_team(r, choice, fork, began);
}

static void choose_and_run(struct construct *c)
{
    const struct fork fork = {.code = c->code,
                              .bound = c->flags != 0,
                              .wanted = c->team,
                              .dynamic = c->dynamic,
                              .trips = c->loop ? (int64_t)c->loop->trips : -1,
                              .data = c->data};
    struct fork_choice choice;
    struct plain_hidden hidden;
    region_choose(&fork, &choice);
    bool one = choice.way == SITE_ONE_THREAD || choice.way == SITE_TRIMMED;
    if (one && run_plain(&fork, &choice, c))
        return;
    if (choice.way == SITE_LAZY && run_lazy(&choice, c))
        return;
    bool too_deep = one && thread_self.trimmed; // for a plain call
    c->team = too_deep ? 1 : choice.team;
    plain_hide(&hidden, too_deep);
    if (choice.through)
        run_team(&fork, &choice, c);
    else
        c->forward(c);
    plain_show(&hidden);
}

static bool run_quick(struct construct *c, bool trimmed)
{
    const struct plain_kind kind = {.state = {.trimmed = trimmed}};
    struct member *m = plain_enter(c->code, &kind);
    if (!m)
        return false;
    (c->loop || c->sections ? run_combined : run_body)(m, c);
    plain_leave(m);
    return true;
}

static inline void run_fork(struct construct *c)
{
    int class = c->loop ? learn_class((int64_t)c->loop->trips) : 0;
    enum quick quick = region_choose_quick(c->code, c->team, class, c->flags);
    if (quick == QUICK_FORWARD && !member_stack.top)
        c->forward(c);
    else if (quick == QUICK_LAZY && run_lazy_quick(c))
        return;
    else if ((quick != QUICK_PLAIN && quick != QUICK_TRIMMED) ||
             !run_quick(c, quick == QUICK_TRIMMED))
        choose_and_run(c);
}

// ---- parallel

static __attribute__((noinline)) void fork_parallel(gomp_function *function, void *data,
                                                    unsigned team, unsigned flags, bool lazily)
{
    struct construct c = CONSTRUCT(function, data, team, flags, forward_parallel);
    if (!lazily || !run_lazy_quick(&c))
        choose_and_run(&c);
}

// The most frequent of all has its short way laid out.
EXPORT void GOMP_parallel(gomp_function *function, void *data, unsigned team, unsigned flags)
{
    const void *code = (const void *)(uintptr_t)function;
    enum quick quick = region_choose_quick(code, team, 0, flags != 0);
    if (quick == QUICK_PLAIN || quick == QUICK_TRIMMED) {
        const struct plain_kind kind = {.state = {.trimmed = quick == QUICK_TRIMMED}};
        struct member *m = plain_enter(code, &kind);
        if (m) {
            function(data);
            plain_leave(m);
            return;
        }
    }
    if (quick == QUICK_FORWARD && !member_stack.top)
        ORIGINAL(GOMP_parallel, code)(function, data, team, flags);
    else
        fork_parallel(function, data, team, flags, quick == QUICK_LAZY);
}

// The runtime registers the reductions of the region's tasks: always its own.
EXPORT unsigned GOMP_parallel_reductions(gomp_function *function, void *data, unsigned team,
                                         unsigned flags)
{
    struct plain_hidden hidden;
    const struct site *site = site_of((const void *)(uintptr_t)function, false);
    if (site)
        team_settle(site);
    plain_hide(&hidden, true);
    unsigned threads = ORIGINAL(GOMP_parallel_reductions, (const void *)(uintptr_t)function)(
        function, data, hidden.lazy ? 1 : team, flags);
    plain_show(&hidden);
    return threads;
}

static void forward_sections(const struct construct *c)
{
    ORIGINAL(GOMP_parallel_sections, c->code)
    (c->function, c->data, c->team, c->sections, c->flags);
}

EXPORT void GOMP_parallel_sections(gomp_function *function, void *data, unsigned team,
                                   unsigned count, unsigned flags)
{
    struct construct c = CONSTRUCT(function, data, team, flags, forward_sections);
    c.sections = count;
    run_fork(&c);
}

// ---- parallel for

#define PARALLEL_LOOP(schedule, the_kind, is_dynamic, is_monotonic)                               \
    static void forward_##schedule(const struct construct *c)                                     \
    {                                                                                             \
        const struct loop_line *l = c->loop;                                                      \
        ORIGINAL(GOMP_parallel_loop_##schedule, c->code)                                          \
        (c->function, c->data, c->team, (long)l->start, (long)l->end, (long)l->step, c->chunk,    \
         c->flags);                                                                               \
    }                                                                                             \
    EXPORT void GOMP_parallel_loop_##schedule(gomp_function *function, void *data, unsigned team, \
                                              long start, long end, long step, long chunk,        \
                                              unsigned flags)                                     \
    {                                                                                             \
        struct construct c = CONSTRUCT(function, data, team, flags, forward_##schedule);          \
        const struct loop_line line = gomp_line(c.code, start, end, step, chunk, is_monotonic);   \
        c.loop = &line;                                                                           \
        c.clause = (struct loop_clause){the_kind, chunk, false};                                  \
        c.chunk = chunk;                                                                          \
        c.dynamic = is_dynamic;                                                                   \
        run_fork(&c);                                                                             \
    }

#define PARALLEL_LOOP_RUNTIME(schedule)                                                           \
    static void forward_##schedule(const struct construct *c)                                     \
    {                                                                                             \
        const struct loop_line *l = c->loop;                                                      \
        ORIGINAL(GOMP_parallel_loop_##schedule, c->code)                                          \
        (c->function, c->data, c->team, (long)l->start, (long)l->end, (long)l->step, c->flags);   \
    }                                                                                             \
    EXPORT void GOMP_parallel_loop_##schedule(gomp_function *function, void *data, unsigned team, \
                                              long start, long end, long step, unsigned flags)    \
    {                                                                                             \
        struct construct c = CONSTRUCT(function, data, team, flags, forward_##schedule);          \
        const struct loop_line line = gomp_line(c.code, start, end, step, 1, true);               \
        c.loop = &line;                                                                           \
        c.clause = (struct loop_clause){SCHEDULE_AS_SET, 0, false};                               \
        run_fork(&c);                                                                             \
    }

PARALLEL_LOOP(static, SCHEDULE_STATIC, false, true)
PARALLEL_LOOP(dynamic, SCHEDULE_OTHER, true, true)
PARALLEL_LOOP(guided, SCHEDULE_OTHER, false, true)
PARALLEL_LOOP(nonmonotonic_dynamic, SCHEDULE_OTHER, true, false)
PARALLEL_LOOP(nonmonotonic_guided, SCHEDULE_OTHER, false, false)
PARALLEL_LOOP_RUNTIME(runtime)
PARALLEL_LOOP_RUNTIME(nonmonotonic_runtime)
PARALLEL_LOOP_RUNTIME(maybe_nonmonotonic_runtime)
