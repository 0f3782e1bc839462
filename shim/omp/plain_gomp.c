// SPDX-License-Identifier: MIT
// libgomp's simple constructs in a region that runs as a plain call.
#include "shim/omp/lazy_forms.h"
#include "shim/omp/plain.h"
#include "shim/omp/region.h"

void plain_GOMP_barrier(void);
bool plain_GOMP_barrier_cancel(void);
bool plain_GOMP_single_start(void);
void *plain_GOMP_single_copy_start(void);
void plain_GOMP_single_copy_end(void *data);

static bool wait_lazily(enum openmp_name name, const void *caller)
{
    return lazy_form_barrier(member_stack.lazy, false, name, caller, NULL);
}

void plain_GOMP_barrier(void)
{
    struct member *m = plain_pending(OPENMP_GOMP_barrier, CALLER);
    if (m && (!m->plain.lazy || wait_lazily(OPENMP_GOMP_barrier, CALLER)))
        return;
    uint64_t began = region_wait_begin();
    ORIGINAL(GOMP_barrier, CALLER)();
    region_wait_end(began);
}

// Cancellation is off where a region is ours.
bool plain_GOMP_barrier_cancel(void)
{
    struct member *m = plain_pending(OPENMP_GOMP_barrier_cancel, CALLER);
    if (m && (!m->plain.lazy || wait_lazily(OPENMP_GOMP_barrier_cancel, CALLER)))
        return false;
    return ORIGINAL(GOMP_barrier_cancel, CALLER)();
}

// A single construct: whether it is this thread's, or what the adopter was told.
static enum lazy_form take_single(const struct member *m, enum openmp_name name, const void *caller,
                                  bool *first, uintptr_t *result)
{
    *first = true;
    if (!m || !m->plain.lazy)
        return m ? FORM_DONE : FORM_ORIGINAL;
    const struct lazy_note note = {.kind = LAZY_SINGLE, .start = originals_find(name, caller)};
    return lazy_form_take(member_stack.lazy, &note, first, result);
}

bool plain_GOMP_single_start(void)
{
    struct member *m = plain_pending(OPENMP_GOMP_single_start, CALLER);
    uintptr_t result = 0;
    bool first;
    switch (take_single(m, OPENMP_GOMP_single_start, CALLER, &first, &result)) {
    case FORM_DONE:
        return first;
    case FORM_ASKED:
        return result & 0xff;
    default:
        return ORIGINAL(GOMP_single_start, CALLER)();
    }
}

// The thread that runs the block gets NULL, and hands the data to the others. In a lazy team it has
// done so when they come here, and goes on to the construct's last barrier.
void *plain_GOMP_single_copy_start(void)
{
    struct member *m = plain_pending(OPENMP_GOMP_single_copy_start, CALLER);
    uintptr_t result = 0;
    bool first;
    switch (take_single(m, OPENMP_GOMP_single_copy_start, CALLER, &first, &result)) {
    case FORM_DONE:
        m->plain.single = first;
        if (first && m->plain.lazy)
            member_stack.lazy->copied = NULL;
        while (!first && !member_stack.lazy->copied)
            lazy_give_way(member_stack.lazy);
        return first ? NULL : (void *)(uintptr_t)member_stack.lazy->copied;
    case FORM_ASKED:
        return (void *)result;
    default:
        return ORIGINAL(GOMP_single_copy_start, CALLER)();
    }
}

// Our construct stays ours, even when the region has become real inside it.
static struct member *begun(bool single, const void *caller)
{
    struct member *m = member_stack.top;
    if (!m || m->region || !(single ? m->plain.single : m->sections > 0))
        return NULL;
    return plain_is_runtime_of(m, OPENMP_GOMP_sections_next, caller) ? m : NULL;
}

// A real team of a lazy one has been told who is inside.
static bool end_copy(struct lazy_team *t, any_function original, void *data)
{
    t->copied = data;
    for (;;) {
        switch (lazy_park(t)) {
        case LAZY_DONE:
            return true;
        case LAZY_REAL:
            return false;
        case LAZY_ASK:
            if (lazy_form_ask(t, false, original, LAZY_ARGUMENTS((uintptr_t)data), 1, NULL))
                return true;
        }
    }
}

void plain_GOMP_single_copy_end(void *data)
{
    struct member *m = begun(true, CALLER);
    any_function original = (any_function)ORIGINAL(GOMP_single_copy_end, CALLER);
    struct lazy_team *t = member_stack.lazy;
    if (m)
        m->plain.single = false;
    bool ours = m && !(m->plain.foreign && m->plain.real);
    if (t && m && m->plain.lazy)
        ours = end_copy(t, original, data);
    else if (t && !m && member_stack.top && member_stack.top->plain.lazy &&
             !member_stack.top->plain.real && lazy_is_adopted(t))
        ours = lazy_form_ask(t, false, original, LAZY_ARGUMENTS((uintptr_t)data), 1, NULL);
    if (!ours)
        ORIGINAL(GOMP_single_copy_end, CALLER)(data);
}
