// SPDX-License-Identifier: MIT
// libgomp's worksharing loops: whole in a region that runs as a plain call, ours where they are
// dynamic and their team goes through us, else the runtime's.
#include "shim/omp/gomp.h"
#include "shim/omp/region.h"

static uint64_t trips_of(uint64_t distance, uint64_t step)
{
    return distance && step ? (distance - 1) / step + 1 : 0;
}

struct loop_line gomp_line(const void *code, long start, long end, long step, long chunk,
                           bool monotonic)
{
    uint64_t distance =
        step > 0 ? (uint64_t)end - (uint64_t)start : (uint64_t)start - (uint64_t)end;
    bool empty = step > 0 ? start >= end : start <= end;
    return (struct loop_line){
        .code = code,
        .start = (uint64_t)start,
        .end = (uint64_t)end,
        .step = (uint64_t)step,
        .trips = empty ? 0 : trips_of(distance, step > 0 ? (uint64_t)step : -(uint64_t)step),
        .chunk = chunk > 0 ? (uint64_t)chunk : 1,
        .monotonic = monotonic,
    };
}

// A step down is given as a number that wraps.
struct loop_line gomp_line_ull(const void *code, bool up, ull start, ull end, ull step, ull chunk,
                               bool monotonic)
{
    bool empty = up ? start >= end : start <= end;
    return (struct loop_line){
        .code = code,
        .start = start,
        .end = end,
        .step = step,
        .trips = empty ? 0 : trips_of(up ? end - start : start - end, up ? step : -step),
        .chunk = chunk ? chunk : 1,
        .monotonic = monotonic,
    };
}

// As libgomp does, the last piece ends at the loop's end, whatever the step.
bool gomp_piece(struct member *m, uint64_t *begin, uint64_t *stop)
{
    uint64_t first = 0, last = m->line.trips;
    bool some = !m->cursor.done;
    if (m->cursor.kind == CURSOR_SHARED)
        some = loop_next(m, &first, &last);
    if (m->cursor.kind == CURSOR_STATIC)
        some = lazy_loop_next(m, &first, &last);
    m->cursor.done = m->cursor.done || m->cursor.kind == CURSOR_WHOLE;
    if (some) {
        *begin = m->line.start + first * m->line.step;
        *stop = last == m->line.trips ? m->line.end : m->line.start + last * m->line.step;
    }
    return some;
}

struct member *gomp_loop_member(enum openmp_name name, const void *caller,
                                const struct loop_line *line, bool dynamic)
{
    struct member *m = plain_pending(name, caller);
    if (thread_self.watch & WATCH_TIMED)
        region_note_trips(line->trips);
    if (m && m->plain.lazy)
        return m; // it is begun by lazy_loop_begin
    if (m) {
        m->line = *line;
        m->cursor = (struct cursor){.kind = CURSOR_WHOLE, .done = line->trips == 0};
        return m;
    }
    if (!dynamic || !loop_is_wanted())
        return NULL;
    m = loop_member(name, caller);
    return m && loop_begin(m, line) ? m : NULL;
}

// A loop of libgomp's names that is ours, and the caller's runtime's.
struct member *gomp_in_loop(const void *caller)
{
    struct member *m = member_stack.top;
    if (!m || m->cursor.kind == CURSOR_NONE || m->cursor.kmp)
        return NULL;
    bool one = atomic_load_explicit(&originals_runtimes, memory_order_relaxed) <= 1;
    return one || plain_compare_runtimes(m, OPENMP_GOMP_loop_end, caller) ? m : NULL;
}

