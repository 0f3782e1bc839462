// SPDX-License-Identifier: MIT
// libomp's dynamic loops: whole in a region that runs as a plain call, ours where they are dynamic
// and their team goes through us, else the runtime's.
#include "shim/omp/lazy_loop.h"
#include "shim/omp/plain.h"
#include "shim/omp/region.h"

// The schedules of kmp.h: 33 static chunked, 34 static, 35 dynamic, 36 guided, ...; ordered ones
// from 64 on. Bit 29: monotonic, bit 30: nonmonotonic.
enum { DYNAMIC = 35, ORDERED = 64, NO_MERGE = 160 };
static const int KIND = 0xffff, NONMONOTONIC = 1 << 30;

// Static ones: 33 chunked, 34 not, 45 for simd loops, whose chunks are a power of two; 37: as set.
static struct loop_clause schedule_of(int kind, const struct loop_line *line, int64_t chunk)
{
    enum { CHUNKED = 33, STATIC = 34, AS_SET = 37, SIMD = 45 };
    struct loop_clause schedule = {SCHEDULE_OTHER, 0, kind > ORDERED};
    int plain = kind > ORDERED ? kind - 32 : kind;
    if (plain == CHUNKED || plain == STATIC || plain == SIMD)
        schedule.kind = SCHEDULE_STATIC;
    if (plain == AS_SET)
        schedule.kind = SCHEDULE_AS_SET;
    if (plain == CHUNKED)
        schedule.chunk = chunk > 0 ? chunk : 1;
    if (plain == SIMD)
        schedule.chunk = (long)partition_simd_chunk(line->trips, chunk > 0 ? (uint64_t)chunk : 1,
                                                    member_stack.lazy->n);
    return schedule;
}

// Whether a loop in a lazy team is ours, or the adopter's.
static bool begin_lazily(struct member *m, int schedule, const struct loop_line *line,
                         const struct lazy_note *note, int64_t chunk)
{
    int kind = schedule & KIND;
    if (kind >= NO_MERGE) {
        plain_realise_for(OPENMP___kmpc_dispatch_init_4, line->code);
        return m->plain.lazy && lazy_loop_begin(member_stack.lazy, m, line,
                                                (struct loop_clause){SCHEDULE_OTHER, 0, true}, note,
                                                NULL) != FORM_ORIGINAL;
    }
    enum lazy_form form =
        lazy_loop_begin(member_stack.lazy, m, line, schedule_of(kind, line, chunk), note, NULL);
    m->cursor.kmp = form != FORM_ORIGINAL;
    return form != FORM_ORIGINAL;
}

static bool begin(enum openmp_name name, int schedule, const struct loop_line *line)
{
    struct member *m = plain_pending(name, line->code);
    int kind = schedule & KIND;
    if (thread_self.watch & WATCH_TIMED)
        region_note_trips(line->trips);
    if (m && kind < ORDERED) {
        m->line = *line;
        m->cursor = (struct cursor){.kind = CURSOR_WHOLE, .done = line->trips == 0, .kmp = true};
        return true;
    }
    if (m)
        plain_realise();
    m = loop_member(name, line->code);
    if (m && m->cursor.kmp)
        m->cursor.kind = CURSOR_NONE;
    if (!m || kind != DYNAMIC || !loop_is_wanted() || !loop_begin(m, line))
        return false;
    m->cursor.kmp = true;
    return true;
}

static struct member *in_loop(const void *caller)
{
    struct member *m = member_stack.top;
    if (!m || m->cursor.kind == CURSOR_NONE || !m->cursor.kmp)
        return NULL;
    bool one = atomic_load_explicit(&originals_runtimes, memory_order_relaxed) <= 1;
    return one || plain_compare_runtimes(m, OPENMP___kmpc_dispatch_next_4, caller) ? m : NULL;
}

// The next iterations, counted from 0; the last one included. The loop has ended when none is left.
static bool next(struct member *m, uint64_t *first, uint64_t *last)
{
    bool some = !m->cursor.done;
    *first = 0;
    *last = m->line.trips;
    if (m->cursor.kind == CURSOR_SHARED)
        some = loop_next(m, first, last);
    if (m->cursor.kind == CURSOR_STATIC)
        some = lazy_loop_next(m, first, last);
    m->cursor.done = m->cursor.done || m->cursor.kind == CURSOR_WHOLE;
    if (!some)
        m->cursor.kind = CURSOR_NONE;
    --*last;
    return some;
}

