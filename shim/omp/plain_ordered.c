// SPDX-License-Identifier: MIT
// Ordered loops: in a lazy team they are ours; a region of one thread that runs as a plain call is
// made real for them.
#include "shim/omp/gomp.h"
#include "shim/omp/plain.h"

static struct member *member_of_ordered(enum openmp_name name, const void *caller,
                                        const struct loop_line *line)
{
    struct member *m = plain_pending(name, caller);
    if (thread_self.watch & WATCH_TIMED)
        region_note_trips(line->trips);
    if (m && !m->plain.lazy)
        plain_realise();
    return m && m->plain.lazy ? m : NULL;
}

#define GOMP_ORDERED true

#define ORDERED(schedule, kind)                                                                    \
    bool plain_GOMP_loop_##schedule##_start(long, long, long, long, long *, long *);               \
    bool plain_GOMP_loop_##schedule##_start(long start, long end, long step, long chunk,           \
                                            long *first, long *stop)                               \
    {                                                                                              \
        GOMP_LOOP_BEGIN(GOMP_loop_##schedule, gomp_line(CALLER, start, end, step, chunk, true),    \
                        kind,                                                                      \
                        member_of_ordered(OPENMP_GOMP_loop_##schedule##_start, CALLER, &line),     \
                        start, end, step, chunk)                                                   \
    }                                                                                              \
    bool plain_GOMP_loop_ull_##schedule##_start(bool, ull, ull, ull, ull, ull *, ull *);           \
    bool plain_GOMP_loop_ull_##schedule##_start(bool up, ull start, ull end, ull step, ull chunk,  \
                                                ull *first, ull *stop){GOMP_LOOP_BEGIN(            \
        GOMP_loop_ull_##schedule, gomp_line_ull(CALLER, up, start, end, step, chunk, true), kind,  \
        member_of_ordered(OPENMP_GOMP_loop_ull_##schedule##_start, CALLER, &line), up, start, end, \
        step, chunk)} ORDERED_NEXT(schedule)

#define ORDERED_AS_SET(schedule)                                                                   \
    bool plain_GOMP_loop_##schedule##_start(long, long, long, long *, long *);                     \
    bool plain_GOMP_loop_##schedule##_start(long start, long end, long step, long *first,          \
                                            long *stop)                                            \
    {                                                                                              \
        enum { chunk = 0 };                                                                        \
        GOMP_LOOP_BEGIN(GOMP_loop_##schedule, gomp_line(CALLER, start, end, step, 1, true),        \
                        SCHEDULE_AS_SET,                                                           \
                        member_of_ordered(OPENMP_GOMP_loop_##schedule##_start, CALLER, &line),     \
                        start, end, step)                                                          \
    }                                                                                              \
    bool plain_GOMP_loop_ull_##schedule##_start(bool, ull, ull, ull, ull *, ull *);                \
    bool plain_GOMP_loop_ull_##schedule##_start(bool up, ull start, ull end, ull step, ull *first, \
                                                ull *stop)                                         \
    {                                                                                              \
        enum { chunk = 0 };                                                                        \
        GOMP_LOOP_BEGIN(GOMP_loop_ull_##schedule,                                                  \
                        gomp_line_ull(CALLER, up, start, end, step, 1, true), SCHEDULE_AS_SET,     \
                        member_of_ordered(OPENMP_GOMP_loop_ull_##schedule##_start, CALLER, &line), \
                        up, start, end, step)                                                      \
    }                                                                                              \
    ORDERED_NEXT(schedule)

#define ORDERED_NEXT(schedule)                                                \
    bool plain_GOMP_loop_##schedule##_next(long *, long *);                   \
    bool plain_GOMP_loop_##schedule##_next(long *first, long *stop)           \
    {                                                                         \
        GOMP_LOOP_NEXT(GOMP_loop_##schedule##_next, gomp_in_loop(CALLER))     \
    }                                                                         \
    bool plain_GOMP_loop_ull_##schedule##_next(ull *, ull *);                 \
    bool plain_GOMP_loop_ull_##schedule##_next(ull *first, ull *stop)         \
    {                                                                         \
        GOMP_LOOP_NEXT(GOMP_loop_ull_##schedule##_next, gomp_in_loop(CALLER)) \
    }

ORDERED(ordered_static, SCHEDULE_STATIC)
ORDERED(ordered_dynamic, SCHEDULE_OTHER)
ORDERED(ordered_guided, SCHEDULE_OTHER)
ORDERED_AS_SET(ordered_runtime)

// ---- the ordered regions inside

// Whether the loop is one of a lazy team's, and who is asked.
enum ordered { ORDERED_OURS, ORDERED_ASKED, ORDERED_NATIVE };

static enum ordered find_ordered(enum openmp_name name, const void *caller)
{
    struct member *m = plain_pending(name, caller);
    if (!m)
        return ORDERED_NATIVE;
    if (m->cursor.kind == CURSOR_ADOPTED)
        return ORDERED_ASKED;
    if (m->plain.lazy && m->cursor.kind != CURSOR_NONE)
        return ORDERED_OURS;
    plain_realise_for(name, caller);
    return ORDERED_NATIVE;
}

#define ORDERED_REGION(name, kmp, work, parameters, arguments)                                \
    void plain_##name parameters;                                                             \
    void plain_##name parameters                                                              \
    {                                                                                         \
        enum ordered ordered = find_ordered(OPENMP_##name, CALLER);                           \
        if (ordered == ORDERED_OURS)                                                          \
            work;                                                                             \
        else if (ordered == ORDERED_NATIVE ||                                                 \
                 !lazy_form_ask(member_stack.lazy, kmp, (any_function)ORIGINAL(name, CALLER), \
                                LAZY_ARGUMENTS(0, 0), 2, NULL))                               \
            ORIGINAL(name, CALLER) arguments;                                                 \
    }

static void nothing(void)
{
}

ORDERED_REGION(GOMP_ordered_start, false, lazy_loop_wait_turn(member_stack.top), (void), ())
ORDERED_REGION(GOMP_ordered_end, false, nothing(), (void), ())
ORDERED_REGION(__kmpc_ordered, true, lazy_loop_wait_turn(member_stack.top), (void *place, int gtid),
               (place, gtid))
ORDERED_REGION(__kmpc_end_ordered, true, nothing(), (void *place, int gtid), (place, gtid))
ORDERED_REGION(__kmpc_dispatch_fini_4, true, nothing(), (void *place, int gtid), (place, gtid))
ORDERED_REGION(__kmpc_dispatch_fini_4u, true, nothing(), (void *place, int gtid), (place, gtid))
ORDERED_REGION(__kmpc_dispatch_fini_8, true, nothing(), (void *place, int gtid), (place, gtid))
ORDERED_REGION(__kmpc_dispatch_fini_8u, true, nothing(), (void *place, int gtid), (place, gtid))
