// SPDX-License-Identifier: MIT
// Taking a dynamic loop over: whose it is, its plan, and the loops that a team has in flight. How
// its iterations are handed out: loop_next.c.
#include "shim/omp/loop.h"

#include <sched.h>
#include <string.h>

#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/core/settings.h"
#include "shim/omp/loop_site.h"
#include "shim/omp/region.h"
#include "shim/omp/team.h"

enum { SPINS = 1000 };
static const uint64_t OPENING = UINT64_C(1) << 32, STOPPED = UINT64_C(1) << 33;

enum { POOL = 4 };
static struct loop_share pool[POOL][LOOP_TEAM];
static atomic_flag pool_used[POOL];

static int slots_of(int members, int shares)
{
    int slots = members > 0 ? shares / members : 0;
    return slots < LOOP_SLOTS ? slots : LOOP_SLOTS;
}

size_t loop_ring_bytes(int members)
{
    return (size_t)slots_of(members, LOOP_SHARES) * (size_t)members * sizeof(struct loop_share);
}

static int take_from_pool(void)
{
    for (int i = 0; i < POOL; i++)
        if (!atomic_flag_test_and_set_explicit(&pool_used[i], memory_order_acquire))
            return i;
    return -1;
}

void loop_ring_start(struct loop_ring *ring, int members, void *shares)
{
    int slots = slots_of(members, LOOP_SHARES);
    ring->pooled = slots == 0 && slots_of(members, LOOP_TEAM) > 0 ? take_from_pool() : -1;
    if (ring->pooled >= 0) {
        shares = pool[ring->pooled];
        slots = slots_of(members, LOOP_TEAM);
    }
    ring->slots = (unsigned)slots;
    ring->shares = shares;
    atomic_store_explicit(&ring->opened, 0, memory_order_relaxed);
}

void loop_ring_end(struct loop_ring *ring)
{
    if (ring->pooled >= 0)
        atomic_flag_clear_explicit(&pool_used[ring->pooled], memory_order_release);
}

static const struct policy_loop *policy(void)
{
    static const struct policy_loop *_Atomic known;
    const struct policy_loop *p = atomic_load_explicit(&known, memory_order_acquire);
    const struct settings *settings = p ? NULL : settings_get();
    if (settings && !settings->disabled) {
        p = &settings->policy.loop;
        atomic_store_explicit(&known, p, memory_order_release);
    }
    return p;
}

bool loop_is_wanted(void)
{
    const struct policy_loop *p = policy();
    return p && p->chunk != POLICY_LOOP_KEEP;
}

static struct chunk_rules rules_of(const struct policy_loop *p)
{
    static const int kinds[] = {[POLICY_LOOP_ADAPTIVE] = CHUNK_ADAPTIVE,
                                [POLICY_LOOP_MODEL] = CHUNK_MODEL,
                                [POLICY_LOOP_BALANCED] = CHUNK_BALANCED};
    return (struct chunk_rules){.kind = kinds[p->chunk],
                                .block = p->block,
                                .balance = p->balance,
                                .model = p->model,
                                .groups = p->chunk == POLICY_LOOP_MODEL ? team_core_groups() : 1};
}

struct member *loop_member(enum openmp_name name, const void *caller)
{
    struct member *m = member_stack.top;
    if (!m && member_stack.untouched) { // its next team will go through us
        atomic_store_explicit(&member_stack.untouched->dynamic, true, memory_order_relaxed);
        atomic_store_explicit(&member_stack.untouched->untouched, false, memory_order_relaxed);
    }
    if (!m || !m->region)
        return NULL;
    return plain_is_runtime_of(m, name, caller) ? m : NULL;
}

// Ranges are 32 bits wide. What does not fit is the runtime's.
static bool is_ours(const struct loop_line *line, uint64_t units)
{
    return units < UINT32_MAX / 2 && line->chunk > 0;
}

static uint64_t units_of(const struct loop_line *line)
{
    return line->chunk ? line->trips / line->chunk + (line->trips % line->chunk != 0) : 0;
}

// Reading the clock for each block weighs on short loops: of those whose cost is known, a sample is
// timed. The counter may lose a step to another thread.
static bool is_timed(struct loop *loop, const struct chunk_site *learned)
{
    enum { ONE_IN = 8 };
    static const float SHORT_NS = 100000; // a thread's share
    float share = learned->rate * (float)loop->shape.units / (float)loop->shape.team;
    unsigned opened = atomic_load_explicit(&loop->site->opened, memory_order_relaxed);
    atomic_store_explicit(&loop->site->opened, opened + 1, memory_order_relaxed);
    return loop->plan.own || learned->rate <= 0 || share > SHORT_NS || opened % ONE_IN == 0 ||
           log_level() != LOG_OFF;
}

