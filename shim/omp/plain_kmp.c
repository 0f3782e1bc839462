// SPDX-License-Identifier: MIT
// libomp's simple constructs in a region that runs as a plain call.
#include "shim/omp/lazy_forms.h"
#include "shim/omp/plain.h"
#include "shim/omp/region.h"

void plain___kmpc_barrier(void *place, int gtid);
int plain___kmpc_single(void *place, int gtid);
int plain___kmpc_master(void *place, int gtid);
int plain___kmpc_masked(void *place, int gtid, int filter);
void plain___kmpc_end_single(void *place, int gtid);
void plain___kmpc_end_master(void *place, int gtid);
void plain___kmpc_end_masked(void *place, int gtid);
void plain___kmpc_for_static_fini(void *place, int gtid);
void plain___kmpc_dispatch_deinit(void *place, int gtid);
kmp_reduce plain___kmpc_reduce, plain___kmpc_reduce_nowait;
void plain___kmpc_end_reduce(void *place, int gtid, void *lock);
void plain___kmpc_end_reduce_nowait(void *place, int gtid, void *lock);

void plain___kmpc_barrier(void *place, int gtid)
{
    struct member *m = plain_pending(OPENMP___kmpc_barrier, CALLER);
    if (m && !m->plain.lazy)
        return;
    if (m && lazy_form_barrier(member_stack.lazy, true, OPENMP___kmpc_barrier, CALLER, place))
        return;
    uint64_t began = region_wait_begin();
    ORIGINAL(__kmpc_barrier, CALLER)(place, gtid);
    region_wait_end(began);
}

int plain___kmpc_single(void *place, int gtid)
{
    struct member *m = plain_pending(OPENMP___kmpc_single, CALLER);
    bool first = true;
    if (m && m->plain.lazy) {
        uintptr_t result = 0;
        const struct lazy_note note = {.kind = LAZY_SINGLE,
                                       .kmp = true,
                                       .start = (any_function)ORIGINAL(__kmpc_single, CALLER),
                                       .end = (any_function)ORIGINAL(__kmpc_end_single, CALLER),
                                       .arguments = {(uintptr_t)place},
                                       .count = 2};
        switch (lazy_form_take(member_stack.lazy, &note, &first, &result)) {
        case FORM_DONE:
            break;
        case FORM_ASKED:
            return (int)result;
        case FORM_ORIGINAL:
            m = NULL;
        }
    }
    if (!m)
        return ORIGINAL(__kmpc_single, CALLER)(place, gtid);
    m->plain.single = first;
    return first;
}

// Not a thread of an adopted region's real team.
static struct member *plain_top(void)
{
    struct member *m = member_stack.top;
    return m && !m->region && !(m->plain.lazy && m->plain.real) ? m : NULL;
}

// The adopter calls for the stuck thread what it has begun for it.
static bool ask(enum openmp_name name, const void *caller, void *place)
{
    const struct member *m = plain_pending(name, caller);
    return m && m->plain.lazy &&
           lazy_form_ask(member_stack.lazy, true, originals_find(name, caller),
                         LAZY_ARGUMENTS((uintptr_t)place, 0), 2, NULL);
}

// A construct of ours stays ours, even when the region has become real inside it.
void plain___kmpc_end_single(void *place, int gtid)
{
    struct member *m = plain_top();
    if (m && m->plain.single)
        m->plain.single = false;
    else if (!ask(OPENMP___kmpc_end_single, CALLER, place))
        ORIGINAL(__kmpc_end_single, CALLER)(place, gtid);
}

static int thread_of(const struct member *m)
{
    return m->plain.lazy ? member_stack.lazy->v : 0;
}

int plain___kmpc_master(void *place, int gtid)
{
    const struct member *m = plain_pending(OPENMP___kmpc_master, CALLER);
    return m ? thread_of(m) == 0 : ORIGINAL(__kmpc_master, CALLER)(place, gtid);
}

int plain___kmpc_masked(void *place, int gtid, int filter)
{
    const struct member *m = plain_pending(OPENMP___kmpc_masked, CALLER);
    return m ? thread_of(m) == filter : ORIGINAL(__kmpc_masked, CALLER)(place, gtid, filter);
}

// The runtime keeps nothing between the two ends of master and masked, but for its checks.
void plain___kmpc_end_master(void *place, int gtid)
{
    if (!plain_top())
        ORIGINAL(__kmpc_end_master, CALLER)(place, gtid);
}

void plain___kmpc_end_masked(void *place, int gtid)
{
    if (!plain_top())
        ORIGINAL(__kmpc_end_masked, CALLER)(place, gtid);
}

void plain___kmpc_for_static_fini(void *place, int gtid)
{
    if (!plain_top())
        ORIGINAL(__kmpc_for_static_fini, CALLER)(place, gtid);
}

// Nothing is kept for a loop once it has been handed out.
void plain___kmpc_dispatch_deinit(void *place, int gtid)
{
    if (!plain_top())
        ORIGINAL(__kmpc_dispatch_deinit, CALLER)(place, gtid);
}

