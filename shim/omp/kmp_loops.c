// SPDX-License-Identifier: MIT
// libomp's dynamic loops: whole in a region that runs as a plain call, ours where they are dynamic
// and their team goes through us, else the runtime's.
#include "shim/omp/plain.h"
#include "shim/omp/region.h"

// The schedules of kmp.h: 33 static chunked, 34 static, 35 dynamic, 36 guided, ...; ordered ones
// from 64 on. Bit 29: monotonic, bit 30: nonmonotonic.
enum { SCHEDULE_DYNAMIC = 35, SCHEDULE_ORDERED = 64 };
static const int SCHEDULE_KIND = 0xffff, SCHEDULE_NONMONOTONIC = 1 << 30;

static bool begin(enum openmp_name name, int schedule, const struct loop_line *line)
{
    struct member *m = plain_pending(name, line->code);
    int kind = schedule & SCHEDULE_KIND;
    if (m && kind < SCHEDULE_ORDERED) {
        m->line = *line;
        m->cursor = (struct cursor){.kind = CURSOR_WHOLE, .done = line->trips == 0, .kmp = true};
        return true;
    }
    if (m)
        plain_realise();
    m = loop_member(name, line->code);
    if (m && m->cursor.kmp)
        m->cursor.kind = CURSOR_NONE;
    if (!m || kind != SCHEDULE_DYNAMIC || !loop_is_wanted() || !loop_begin(m, line))
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
    m->cursor.done = m->cursor.done || m->cursor.kind == CURSOR_WHOLE;
    if (!some)
        m->cursor.kind = CURSOR_NONE;
    --*last;
    return some;
}

#define DISPATCH(width, type, step_type)                                                       \
    EXPORT void __kmpc_dispatch_init_##width(void *place, int gtid, int schedule, type lower,  \
                                             type upper, step_type step, step_type chunk)      \
    {                                                                                          \
        bool empty = step > 0 ? upper < lower : lower < upper;                                 \
        uint64_t distance =                                                                    \
            step > 0 ? (uint64_t)upper - (uint64_t)lower : (uint64_t)lower - (uint64_t)upper;  \
        uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;                         \
        const struct loop_line line = {.code = CALLER,                                         \
                                       .start = (uint64_t)lower,                               \
                                       .step = (uint64_t)step,                                 \
                                       .trips = empty || !stride ? 0 : distance / stride + 1,  \
                                       .chunk = chunk > 0 ? (uint64_t)chunk : 1,               \
                                       .monotonic = !(schedule & SCHEDULE_NONMONOTONIC)};      \
        if (!begin(OPENMP___kmpc_dispatch_init_##width, schedule, &line))                      \
            ORIGINAL(__kmpc_dispatch_init_##width, CALLER)                                     \
        (place, gtid, schedule, lower, upper, step, chunk);                                    \
    }                                                                                          \
    EXPORT int __kmpc_dispatch_next_##width(void *place, int gtid, int *is_last, type *lower,  \
                                            type *upper, step_type *step)                      \
    {                                                                                          \
        struct member *m = in_loop(CALLER);                                                    \
        uint64_t first, last;                                                                  \
        if (!m)                                                                                \
            return ORIGINAL(__kmpc_dispatch_next_##width, CALLER)(place, gtid, is_last, lower, \
                                                                  upper, step);                \
        if (!next(m, &first, &last))                                                           \
            return 0;                                                                          \
        if (is_last)                                                                           \
            *is_last = last + 1 == m->line.trips;                                              \
        *lower = (type)(m->line.start + first * m->line.step);                                 \
        *upper = (type)(m->line.start + last * m->line.step);                                  \
        if (step)                                                                              \
            *step = (step_type)m->line.step;                                                   \
        return 1;                                                                              \
    }

KMP_WIDTHS(DISPATCH)
