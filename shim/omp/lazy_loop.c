// SPDX-License-Identifier: MIT
// Loops of lazy teams: who has which iterations, and the turns of ordered ones.
#include "shim/omp/lazy_loop.h"

// omp_sched_t, without its bit for monotonic. What is `auto` is static with libgomp, and guided
// with libomp.
enum { SET_STATIC = 1, SET_AUTO = 4, SET_MASK = 0x7fffffff };

static struct loop_clause resolve_schedule(struct loop_clause schedule)
{
    int kind = 0, chunk = 0;
    if (schedule.kind != SCHEDULE_AS_SET)
        return schedule;
    SITE_ASK(member_stack.lazy->site, omp_get_schedule)(&kind, &chunk);
    bool is_auto = (kind & SET_MASK) == SET_AUTO && !member_stack.lazy->site->adjustable;
    bool is_static = (kind & SET_MASK) == SET_STATIC || is_auto;
    member_stack.lazy->schedule[0] = kind;
    member_stack.lazy->schedule[1] = chunk;
    schedule.kind = is_static ? SCHEDULE_STATIC : SCHEDULE_OTHER;
    schedule.chunk = (kind & SET_MASK) == SET_STATIC && chunk > 0 ? chunk : 0;
    return schedule;
}

void lazy_loop_enter(struct member *m, const struct loop_line *line, struct loop_clause schedule,
                     bool first)
{
    struct lazy_team *t = member_stack.lazy;
    schedule = resolve_schedule(schedule);
    m->line = *line;
    if (schedule.kind != SCHEDULE_STATIC) {
        m->cursor = (struct cursor){.kind = CURSOR_WHOLE, .done = !first || line->trips == 0};
        return;
    }
    uint64_t chunk = schedule.chunk > 0 ? (uint64_t)schedule.chunk : 0;
    m->cursor = (struct cursor){.kind = CURSOR_STATIC,
                                .partition = {line->trips, chunk, t->n},
                                .tid = (unsigned)t->v,
                                .ordered = schedule.ordered,
                                .construct = t->met};
    if (schedule.ordered)
        lazy_form_begin_turns(t, t->met, partition_pieces(&m->cursor.partition));
}

enum lazy_form lazy_loop_begin(struct lazy_team *t, struct member *m, const struct loop_line *line,
                               struct loop_clause schedule, const struct lazy_note *note,
                               uintptr_t *result)
{
    bool first = false;
    if (lazy_size(t, line->trips) == LAZY_REAL)
        return FORM_ORIGINAL;
    // No one could meet an ordered loop's turns before the others.
    if (schedule.ordered && lazy_park(t) == LAZY_REAL)
        return FORM_ORIGINAL;
    enum lazy_form form = lazy_form_take(t, note, &first, result);
    if (form == FORM_ASKED)
        m->cursor = (struct cursor){.kind = CURSOR_ADOPTED};
    if (form == FORM_DONE)
        lazy_loop_enter(m, line, schedule, first);
    return form;
}

static uint64_t chunk_of(const struct cursor *c)
{
    return (c->pieces - 1) * (uint64_t)c->partition.team + c->tid;
}

void lazy_loop_wait_turn(struct member *m)
{
    const struct cursor *c = &m->cursor;
    if (c->kind == CURSOR_STATIC && c->ordered && c->pieces > 0)
        lazy_form_wait_turn(member_stack.lazy, c->construct, chunk_of(c));
}

bool lazy_loop_next(struct member *m, uint64_t *first, uint64_t *last)
{
    struct cursor *c = &m->cursor;
    if (c->done)
        return false;
    if (c->ordered && c->pieces > 0)
        lazy_form_pass_turn(member_stack.lazy, c->construct, chunk_of(c));
    c->done = !partition_piece(&c->partition, (int)c->tid, c->pieces, first, last);
    c->pieces += !c->done;
    return !c->done;
}
