// SPDX-License-Identifier: MIT
// Regions of one thread as a plain call. The call starts without the runtime's knowledge; queries
// are answered here, simple constructs have one-thread forms (plain_<name>), and the first that
// needs the runtime makes the region real: the runtime opens a region of one thread around the
// rest.
#ifndef TEAMTRIM_PLAIN_H
#define TEAMTRIM_PLAIN_H

#include "shim/omp/member.h"

struct plain_kind {
    struct plain_state state;
    void *place; // of libomp's
    int gtid;
};

// Makes all plain calls of this thread real, the outermost first.
void plain_realise(void);

// Begins a region. `code` is the outlined function. NULL when it is too deep: forward.
static inline struct member *plain_enter(const void *code, const struct plain_kind *kind)
{
    struct member_stack *stack = &member_stack;
    if (__builtin_expect(stack->depth == MEMBER_DEPTH, false))
        return NULL;
    // Of two runtimes' calls only the innermost would be looked at.
    if (stack->pending && stack->top->plain.kmp != kind->state.kmp)
        plain_realise();
    struct member *m = &stack->plain[stack->depth++];
    m->outer = stack->top;
    m->region = NULL;
    m->cursor.kind = CURSOR_NONE;
    m->cursor.kmp = false;
    m->sections = 0;
    m->plain = kind->state;
    m->place = kind->place;
    m->gtid = kind->gtid;
    m->code = code;
    m->runtime = 0;
    stack->top = m;
    stack->pending += !kind->state.real;
    thread_self.trimmed += kind->state.trimmed;
    thread_self.watch = kind->state.foreign ? 0 : WATCH_PLAIN;
    return m;
}

void plain_end_real(const struct member *member);
unsigned plain_watch_of(const struct member *member);

// A region that a longjmp left behind stays below and does no harm.
static inline void plain_leave(struct member *m)
{
    struct member_stack *stack = &member_stack;
    if (__builtin_expect(m->plain.real, false))
        plain_end_real(m);
    else if (stack->pending)
        stack->pending--;
    thread_self.trimmed -= m->plain.trimmed;
    stack->top = m->outer;
    stack->depth = (unsigned)(m - stack->plain);
    thread_self.watch = m->outer ? plain_watch_of(m->outer) : 0;
}

// The same before a construct; returns its original. Called by entry_<arch>.S.
any_function plain_realise_for(enum openmp_name name, const void *caller);

// Whether it is the name of a construct that only a team can do.
bool plain_needs_team(const char *symbol);

// Whether `name` leads the caller to the runtime of the member's region.
bool plain_compare_runtimes(struct member *member, enum openmp_name name, const void *caller);

static inline bool plain_is_runtime_of(struct member *member, enum openmp_name name,
                                       const void *caller)
{
    // A caller that has been met has had its runtime counted; so has one beside the region's code.
    // From ourselves comes what that code ends in (a jump).
    bool beside = ((uintptr_t)caller ^ (uintptr_t)member->code) >> ORIGINALS_PAGE_SHIFT == 0 ||
                  resolve_is_ours(caller);
    if (atomic_load_explicit(&originals_runtimes, memory_order_relaxed) <= 1 &&
        (beside || originals_known(caller) >= 0))
        return true;
    return plain_compare_runtimes(member, name, caller);
}

// The innermost plain call that is not real, as the user of a name of that runtime sees it; NULL if
// there is none, or the caller is a runtime itself.
static inline struct member *plain_pending(enum openmp_name name, const void *caller)
{
    struct member *m = member_stack.top;
    if (!member_stack.pending || m->plain.real || !plain_is_runtime_of(m, name, caller))
        return NULL;
    return m;
}

// While a fork of the runtime's own runs on this thread, nothing of the member is seen.
struct plain_hidden {
    struct member *top;
    struct lazy_team *lazy;
    unsigned watch, trimmed, pending;
};
void plain_hide(struct plain_hidden *hidden, bool same); // same: the lazy team's runtime
void plain_show(const struct plain_hidden *hidden);

#endif