// Members of a region that may be adopted combine one at a time, for then a part of them is in the
// runtime's team and a part is not.
static struct lazy_team *reducing_team(const struct member *m)
{
    struct lazy_team *t = m && !m->region && m->plain.lazy ? member_stack.lazy : NULL;
    return t && !t->parked ? t : NULL;
}

static bool begin_reduce(enum openmp_name name, const void *caller)
{
    struct member *m = plain_pending(name, caller);
    if (m && m->plain.lazy && lazy_commit(member_stack.lazy) == LAZY_REAL)
        return false;
    struct lazy_team *t = reducing_team(member_stack.top);
    if (t)
        adopt_lock_reduction(t);
    if (m || t)
        member_stack.top->plain.reduce = true;
    return m || t;
}

// 1: this thread combines, and calls the end.
int plain___kmpc_reduce(void *place, int gtid, int count, size_t size, void *data,
                        void (*combine)(void *, void *), void *lock)
{
    if (begin_reduce(OPENMP___kmpc_reduce, CALLER))
        return 1;
    return ORIGINAL(__kmpc_reduce, CALLER)(place, gtid, count, size, data, combine, lock);
}

int plain___kmpc_reduce_nowait(void *place, int gtid, int count, size_t size, void *data,
                               void (*combine)(void *, void *), void *lock)
{
    if (begin_reduce(OPENMP___kmpc_reduce_nowait, CALLER))
        return 1;
    return ORIGINAL(__kmpc_reduce_nowait, CALLER)(place, gtid, count, size, data, combine, lock);
}

static bool end_reduce(void)
{
    struct member *m = member_stack.top;
    bool ours = m && !m->region && m->plain.reduce;
    struct lazy_team *t = ours ? reducing_team(m) : NULL;
    if (ours)
        m->plain.reduce = false;
    if (t)
        adopt_unlock_reduction(t);
    return ours;
}

// Ends with a barrier; where a region has become real there may be tasks to wait for.
void plain___kmpc_end_reduce(void *place, int gtid, void *lock)
{
    if (!end_reduce()) {
        ORIGINAL(__kmpc_end_reduce, CALLER)(place, gtid, lock);
        return;
    }
    struct member *m = member_stack.top;
    if (m->plain.lazy && !m->plain.real &&
        lazy_form_barrier(member_stack.lazy, true, OPENMP___kmpc_barrier, CALLER, place))
        return;
    if (m->plain.real)
        ORIGINAL(__kmpc_barrier, CALLER)(place, gtid);
}

void plain___kmpc_end_reduce_nowait(void *place, int gtid, void *lock)
{
    if (!end_reduce())
        ORIGINAL(__kmpc_end_reduce_nowait, CALLER)(place, gtid, lock);
}

// ---- copyprivate: a barrier, copying, a barrier

void plain___kmpc_copyprivate(void *, int, size_t, void *, void (*)(void *, void *), int);
void *plain___kmpc_copyprivate_light(void *, int, void *);

static struct member *begin_copy(enum openmp_name name, const void *caller)
{
    struct member *m = plain_pending(name, caller);
    if (m && !m->plain.lazy)
        plain_realise();
    return m && m->plain.lazy ? m : NULL;
}

void plain___kmpc_copyprivate(void *place, int gtid, size_t size, void *data,
                              void (*copy)(void *, void *), int mine)
{
    struct member *m = begin_copy(OPENMP___kmpc_copyprivate, CALLER);
    any_function original = (any_function)ORIGINAL(__kmpc_copyprivate, CALLER);
    struct lazy_team *t = member_stack.lazy;
    enum lazy_outcome outcome = m ? lazy_park(t) : LAZY_REAL;
    if (outcome == LAZY_ASK &&
        lazy_form_ask(t, true, original,
                      LAZY_ARGUMENTS((uintptr_t)place, 0, size, (uintptr_t)data, (uintptr_t)copy,
                                     (uintptr_t)mine),
                      6, NULL))
        return;
    if (outcome == LAZY_REAL) {
        ORIGINAL(__kmpc_copyprivate, CALLER)(place, gtid, size, data, copy, mine);
        return;
    }
    if (mine)
        t->copied = data;
    lazy_barrier(t);
    if (!mine)
        copy(data, (void *)(uintptr_t)t->copied);
    lazy_barrier(t);
}

void *plain___kmpc_copyprivate_light(void *place, int gtid, void *data)
{
    struct member *m = begin_copy(OPENMP___kmpc_copyprivate_light, CALLER);
    any_function original = (any_function)ORIGINAL(__kmpc_copyprivate_light, CALLER);
    struct lazy_team *t = member_stack.lazy;
    enum lazy_outcome outcome = m ? lazy_park(t) : LAZY_REAL;
    uintptr_t result;
    if (outcome == LAZY_ASK &&
        lazy_form_ask(t, true, original, LAZY_ARGUMENTS((uintptr_t)place, 0, (uintptr_t)data), 3,
                      &result))
        return (void *)result;
    if (outcome == LAZY_REAL)
        return ORIGINAL(__kmpc_copyprivate_light, CALLER)(place, gtid, data);
    if (data)
        t->copied = data;
    lazy_barrier(t);
    return (void *)(uintptr_t)t->copied;
}

