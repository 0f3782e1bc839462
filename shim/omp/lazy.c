// SPDX-License-Identifier: MIT
// Running a lazy team: thread 0, then the others, as calls or on fibers.
#include "shim/omp/lazy.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shim/core/fp_env.h"
#include "shim/omp/adopt.h"
#include "shim/omp/lazy_inner.h"
#include "shim/omp/watchdog.h"

// ---- virtual threads

static void begin_thread(struct lazy_team *t, struct member *m, int v)
{
    t->v = v;
    t->met = 0;
    m->cursor.kind = CURSOR_NONE;
    m->sections = 0;
    m->plain.single = m->plain.reduce = false;
}

// The program may have left the mode of calculating changed in a thread that is about to end: one
// of libgomp's would keep it for the next region. libomp sets it anew for each region, to that of
// the thread that forks, whose own it brings back at the join.
static void check_control(struct lazy_team *t)
{
    uint32_t control = fp_control();
    if (__builtin_expect(control == t->fp_control, true))
        return;
    if (!t->site->adjustable)
        site_rule_out(t->site, "its threads change how they calculate");
    fp_control_set(t->fp_control);
}

static int next_live(const struct lazy_team *t)
{
    for (int k = 1; k <= t->n; k++) {
        int v = t->v + k < t->n ? t->v + k : t->v + k - t->n;
        if (!t->threads[v].ended)
            return v;
    }
    return -1;
}

static void run_fiber(void *team);

static void keep_thread(struct lazy_team *t, struct lazy_thread *thread)
{
    thread->error = errno;
    thread->met = t->met;
    if (t->exceptions) {
        thread->exceptions[0] = t->exceptions[0];
        thread->exceptions[1] = t->exceptions[1];
    }
}

static void bring_back(struct lazy_team *t, const struct lazy_thread *thread)
{
    errno = thread->error;
    t->met = thread->met;
    if (t->exceptions) {
        t->exceptions[0] = thread->exceptions[0];
        t->exceptions[1] = thread->exceptions[1];
    }
}

static void switch_to(struct lazy_team *t, int v)
{
    struct lazy_thread *from = &t->threads[t->v], *to = &t->threads[v];
    if (from == to)
        return;
    keep_thread(t, from);
    uint64_t switches = atomic_load_explicit(&t->switches, memory_order_relaxed);
    atomic_store_explicit(&t->switches, switches + 1, memory_order_relaxed);
    t->v = v;
    if (!to->stopped)
        to->stopped = fiber_prepare(&t->stacks[v], t->fp_control, run_fiber, t);
    bring_back(t, to);
    fiber_switch(&from->stopped, to->stopped);
}

static void open_barrier(struct lazy_team *t)
{
    if (t->arrived == 0 || (int)t->arrived < t->live)
        return;
    t->arrived = 0;
    t->phase++;
}

static void end_thread(struct lazy_team *t)
{
    t->threads[t->v].ended = true;
    t->live--;
    open_barrier(t); // not for threads that have ended
}

static void run_fiber(void *team)
{
    struct lazy_team *t = team;
    struct member *m = &member_stack.plain[0];
    begin_thread(t, m, t->v);
    t->body->run(m, t->body->context, t->v);
    check_control(t);
    end_thread(t);
    int v = next_live(t);
    switch_to(t, v < 0 ? 0 : v); // nobody comes back here
}

static bool park(struct lazy_team *t)
{
    uint64_t expected = lazy_claim(t, 1);
    if (!atomic_compare_exchange_strong(&t->claim, &expected, lazy_claim(t, CLAIM_PARKED)))
        return false;
    for (int v = 0; v < t->n; v++)
        t->threads[v] = (struct lazy_thread){.stopped = NULL};
    t->live = t->n;
    t->arrived = t->phase = 0;
    t->parked = true;
    return true;
}

// ---- folding

// As plain calls. False: adopted.
static bool fold_calls(struct lazy_team *t, struct member *m)
{
    const struct lazy_body *body = t->body;
    if (fp_control() != t->fp_control)
        fp_control_set(t->fp_control);
    for (int v = t->v + 1; v < t->n; v++) {
        uint64_t claimed = lazy_claim(t, (unsigned)v);
        if (!atomic_compare_exchange_strong(&t->claim, &claimed, claimed + 1))
            return false;
        begin_thread(t, m, v);
        body->run(m, body->context, v);
        check_control(t);
    }
    uint64_t claimed = lazy_claim(t, (unsigned)t->n);
    return atomic_compare_exchange_strong(&t->claim, &claimed, lazy_claim(t, CLAIM_IDLE));
}

// Thread 0 is through; it comes back here when all are.
static bool fold_fibers(struct lazy_team *t)
{
    if (!t->parked && !park(t))
        return false;
    end_thread(t);
    int v = next_live(t);
    if (v >= 0)
        switch_to(t, v);
    atomic_store(&t->claim, lazy_claim(t, CLAIM_IDLE));
    return true;
}

static bool has_room(const struct lazy_team *t)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return here > t->floor && here < t->ceiling;
}

// What the others do to this thread's errno, floating-point flags and mode is not its own.
static bool fold(struct lazy_team *t, struct member *m)
{
    struct fp_flags flags;
    int error = errno;
    fp_flags_keep(&flags);
    if (t->site->adjustable)
        fp_flags_set_control(&flags, t->fp_control);
    bool whole = t->parked || !has_room(t) ? fold_fibers(t) : fold_calls(t, m);
    fp_flags_restore(&flags);
    errno = error;
    return whole;
}