static void open(struct loop *loop, const struct loop_line *line, int team)
{
    uint64_t units = units_of(line);
    atomic_store_explicit(&loop->next, 0, memory_order_relaxed);
    atomic_store_explicit(&loop->left, team, memory_order_relaxed);
    atomic_store_explicit(&loop->finished, 0, memory_order_relaxed);
    atomic_store_explicit(&loop->hungry, false, memory_order_relaxed);
    atomic_store_explicit(&loop->final, units == 0, memory_order_relaxed);
    atomic_store_explicit(&loop->busy, 0, memory_order_relaxed);
    loop->site = loop_site_of(line->code);
    loop->native = !loop->site || !is_ours(line, units);
    if (loop->native)
        return;
    struct chunk_site learned = loop_site_learned(loop->site);
    loop->rules = rules_of(policy());
    loop->shape = (struct chunk_loop){.units = units, .team = team, .monotonic = line->monotonic};
    loop->plan = chunk_plan(&learned, &loop->rules, &loop->shape);
    loop->rate = learned.rate;
    loop->timed = is_timed(loop, &learned);
    loop->began = loop->timed ? clock_ticks() : 0;
    for (int i = 0; i < team; i++)
        atomic_store_explicit(&loop->shares[i].range, 0, memory_order_relaxed);
}

// Slot of loop number k. It is free when all have been through the loop that had it before.
static struct loop *slot_of(struct region *r, unsigned k)
{
    struct loop *loop = &r->ring.loops[k % r->ring.slots];
    loop->shares = r->ring.shares + (size_t)(k % r->ring.slots) * (size_t)r->capacity;
    return loop;
}

static struct loop *open_next(struct region *r, unsigned k, const struct loop_line *line)
{
    int team = SITE_ASK(r->site, omp_get_num_threads)();
    struct loop *loop = NULL;
    bool free = r->ring.slots > 0 && team <= r->capacity;
    if (free && k >= r->ring.slots)
        free =
            atomic_load_explicit(&r->ring.loops[k % r->ring.slots].left, memory_order_acquire) == 0;
    if (free) {
        loop = slot_of(r, k);
        open(loop, line, team);
    }
    return loop;
}

static void pause(int spin)
{
    if (spin > SPINS)
        sched_yield();
}

// All members agree on each loop: the first to come opens it, or leaves it and all after it to the
// runtime because somebody is still in the loop that has its slot. Nobody waits for that.
static struct loop *open_or_join(struct region *r, unsigned k, const struct loop_line *line)
{
    for (int spin = 0;; spin++) {
        uint64_t opened = atomic_load_explicit(&r->ring.opened, memory_order_acquire);
        if (k < (uint32_t)opened)
            return &r->ring.loops[k % r->ring.slots];
        if (opened & STOPPED)
            return NULL;
        if (opened & OPENING) {
            pause(spin);
            continue;
        }
        if (!atomic_compare_exchange_weak_explicit(&r->ring.opened, &opened, opened | OPENING,
                                                   memory_order_acquire, memory_order_relaxed))
            continue;
        struct loop *loop = open_next(r, k, line);
        atomic_store_explicit(&r->ring.opened, loop ? opened + 1 : opened | STOPPED,
                              memory_order_release);
        return loop;
    }
}

static void begin_cursor(struct member *m, struct loop *loop, unsigned tid)
{
    m->cursor = (struct cursor){.kind = CURSOR_SHARED,
                                .loop = loop,
                                .tid = tid,
                                .block_units = 0,
                                .piece = 1,
                                .position = 0};
}

void loop_pass_through(struct loop *loop)
{
    atomic_fetch_sub_explicit(&loop->left, 1, memory_order_acq_rel);
}

bool loop_begin(struct member *m, const struct loop_line *line)
{
    struct region *r = m->region;
    if (SITE_ASK(r->site, omp_get_level)() != r->level)
        return false; // a region that did not come through us, on the same thread
    struct loop *loop = open_or_join(r, m->loops++, line);
    if (loop && loop->native)
        loop_pass_through(loop);
    if (!loop || loop->native)
        return false;
    begin_cursor(m, loop, (unsigned)SITE_ASK(r->site, omp_get_thread_num)());
    m->line = *line;
    if (!atomic_load_explicit(&r->site->dynamic, memory_order_relaxed)) {
        atomic_store_explicit(&r->site->dynamic, true, memory_order_relaxed);
        atomic_fetch_or_explicit(&r->site->constructs, SITE_HAS_DYNAMIC, memory_order_relaxed);
    }
    return true;
}

bool loop_open_combined(struct region *r, const struct loop_line *line, int team)
{
    if (r->ring.slots == 0 || team > r->capacity)
        return false;
    r->line = *line;
    struct loop *loop = slot_of(r, 0);
    open(loop, &r->line, team);
    r->combined = !loop->native;
    if (r->combined)
        atomic_store_explicit(&r->ring.opened, 1, memory_order_release);
    return r->combined;
}

// The runtime may have delivered fewer threads than were expected (a thread limit): those that are
// missing have been through the loop.
static void count_missing(struct loop *loop, int team)
{
    int missing = loop->shape.team - team;
    if (missing <= 0)
        return;
    atomic_fetch_add_explicit(&loop->finished, missing, memory_order_acq_rel);
    atomic_fetch_sub_explicit(&loop->left, missing, memory_order_acq_rel);
}

void loop_join_combined(struct member *m)
{
    struct region *r = m->region;
    unsigned tid = (unsigned)SITE_ASK(r->site, omp_get_thread_num)();
    if (tid == 0)
        count_missing(&r->ring.loops[0], SITE_ASK(r->site, omp_get_num_threads)());
    m->loops = 1;
    m->line = r->line;
    begin_cursor(m, &r->ring.loops[0], tid);
}
