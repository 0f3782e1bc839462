// SPDX-License-Identifier: MIT
// Running a region: as a plain call, or with members that go through us; and timing it.
#include "shim/omp/region.h"

#include "shim/core/fp_env.h"
#include "shim/core/guard.h"
#include "shim/omp/learning.h"
#include "shim/omp/plain.h"
#include "shim/omp/report.h"

static void observe(const struct fork_choice *choice, const struct fork *fork, int team,
                    uint64_t wall, uint64_t work, uint64_t longest)
{
    struct split_words words;
    bool split =
        fork && choice->site->lazy && (choice->class == 0 || choice->class == SITE_CLASS_LARGE);
    if (split)
        fork_words(fork, &words);
    const struct learning_run run = {.site = choice->site,
                                     .class = choice->class,
                                     .full = choice->full,
                                     .team = team,
                                     .wall = wall,
                                     .work = work,
                                     .words = split ? &words : NULL};
    report_times(choice, wall, work, longest);
    if (choice->learns)
        learning_observe(&run);
}

bool region_run_plain(const struct fork *fork, const struct fork_choice *choice,
                      const struct plain_kind *kind, void (*run)(struct member *, void *),
                      void *argument)
{
    struct member *m = plain_enter(fork->code, kind);
    if (!m)
        return false;
    if (__builtin_expect(!choice->timed, true)) {
        run(m, argument);
        plain_leave(m);
        return true;
    }
    uint64_t began = clock_ticks();
    run(m, argument);
    uint64_t ticks = clock_ticks() - began;
    plain_leave(m);
    observe(choice, NULL, 1, ticks, ticks, ticks);
    return true;
}

// Without loops of ours nobody counts the members.
int region_capacity(const struct fork_choice *choice)
{
    return loop_is_wanted() && choice->full <= LOOP_TEAM ? choice->full : 0;
}

size_t region_bytes(int capacity)
{
    return sizeof(struct region) + loop_ring_bytes(capacity) + LOOP_LINE;
}

struct region *region_place(void *room)
{
    return (struct region *)(((uintptr_t)room + LOOP_LINE - 1) & -(uintptr_t)LOOP_LINE);
}

void region_begin_team(struct region *r, const struct fork_choice *choice, int capacity)
{
    const struct site *site = choice->site;
    r->site = choice->site;
    r->timed = choice->timed;
    r->combined = false;
    atomic_store_explicit(&r->joined, 0, memory_order_relaxed);
    atomic_store_explicit(&r->class, -1, memory_order_relaxed);
    r->capacity = capacity;
    r->level = SITE_ASK(site, omp_get_level)() + 1;
    atomic_store_explicit(&r->work, 0, memory_order_relaxed);
    atomic_store_explicit(&r->longest, 0, memory_order_relaxed);
    loop_ring_start(&r->ring, capacity, r + 1);
}

// Lazily a region would have been run as if it were so many.
static void check_size(const struct region *r, const struct fork_choice *choice)
{
    int joined = atomic_load_explicit(&r->joined, memory_order_relaxed);
    bool whole = choice->team == 0 || (int)choice->team == choice->full;
    if (r->site->lazy && whole && joined != choice->full)
        site_rule_out(r->site, "its team is smaller than asked for");
}

void region_end_team(struct region *r, const struct fork_choice *choice, const struct fork *fork,
                     uint64_t began)
{
    struct fork_choice made = *choice;
    int class = atomic_load_explicit(&r->class, memory_order_relaxed);
    int team = choice->team && (int)choice->team < choice->full ? (int)choice->team : choice->full;
    loop_ring_end(&r->ring);
    if (!r->timed)
        return;
    uint64_t wall = clock_ticks() - began;
    check_size(r, choice);
    if (class >= 0 && r->site->lazy) {
        made.class = class;
        atomic_store_explicit(&r->site->last_class, (uint8_t) class, memory_order_relaxed);
    }
    observe(&made, fork, team, wall, atomic_load(&r->work), atomic_load(&r->longest));
}

