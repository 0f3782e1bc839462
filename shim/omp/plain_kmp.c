// SPDX-License-Identifier: MIT
// libomp's simple constructs in a region that runs as a plain call.
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
    if (plain_pending(OPENMP___kmpc_barrier, CALLER))
        return;
    uint64_t began = region_wait_begin();
    ORIGINAL(__kmpc_barrier, CALLER)(place, gtid);
    region_wait_end(began);
}

int plain___kmpc_single(void *place, int gtid)
{
    struct member *m = plain_pending(OPENMP___kmpc_single, CALLER);
    if (!m)
        return ORIGINAL(__kmpc_single, CALLER)(place, gtid);
    m->plain.single = true;
    return 1;
}

static struct member *plain_top(void)
{
    struct member *m = member_stack.top;
    return m && !m->region ? m : NULL;
}

// A construct of ours stays ours, even when the region has become real inside it.
void plain___kmpc_end_single(void *place, int gtid)
{
    struct member *m = plain_top();
    if (m && m->plain.single)
        m->plain.single = false;
    else
        ORIGINAL(__kmpc_end_single, CALLER)(place, gtid);
}

int plain___kmpc_master(void *place, int gtid)
{
    return plain_pending(OPENMP___kmpc_master, CALLER)
               ? 1
               : ORIGINAL(__kmpc_master, CALLER)(place, gtid);
}

int plain___kmpc_masked(void *place, int gtid, int filter)
{
    return plain_pending(OPENMP___kmpc_masked, CALLER)
               ? filter == 0
               : ORIGINAL(__kmpc_masked, CALLER)(place, gtid, filter);
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

static bool begin_reduce(enum openmp_name name, const void *caller)
{
    struct member *m = plain_pending(name, caller);
    if (m)
        m->plain.reduce = true;
    return m;
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
    struct member *m = plain_top();
    bool ours = m && m->plain.reduce;
    if (ours)
        m->plain.reduce = false;
    return ours;
}

// Ends with a barrier, which matters where the region has become real: there may be tasks.
void plain___kmpc_end_reduce(void *place, int gtid, void *lock)
{
    if (!end_reduce())
        ORIGINAL(__kmpc_end_reduce, CALLER)(place, gtid, lock);
    else if (member_stack.top->plain.real)
        ORIGINAL(__kmpc_barrier, CALLER)(place, gtid);
}

void plain___kmpc_end_reduce_nowait(void *place, int gtid, void *lock)
{
    if (!end_reduce())
        ORIGINAL(__kmpc_end_reduce_nowait, CALLER)(place, gtid, lock);
}

// Whether the loop is one of ours: what one thread does with the whole of it, as the runtime would
// say. Schedules from 91 on divide iterations among teams (`distribute`): the runtime's.
static bool begin_static(enum openmp_name name, const void *caller, int schedule)
{
    if ((schedule & 0xffff) < 91)
        return plain_pending(name, caller);
    plain_realise();
    return false;
}

// With one thread the bounds stay, and the stride leads past them.
#define STATIC_INIT(width, type, step_type)                                                   \
    void plain___kmpc_for_static_init_##width(void *, int, int, int *, type *, type *,        \
                                              step_type *, step_type, step_type);             \
    void plain___kmpc_for_static_init_##width(void *place, int gtid, int schedule, int *last, \
                                              type *lower, type *upper, step_type *stride,    \
                                              step_type step, step_type chunk)                \
    {                                                                                         \
        if (!begin_static(OPENMP___kmpc_for_static_init_##width, CALLER, schedule)) {         \
            ORIGINAL(__kmpc_for_static_init_##width, CALLER)                                  \
            (place, gtid, schedule, last, lower, upper, stride, step, chunk);                 \
            return;                                                                           \
        }                                                                                     \
        bool empty = step > 0 ? *upper < *lower : *lower < *upper;                            \
        if (last)                                                                             \
            *last = !empty;                                                                   \
        *stride = empty      ? step                                                           \
                  : step > 0 ? (step_type)(*upper - *lower + 1)                               \
                             : (step_type)(*upper - *lower - 1);                              \
    }

KMP_WIDTHS(STATIC_INIT)
