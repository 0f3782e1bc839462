// SPDX-License-Identifier: MIT
// Waiting in a lazy team for what another virtual thread is to do: that one must go on.
#include "shim/core/wait.h"
#include "shim/omp/lazy.h"
#include "shim/omp/plain.h"

void plain_omp_set_lock(void *lock), plain_omp_set_lock_(void *lock);

#define SET_LOCK(suffix)                                       \
    void plain_omp_set_lock##suffix(void *lock)                \
    {                                                          \
        struct lazy_team *t = member_stack.lazy;               \
        if (!t || !t->parked) {                                \
            ORIGINAL(omp_set_lock##suffix, CALLER)(lock);      \
            return;                                            \
        }                                                      \
        while (!ORIGINAL(omp_test_lock##suffix, CALLER)(lock)) \
            lazy_yield(t);                                     \
    }

SET_LOCK()
SET_LOCK(_)

// Inside a critical construct nobody else of a lazy team is let run.
#define HOLD(name, change, parameters, arguments) \
    void plain_##name parameters;                 \
    void plain_##name parameters                  \
    {                                             \
        ORIGINAL(name, CALLER) arguments;         \
        if (member_stack.lazy)                    \
            member_stack.lazy->held += (change);  \
    }

HOLD(GOMP_critical_start, 1, (void), ())
HOLD(GOMP_critical_end, -1, (void), ())
HOLD(GOMP_critical_name_start, 1, (void **lock), (lock))
HOLD(GOMP_critical_name_end, -1, (void **lock), (lock))
HOLD(GOMP_atomic_start, 1, (void), ())
HOLD(GOMP_atomic_end, -1, (void), ())
HOLD(__kmpc_critical, 1, (void *place, int gtid, void *lock), (place, gtid, lock))
HOLD(__kmpc_critical_with_hint, 1, (void *place, int gtid, void *lock, uint32_t hint),
     (place, gtid, lock, hint))
HOLD(__kmpc_end_critical, -1, (void *place, int gtid, void *lock), (place, gtid, lock))

static bool is_in_object(const struct site *site, const void *caller)
{
    const struct originals_caller *object = &originals_callers[site->row];
    uintptr_t address = (uintptr_t)caller;
    return address >= atomic_load_explicit(&object->begin, memory_order_relaxed) &&
           address < atomic_load_explicit(&object->end, memory_order_relaxed);
}

// A thread that yields in a loop of its own waits for another one. A library that does may hold a
// lock.
bool wait_is_served(const void *caller)
{
    struct lazy_team *t = member_stack.lazy;
    if (!t || !is_in_object(t->site, caller) || member_stack.depth != 1 || t->held ||
        lazy_is_adopted(t) || (!t->parked && t->v != 0))
        return false;
    if (!t->parked && lazy_park(t) != LAZY_DONE)
        return true;
    if (t->parked)
        lazy_yield(t);
    return true;
}