void region_note_trips(uint64_t trips)
{
    struct member *m = member_stack.top;
    if (!m || !m->region || atomic_load_explicit(&m->region->class, memory_order_relaxed) >= 0)
        return;
    int class = learn_class(trips > INT64_MAX ? INT64_MAX : (int64_t)trips);
    atomic_store_explicit(&m->region->class, class, memory_order_relaxed);
}

void region_wait_end(uint64_t began)
{
    struct member *m = member_stack.top;
    if (!began || !m || !m->region)
        return;
    m->waited += clock_ticks() - began;
    atomic_fetch_or_explicit(&m->region->site->constructs, SITE_HAS_BARRIER, memory_order_relaxed);
}

struct join {
    unsigned watch, pending, trimmed;
    uint32_t control;
    uint64_t began;
};

static void join(struct region *r, struct member *m, struct join *join)
{
    join->watch = thread_self.watch;
    join->pending = member_stack.pending;
    m->outer = member_stack.top;
    m->region = r;
    m->cursor.kind = CURSOR_NONE;
    m->cursor.kmp = false;
    m->plain = (struct plain_state){.real = false};
    m->code = (const void *)r->site->at.address;
    m->loops = 0;
    m->timed = r->timed;
    m->waited = 0;
    member_stack.top = m;
    member_stack.pending = 0;
    thread_self.watch = r->timed ? WATCH_TIMED : 0;
    join->control = r->timed && r->site->lazy ? fp_control() : 0;
    join->began = r->timed ? clock_ticks() : 0;
    if (r->timed)
        atomic_fetch_add_explicit(&r->joined, 1, memory_order_relaxed);
    if (r->combined)
        loop_join_combined(m);
}

static void raise_to(_Atomic uint64_t *maximum, uint64_t value)
{
    uint64_t seen = atomic_load_explicit(maximum, memory_order_relaxed);
    while (seen < value && !atomic_compare_exchange_weak_explicit(
                               maximum, &seen, value, memory_order_relaxed, memory_order_relaxed))
        ;
}

// How the team's other threads calculate, which those of a lazy one will do too. What they change
// there lasts; what differs among them cannot be had.
static void note_control(struct region *r, uint32_t control)
{
    uint32_t known = atomic_load_explicit(&r->site->fp_control, memory_order_relaxed);
    bool first = SITE_ASK(r->site, omp_get_thread_num)() == 0;
    if (!r->site->lazy || r->site->adjustable)
        return;
    if (control != fp_control() || (!first && known && known != control))
        site_rule_out(r->site, "its threads differ in how they calculate");
    if (!first)
        atomic_store_explicit(&r->site->fp_control, control, memory_order_relaxed);
}

static void leave(struct region *r, struct member *m, const struct join *join)
{
    if (r->timed) {
        uint64_t part = clock_ticks() - join->began - m->waited;
        atomic_fetch_add_explicit(&r->work, part, memory_order_relaxed);
        raise_to(&r->longest, part);
        note_control(r, join->control);
    }
    member_stack.top = m->outer;
    member_stack.pending = join->pending;
    thread_self.watch = join->watch;
}

void region_run_gomp(void *region)
{
    struct region *r = region;
    struct member member;
    struct join state;
    join(r, &member, &state);
    r->gomp.function(r->gomp.data);
    leave(r, &member, &state);
}

void region_run_kmp(int *gtid, int *tid, ...)
{
    va_list list;
    va_start(list, tid);
    struct region *r = va_arg(list, void *);
    va_end(list);
    struct member member;
    struct join state;
    join(r, &member, &state);
    invoke_spread(r->kmp.function, gtid, tid, r->kmp.count, r->kmp.arguments);
    leave(r, &member, &state);
}

void region_note_unfoldable(void)
{
    const struct member *m = member_stack.top;
    while (m && !m->region)
        m = m->outer;
    if (m && m->region->site->lazy)
        site_rule_out(m->region->site, "its constructs need a team");
}