static int ask_next(struct member *m, any_function original, const uintptr_t *arguments)
{
    uintptr_t some = 0;
    lazy_form_ask(member_stack.lazy, true, original, arguments, 6, &some);
    if (!(int)some)
        m->cursor.kind = CURSOR_NONE;
    return (int)some;
}

#define DISPATCH(width, type, step_type)                                                          \
    EXPORT void __kmpc_dispatch_init_##width(void *place, int gtid, int schedule, type lower,     \
                                             type upper, step_type step, step_type chunk)         \
    {                                                                                             \
        bool empty = step > 0 ? upper < lower : lower < upper;                                    \
        uint64_t distance =                                                                       \
            step > 0 ? (uint64_t)upper - (uint64_t)lower : (uint64_t)lower - (uint64_t)upper;     \
        uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;                            \
        const struct loop_line line = {.code = CALLER,                                            \
                                       .start = (uint64_t)lower,                                  \
                                       .step = (uint64_t)step,                                    \
                                       .trips = empty || !stride ? 0 : distance / stride + 1,     \
                                       .chunk = chunk > 0 ? (uint64_t)chunk : 1,                  \
                                       .monotonic = !(schedule & NONMONOTONIC)};                  \
        struct member *m = plain_pending(OPENMP___kmpc_dispatch_init_##width, CALLER);            \
        bool ours;                                                                                \
        if (m && m->plain.lazy) {                                                                 \
            const struct lazy_note note = {                                                       \
                .kind = LAZY_LOOP,                                                                \
                .kmp = true,                                                                      \
                .start = (any_function)ORIGINAL(__kmpc_dispatch_init_##width, CALLER),            \
                .next = (any_function)ORIGINAL(__kmpc_dispatch_next_##width, CALLER),             \
                .arguments = {(uintptr_t)place, 0, (uintptr_t)schedule, (uintptr_t)lower,         \
                              (uintptr_t)upper, (uintptr_t)step, (uintptr_t)chunk},               \
                .count = 7};                                                                      \
            ours = begin_lazily(m, schedule, &line, &note, chunk);                                \
        } else {                                                                                  \
            ours = begin(OPENMP___kmpc_dispatch_init_##width, schedule, &line);                   \
        }                                                                                         \
        if (!ours)                                                                                \
            ORIGINAL(__kmpc_dispatch_init_##width, CALLER)                                        \
        (place, gtid, schedule, lower, upper, step, chunk);                                       \
    }                                                                                             \
    EXPORT int __kmpc_dispatch_next_##width(void *place, int gtid, int *is_last, type *lower,     \
                                            type *upper, step_type *step)                         \
    {                                                                                             \
        struct member *m = in_loop(CALLER);                                                       \
        uint64_t first, last;                                                                     \
        if (!m)                                                                                   \
            return ORIGINAL(__kmpc_dispatch_next_##width, CALLER)(place, gtid, is_last, lower,    \
                                                                  upper, step);                   \
        if (m->cursor.kind == CURSOR_ADOPTED)                                                     \
            return ask_next(m, (any_function)ORIGINAL(__kmpc_dispatch_next_##width, CALLER),      \
                            LAZY_ARGUMENTS((uintptr_t)place, 0, (uintptr_t)is_last,               \
                                           (uintptr_t)lower, (uintptr_t)upper, (uintptr_t)step)); \
        if (!next(m, &first, &last))                                                              \
            return 0;                                                                             \
        if (is_last)                                                                              \
            *is_last = last + 1 == m->line.trips;                                                 \
        *lower = (type)(m->line.start + first * m->line.step);                                    \
        *upper = (type)(m->line.start + last * m->line.step);                                     \
        if (step)                                                                                 \
            *step = (step_type)m->line.step;                                                      \
        return 1;                                                                                 \
    }

KMP_WIDTHS(DISPATCH)