// ---- stops

bool lazy_judge(struct lazy_team *t, int others)
{
    if (t->judged)
        return false;
    t->judged = true;
    if (others <= 0 && !t->timed)
        return false;
    t->part = clock_ticks() - t->began;
    uint64_t price = atomic_load_explicit(&t->site->classes[t->class].price, memory_order_relaxed);
    return others > 0 && t->part > price / (unsigned)others;
}

enum lazy_outcome lazy_park(struct lazy_team *t)
{
    if (t->parked || t->v > 0)
        return LAZY_DONE;
    // Once others are on fibers nobody can rescue one that waits.
    if (!lazy_is_adopted(t) && (lazy_judge(t, t->n - 1) || t->site->waits)) {
        t->insisted = t->insisted || t->site->waits;
        enum lazy_outcome outcome = lazy_promote(t);
        if (outcome != LAZY_DONE)
            return outcome;
    }
    return park(t) ? LAZY_DONE : LAZY_ASK;
}

// A barrier that thread 0 has not met, before there are fibers, is one that nobody will wait at.
enum lazy_outcome lazy_barrier(struct lazy_team *t)
{
    enum lazy_outcome outcome = lazy_park(t);
    if (outcome != LAZY_DONE || !t->parked)
        return outcome;
    unsigned phase = t->phase;
    t->arrived++;
    open_barrier(t);
    while (phase == t->phase)
        switch_to(t, next_live(t));
    return LAZY_DONE;
}

// The worksharing constructs that this thread is in are put aside, for others meet theirs.
void lazy_give_way(struct lazy_team *t)
{
    struct member *m = &member_stack.plain[0];
    struct member kept = *m;
    int v = next_live(t);
    syscall(SYS_sched_yield); // it may be another native thread that is waited for
    if (member_stack.depth > 1 || v == t->v)
        return;
    m->cursor.kind = CURSOR_NONE;
    m->sections = 0;
    m->plain.single = m->plain.reduce = false;
    switch_to(t, v);
    *m = kept;
}

void lazy_yield(struct lazy_team *t)
{
    if (t->tasked || t->held)
        syscall(SYS_sched_yield);
    else
        lazy_give_way(t);
}

// ---- the region

static void begin(struct lazy_team *t, const struct fork_choice *choice,
                  const struct lazy_body *body)
{
    t->site = choice->site;
    t->body = body;
    t->n = choice->full;
    t->v = 0;
    t->parked = t->judged = t->committed = t->sealed = t->tasked = false;
    t->sized = t->by_size = t->insisted = false;
    t->timed = choice->timed;
    t->class = choice->class;
    t->default_team = choice->team == 0 ? choice->full : 0;
    t->schedule[0] = 0;
    if (t->site->schedules)
        SITE_ASK(t->site, omp_get_schedule)(&t->schedule[0], &t->schedule[1]);
    t->part = 0;
    t->taken = t->met = t->noted = 0;
    t->held = 0;
    t->fp_control = t->site->adjustable
                        ? fp_control()
                        : atomic_load_explicit(&t->site->fp_control, memory_order_relaxed);
    t->exceptions = t->site->exceptions ? t->site->exceptions() : NULL;
    atomic_store_explicit(&t->section, 0, memory_order_relaxed);
    atomic_store_explicit(&t->adoption.state, ADOPTION_NONE, memory_order_relaxed);
    t->serial++;
    atomic_exchange(&t->claim, lazy_claim(t, 1)); // before the watchdog is looked at
    watchdog_notice();
    t->began = clock_ticks();
}

// Only ever the outermost of this thread's plain calls.
static void leave(void)
{
    struct member_stack *stack = &member_stack;
    stack->pending = 0; // first, for a signal's handler may come in between
    atomic_signal_fence(memory_order_seq_cst);
    stack->top = NULL;
    stack->depth = 0;
    atomic_signal_fence(memory_order_seq_cst);
    stack->lazy = NULL;
    thread_self.trimmed = thread_self.watch = 0;
}

static void finish(struct lazy_team *t, struct member *m)
{
    enum lazy_outcome outcome = LAZY_DONE;
    if (!m->plain.real && !t->parked && t->body->function)
        outcome = lazy_judge(t, t->n - 2) ? lazy_promote(t) : LAZY_DONE;
    if (m->plain.real) {
        lazy_end_promoted(t);
        return;
    }
    while (outcome != LAZY_DONE || !fold(t, m)) {
        if (adopt_end(t))
            return;
        outcome = LAZY_DONE; // it came to nothing
    }
    lazy_observe_fold(t);
}

bool lazy_run(const struct fork_choice *choice, const struct plain_kind *kind, const void *code,
              const struct lazy_body *body)
{
    struct lazy_team *t = lazy_team_for(choice->full);
    if (!t || (choice->site->policy.rescue && !watchdog_runs()))
        return false;
    member_stack.lazy_base = choice->site->runtime_base;
    t->v = 0;
    t->n = choice->full;
    member_stack.lazy = t; // before a signal's handler can see the member
    atomic_signal_fence(memory_order_seq_cst);
    struct member *m = plain_enter(code, kind);
    begin(t, choice, body);
    body->run(m, body->context, 0);
    finish(t, m);
    leave();
    lazy_restore_settings(t);
    return true;
}