// ---- static loops

// Schedules from 91 on divide iterations among teams (`distribute`); a modifier in the upper bits
// libomp 14 takes for that too. Those are the runtime's. In a lazy team so is what is not known.
enum { KMP_STATIC_CHUNKED = 33, KMP_STATIC = 34, KMP_STATIC_SIMD = 45, KMP_DISTRIBUTE = 91 };

static struct member *begin_static(enum openmp_name name, const void *caller, int schedule)
{
    struct member *m = plain_pending(name, caller);
    bool known =
        schedule == KMP_STATIC || schedule == KMP_STATIC_CHUNKED || schedule == KMP_STATIC_SIMD;
    if (!m || (m->plain.lazy ? known : (schedule & 0xffff) < KMP_DISTRIBUTE))
        return m;
    plain_realise_for(name, caller);
    return plain_pending(name, caller) && m->plain.lazy ? m : NULL;
}

// A share of a lazy team's thread, in the counts of policy/partition.h.
static struct partition_share share_of(uint64_t trips, int schedule, uint64_t chunk)
{
    const struct lazy_team *t = member_stack.lazy;
    struct partition p = {.trips = trips, .team = t->n};
    if (schedule != KMP_STATIC)
        p.chunk = (int64_t)chunk > 0 ? chunk : 1;
    if (schedule == KMP_STATIC_SIMD)
        p.chunk = partition_simd_chunk(trips, p.chunk, t->n);
    return partition_share_of(&p, t->v);
}

static bool is_sized_real(uint64_t trips)
{
    return lazy_size(member_stack.lazy, trips) == LAZY_REAL;
}

static void note_trips(uint64_t trips)
{
    if (thread_self.watch & WATCH_TIMED)
        region_note_trips(trips);
}

// With one thread the bounds stay, and the stride leads past them.
#define STATIC_INIT(width, type, step_type)                                                        \
    void plain___kmpc_for_static_init_##width(void *, int, int, int *, type *, type *,             \
                                              step_type *, step_type, step_type);                  \
    static uint64_t trips_##width(type lower, type upper, step_type step)                          \
    {                                                                                              \
        bool empty = step > 0 ? upper < lower : lower < upper;                                     \
        uint64_t distance =                                                                        \
            step > 0 ? (uint64_t)upper - (uint64_t)lower : (uint64_t)lower - (uint64_t)upper;      \
        uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;                             \
        return empty || !stride ? 0 : (stride == 1 ? distance : distance / stride) + 1;            \
    }                                                                                              \
    static void whole_##width(int *last, const type *lower, const type *upper, step_type *stride,  \
                              step_type step)                                                      \
    {                                                                                              \
        bool empty = step > 0 ? *upper < *lower : *lower < *upper;                                 \
        if (last)                                                                                  \
            *last = !empty;                                                                        \
        *stride = empty      ? step                                                                \
                  : step > 0 ? (step_type)(*upper - *lower + 1)                                    \
                             : (step_type)(*upper - *lower - 1);                                   \
    }                                                                                              \
    static void part_##width(int schedule, int *last, type *lower, type *upper, step_type *stride, \
                             step_type step, step_type chunk, uint64_t trips)                      \
    {                                                                                              \
        struct partition_share s = share_of(trips, schedule, (uint64_t)chunk);                     \
        if (last)                                                                                  \
            *last = s.has_last;                                                                    \
        if (trips == 0) {                                                                          \
            *stride = step;                                                                        \
            return;                                                                                \
        }                                                                                          \
        if (schedule != KMP_STATIC_SIMD)                                                           \
            *stride = (step_type)(schedule == KMP_STATIC ? trips : s.stride * (uint64_t)step);     \
        if (s.first == s.last) {                                                                   \
            *lower = (type)(*upper + (step > 0 ? 1 : -1));                                         \
            return;                                                                                \
        }                                                                                          \
        type begin = *lower;                                                                       \
        *lower = (type)((uint64_t)begin + s.first * (uint64_t)step);                               \
        *upper = (type)((uint64_t)begin + (s.last - 1) * (uint64_t)step);                          \
    }                                                                                              \
    void plain___kmpc_for_static_init_##width(void *place, int gtid, int schedule, int *last,      \
                                              type *lower, type *upper, step_type *stride,         \
                                              step_type step, step_type chunk)                     \
    {                                                                                              \
        struct member *m = begin_static(OPENMP___kmpc_for_static_init_##width, CALLER, schedule);  \
        uint64_t trips = trips_##width(*lower, *upper, step);                                      \
        note_trips(trips);                                                                         \
        if (!m || (m->plain.lazy && is_sized_real(trips)))                                         \
            ORIGINAL(__kmpc_for_static_init_##width, CALLER)                                       \
        (place, gtid, schedule, last, lower, upper, stride, step, chunk);                          \
        else if (m->plain.lazy)                                                                    \
            part_##width(schedule, last, lower, upper, stride, step, chunk, trips);                \
        else whole_##width(last, lower, upper, stride, step);                                      \
    }

KMP_WIDTHS(STATIC_INIT)
