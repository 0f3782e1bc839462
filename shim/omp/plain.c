// SPDX-License-Identifier: MIT
// Entering and leaving plain calls, and making them real.
#include "shim/omp/plain.h"

#include "shim/omp/region.h"

_Thread_local struct member_stack member_stack;

void plain_end_real(const struct member *m)
{
    if (m->plain.kmp)
        ORIGINAL(__kmpc_end_serialized_parallel, m->code)(m->place, m->gtid);
    else
        ORIGINAL(GOMP_parallel_end, m->code)();
}

unsigned plain_watch_of(const struct member *m)
{
    if (m->region)
        return m->timed ? WATCH_TIMED : 0;
    return m->plain.foreign ? 0 : WATCH_PLAIN;
}

static void nothing(void *data)
{
    (void)data;
}

static void begin_real(struct member *m)
{
    m->plain.real = true;
    if (m->plain.kmp)
        ORIGINAL(__kmpc_serialized_parallel, m->code)(m->place, m->gtid);
    else
        ORIGINAL(GOMP_parallel_start, m->code)(nothing, NULL, 1);
}

void plain_realise(void)
{
    struct member_stack *stack = &member_stack;
    unsigned first = stack->depth - stack->pending;
    stack->pending = 0; // a libomp calls its own names by our way
    for (unsigned i = first; i < stack->depth; i++)
        begin_real(&stack->plain[i]);
}

any_function plain_realise_for(enum openmp_name name, const void *caller)
{
    if (member_stack.pending && !originals_is_runtime(caller))
        plain_realise();
    return originals_find(name, caller);
}

static uintptr_t runtime_of(struct member *m)
{
    if (m->region)
        return m->region->site->runtime_base;
    if (!m->runtime)
        m->runtime = originals_runtime(
            m->plain.kmp ? OPENMP___kmpc_fork_call : OPENMP_GOMP_parallel_start, m->code);
    return m->runtime;
}

bool plain_compare_runtimes(struct member *m, enum openmp_name name, const void *caller)
{
    if (originals_is_runtime(caller))
        return false;
    uintptr_t own = runtime_of(m), theirs = originals_runtime(name, caller);
    return !own || !theirs || own == theirs; // all members of a team must come to the same
}

void plain_hide(struct plain_hidden *hidden)
{
    plain_realise();
    hidden->top = member_stack.top;
    hidden->watch = thread_self.watch;
    member_stack.top = NULL;
    thread_self.watch = 0;
}

void plain_show(const struct plain_hidden *hidden)
{
    member_stack.top = hidden->top;
    thread_self.watch = hidden->watch;
}
