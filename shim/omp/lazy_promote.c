// SPDX-License-Identifier: MIT
// A lazy team becomes a real one in mid-flight: thread 0 goes on in it, the others begin. They wait
// at a gate until it has met there what it has met before.
#include <sched.h>

#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/omp/lazy_inner.h"
#include "shim/omp/learning.h"
#include "shim/omp/report.h"

static void run_behind_gate(void *team)
{
    struct lazy_team *t = team;
    while (atomic_load_explicit(&t->gate, memory_order_acquire) == GATE_CLOSED)
        sched_yield();
    if (atomic_load_explicit(&t->gate, memory_order_relaxed) == GATE_OPEN)
        t->body->function(t->body->data);
}

static void begin_timing(struct lazy_team *t, struct member *m)
{
    struct region *r = &t->region;
    const struct fork_choice choice = {.site = t->site, .timed = true, .full = t->n};
    region_begin_team(r, &choice, 0);
    r->gomp.function = run_behind_gate;
    r->gomp.data = t;
    m->region = r;
    m->timed = true;
    m->waited = 0;
}

// From here on nothing of the region is ours, but its end.
static void become_real(struct lazy_team *t, struct member *m)
{
    m->plain.lazy = false;
    m->plain.real = m->plain.foreign = true;
    member_stack.pending--;
    member_stack.lazy = NULL;
    thread_self.trimmed--;
    if (t->timed)
        begin_timing(t, m);
    thread_self.watch = plain_watch_of(member_stack.top);
}

static void become_lazy_again(struct lazy_team *t, struct member *m)
{
    m->region = NULL;
    m->plain.lazy = true;
    m->plain.real = m->plain.foreign = false;
    member_stack.pending++;
    member_stack.lazy = t;
    thread_self.trimmed++;
    thread_self.watch = WATCH_PLAIN;
    t->sealed = true;
    atomic_store(&t->claim, lazy_claim(t, 1));
}

int lazy_gtid(const struct lazy_team *t)
{
    return t->site->kmp ? SITE_ASK(t->site, __kmpc_global_thread_num)(NULL) : 0;
}

bool lazy_fork(struct lazy_team *t, gomp_function *function, void *data)
{
    atomic_store_explicit(&t->gate, GATE_CLOSED, memory_order_relaxed);
    if (t->body->sections)
        SITE_ASK(t->site, GOMP_parallel_sections_start)
    (function, data, (unsigned)t->n, t->body->sections);
    else SITE_ASK(t->site, GOMP_parallel_start)(function, data, (unsigned)t->n);
    bool whole = SITE_ASK(t->site, omp_get_num_threads)() == t->n;
    if (whole && t->noted)
        lazy_replay(t, lazy_gtid(t));
    atomic_store_explicit(&t->gate, whole ? GATE_OPEN : GATE_VOID, memory_order_release);
    if (!whole)
        SITE_ASK(t->site, GOMP_parallel_end)();
    return whole;
}

enum lazy_outcome lazy_promote(struct lazy_team *t)
{
    uint64_t expected = lazy_claim(t, 1);
    if (t->v > 0 || t->parked || t->committed || t->sealed || t->tasked || !t->body->function)
        return LAZY_DONE;
    if (!atomic_compare_exchange_strong(&t->claim, &expected, lazy_claim(t, CLAIM_PROMOTED)))
        return LAZY_ASK;
    become_real(t, &member_stack.plain[0]);
    if (lazy_fork(t, t->timed ? region_run_gomp : run_behind_gate,
                  t->timed ? (void *)&t->region : t))
        return LAZY_REAL;
    become_lazy_again(t, &member_stack.plain[0]);
    site_rule_out(t->site, "its team is smaller than asked for");
    return LAZY_DONE;
}

enum lazy_outcome lazy_insist(struct lazy_team *t)
{
    enum lazy_outcome outcome = lazy_is_adopted(t) ? LAZY_ASK : lazy_promote(t);
    if (outcome == LAZY_REAL)
        t->insisted = true;
    return outcome;
}

enum lazy_outcome lazy_commit(struct lazy_team *t)
{
    if (t->v > 0 || t->parked || t->committed)
        return LAZY_DONE;
    if (t->site->waits || lazy_judge(t, t->n - 2)) {
        t->insisted = t->insisted || t->site->waits;
        if (lazy_promote(t) == LAZY_REAL)
            return LAZY_REAL;
    }
    t->committed = true;
    return LAZY_DONE;
}

void lazy_meet_task(struct lazy_team *t)
{
    if (t->tasked || lazy_is_adopted(t))
        return;
    bool wanted = t->site->waits || lazy_judge(t, t->n - 1);
    t->insisted = t->insisted || t->site->waits;
    if (wanted && lazy_promote(t) == LAZY_REAL)
        return;
    t->tasked = true;
}

// A loop's size may say that it is none of those that are worth it here.
enum lazy_outcome lazy_size(struct lazy_team *t, uint64_t trips)
{
    if (t->sized || t->v > 0 || t->parked)
        return LAZY_DONE;
    t->sized = true;
    struct site *site = t->site;
    t->class = learn_class(trips > INT64_MAX ? INT64_MAX : (int64_t)trips);
    atomic_store_explicit(&site->last_class, (uint8_t)t->class, memory_order_relaxed);
    bool lazily = learning_prefers_one(&site->classes[t->class], t->n);
    t->timed = learning_is_due(&site->classes[t->class]);
    t->by_size = !lazily;
    return lazily ? LAZY_DONE : lazy_insist(t);
}

static bool has_words(const struct lazy_team *t)
{
    return t->class == 0 || t->class == SITE_CLASS_LARGE;
}

static void observe(struct lazy_team *t, uint64_t wall)
{
    struct split_words words;
    if (has_words(t))
        t->body->read_words(t->body->context, &words);
    struct region *r = &t->region;
    const struct learning_run run = {.site = t->site,
                                     .class = t->class,
                                     .full = t->n,
                                     .team = t->by_size ? t->n : 1,
                                     .promoted = !t->by_size,
                                     .words = has_words(t) ? &words : NULL,
                                     .wall = wall,
                                     .work = t->by_size ? atomic_load(&r->work)
                                                        : t->part * (unsigned)t->n};
    if (t->by_size ? t->timed : !t->insisted)
        learning_observe(&run);
}

void lazy_end_promoted(struct lazy_team *t)
{
    struct member *m = &member_stack.plain[0];
    struct region *r = &t->region;
    if (t->timed)
        atomic_fetch_add_explicit(&r->work, clock_ticks() - t->began - m->waited,
                                  memory_order_relaxed);
    SITE_ASK(t->site, GOMP_parallel_end)();
    uint64_t wall = clock_ticks() - t->began;
    if (t->timed)
        loop_ring_end(&r->ring);
    observe(t, wall);
    report_promoted(t, wall);
    if (t->insisted && !t->by_size)
        site_count_insisted(t->site);
}

void lazy_observe_fold(struct lazy_team *t)
{
    bool logged = log_level() != LOG_OFF;
    if (!t->timed && !logged)
        return;
    uint64_t wall = clock_ticks() - t->began;
    const struct learning_run run = {
        .site = t->site, .class = t->class, .full = t->n, .team = 1, .wall = wall, .work = wall};
    if (t->timed)
        learning_observe(&run);
    if (logged)
        report_folded(t, wall);
}