#define START(schedule, kind, dynamic, monotonic)                                                  \
    EXPORT bool GOMP_loop_##schedule##_start(long start, long end, long step, long chunk,          \
                                             long *first, long *stop){GOMP_LOOP_BEGIN(             \
        GOMP_loop_##schedule, gomp_line(CALLER, start, end, step, chunk, monotonic), kind,         \
        gomp_loop_member(OPENMP_GOMP_loop_##schedule##_start, CALLER, &line, dynamic), start, end, \
        step, chunk)} EXPORT bool GOMP_loop_ull_##schedule##_start(bool up, ull start, ull end,    \
                                                                   ull step, ull chunk,            \
                                                                   ull *first,                     \
                                                                   ull *stop){GOMP_LOOP_BEGIN(     \
        GOMP_loop_ull_##schedule, gomp_line_ull(CALLER, up, start, end, step, chunk, monotonic),   \
        kind, gomp_loop_member(OPENMP_GOMP_loop_ull_##schedule##_start, CALLER, &line, dynamic),   \
        up, start, end, step, chunk)} NEXT(schedule)

#define START_RUNTIME(schedule)                                                                  \
    EXPORT bool GOMP_loop_##schedule##_start(long start, long end, long step, long *first,       \
                                             long *stop)                                         \
    {                                                                                            \
        enum { chunk = 0 };                                                                      \
        GOMP_LOOP_BEGIN(                                                                         \
            GOMP_loop_##schedule, gomp_line(CALLER, start, end, step, 1, true), SCHEDULE_AS_SET, \
            gomp_loop_member(OPENMP_GOMP_loop_##schedule##_start, CALLER, &line, false), start,  \
            end, step)                                                                           \
    }                                                                                            \
    EXPORT bool GOMP_loop_ull_##schedule##_start(bool up, ull start, ull end, ull step,          \
                                                 ull *first, ull *stop)                          \
    {                                                                                            \
        enum { chunk = 0 };                                                                      \
        GOMP_LOOP_BEGIN(                                                                         \
            GOMP_loop_ull_##schedule, gomp_line_ull(CALLER, up, start, end, step, 1, true),      \
            SCHEDULE_AS_SET,                                                                     \
            gomp_loop_member(OPENMP_GOMP_loop_ull_##schedule##_start, CALLER, &line, false), up, \
            start, end, step)                                                                    \
    }                                                                                            \
    NEXT(schedule)

#define NEXT(schedule)                                                                            \
    EXPORT bool GOMP_loop_##schedule##_next(long *first, long *stop){GOMP_LOOP_NEXT(              \
        GOMP_loop_##schedule##_next,                                                              \
        gomp_in_loop(CALLER))} EXPORT bool GOMP_loop_ull_##schedule##_next(ull *first, ull *stop) \
    {                                                                                             \
        GOMP_LOOP_NEXT(GOMP_loop_ull_##schedule##_next, gomp_in_loop(CALLER))                     \
    }

#define GOMP_ORDERED false

START(static, SCHEDULE_STATIC, false, true)
START(dynamic, SCHEDULE_OTHER, true, true)
START(guided, SCHEDULE_OTHER, false, true)
START(nonmonotonic_dynamic, SCHEDULE_OTHER, true, false)
START(nonmonotonic_guided, SCHEDULE_OTHER, false, false)
START_RUNTIME(runtime)
START_RUNTIME(nonmonotonic_runtime)
START_RUNTIME(maybe_nonmonotonic_runtime)

static void settle(enum openmp_name name, const void *caller)
{
    if (thread_self.watch)
        plain_realise_for(name, caller);
}

// With task reductions or memory for a scan the runtime has more to do than to divide the loop.
EXPORT bool GOMP_loop_start(long start, long end, long step, long schedule, long chunk, long *first,
                            long *stop, uintptr_t *reductions, void **memory)
{
    settle(OPENMP_GOMP_loop_start, CALLER);
    return ORIGINAL(GOMP_loop_start, CALLER)(start, end, step, schedule, chunk, first, stop,
                                             reductions, memory);
}

EXPORT bool GOMP_loop_ull_start(bool up, ull start, ull end, ull step, long schedule, ull chunk,
                                ull *first, ull *stop, uintptr_t *reductions, void **memory)
{
    settle(OPENMP_GOMP_loop_ull_start, CALLER);
    return ORIGINAL(GOMP_loop_ull_start, CALLER)(up, start, end, step, schedule, chunk, first, stop,
                                                 reductions, memory);
}

// How the loop ends: as the runtime's own, with nothing to do, or by a barrier. Where a region has
// become real there may be tasks to wait for.
enum loop_end { END_NATIVE, END_NOTHING, END_BARRIER };

static enum loop_end end_loop(const void *caller)
{
    struct member *m = gomp_in_loop(caller);
    if (!m)
        return END_NATIVE;
    bool lazy = m->plain.lazy && !m->plain.real;
    bool nothing = m->cursor.kind == CURSOR_WHOLE && !m->plain.real && !lazy;
    m->cursor.kind = CURSOR_NONE;
    return nothing ? END_NOTHING : END_BARRIER;
}

static void wait_for_all(const void *caller)
{
    struct member *m = plain_pending(OPENMP_GOMP_barrier, caller);
    if (m && m->plain.lazy &&
        lazy_form_barrier(member_stack.lazy, false, OPENMP_GOMP_barrier, caller, NULL))
        return;
    ORIGINAL(GOMP_barrier, caller)();
}

EXPORT void GOMP_loop_end(void)
{
    enum loop_end end = end_loop(CALLER);
    uint64_t began = region_wait_begin();
    if (end == END_BARRIER)
        wait_for_all(CALLER);
    else if (end == END_NATIVE)
        ORIGINAL(GOMP_loop_end, CALLER)();
    region_wait_end(began);
}

// An adopted region's adopter is in the loop that it was asked for.
EXPORT void GOMP_loop_end_nowait(void)
{
    const struct member *m = member_stack.top;
    bool asked = m && m->cursor.kind == CURSOR_ADOPTED;
    enum loop_end end = end_loop(CALLER);
    if (end == END_NATIVE)
        ORIGINAL(GOMP_loop_end_nowait, CALLER)();
    else if (asked)
        lazy_form_ask(member_stack.lazy, false,
                      (any_function)ORIGINAL(GOMP_loop_end_nowait, CALLER), NULL, 0, NULL);
}

// Cancellation is off where a loop is ours.
EXPORT bool GOMP_loop_end_cancel(void)
{
    enum loop_end end = end_loop(CALLER);
    if (end == END_NATIVE)
        return ORIGINAL(GOMP_loop_end_cancel, CALLER)();
    if (end == END_BARRIER)
        wait_for_all(CALLER);
    return false;
}
