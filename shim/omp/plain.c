// SPDX-License-Identifier: MIT
// Entering and leaving plain calls, and making them real.
#include "shim/omp/plain.h"

#include <string.h>

#include "shim/omp/lazy.h"
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

// A lazy team stays ours: regions inside it are the runtime's outermost ones.
void plain_realise(void)
{
    struct member_stack *stack = &member_stack;
    unsigned first = stack->depth - stack->pending;
    if (stack->lazy)
        first = 1;
    stack->pending = stack->lazy != NULL; // a libomp calls its own names by our way
    for (unsigned i = first; i < stack->depth; i++)
        if (!stack->plain[i].plain.real)
            begin_real(&stack->plain[i]);
}

// What the runtime can do for a thread without a team.
enum needs { NEEDS_TEAM, NEEDS_NOTHING, NEEDS_TASKS };

static enum needs needs_of(enum openmp_name name)
{
    static const unsigned char needs[OPENMP_NAMES] = {
#define CALL(name)
#define PLAIN(name)
#define TEAM(name)
#define ALONE(name) [OPENMP_##name] = NEEDS_NOTHING,
#define TASK(name) [OPENMP_##name] = NEEDS_TASKS,
#include "shim/names/openmp.def"
    };
    return (enum needs)needs[name];
}

bool plain_needs_team(const char *symbol)
{
    static const char *const names[] = {
#define CALL(name)
#define PLAIN(name)
#define TEAM(name) #name,
#define ALONE(name)
#include "shim/names/openmp.def"
        "GOMP_loop_start", "GOMP_loop_ull_start"};
    bool construct = symbol[0] == 'G' || symbol[0] == '_' || strstr(symbol, "nest_lock");
    for (size_t i = 0; construct && i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], symbol))
            return true;
    return false;
}

// What depends on the native thread, however deep regions are nested in it: owners of locks.
static bool is_of_thread(enum openmp_name name)
{
    switch (name) {
    case OPENMP_omp_set_nest_lock:
    case OPENMP_omp_set_nest_lock_:
    case OPENMP_omp_unset_nest_lock:
    case OPENMP_omp_unset_nest_lock_:
    case OPENMP_omp_test_nest_lock:
    case OPENMP_omp_test_nest_lock_:
    case OPENMP___kmpc_set_nest_lock:
    case OPENMP___kmpc_unset_nest_lock:
    case OPENMP___kmpc_test_nest_lock:
        return true;
    default:
        return false;
    }
}

// The name asks for more than a lazy team is; of the regions around, those that learn are told.
static void insist_on_team(enum openmp_name name)
{
    struct lazy_team *t = member_stack.lazy;
    bool nested = t && !lazy_of(member_stack.top);
    enum needs needs = needs_of(name);
    if (t && needs == NEEDS_TASKS)
        lazy_meet_task(t);
    if (needs != NEEDS_TEAM || (nested && !is_of_thread(name)))
        return;
    if (t && lazy_insist(t) != LAZY_REAL) {
        site_rule_out(t->site, "its constructs need a team");
        lazy_keep_settings(t);
    }
    if (!t && (thread_self.watch == WATCH_TIMED || is_of_thread(name)))
        region_note_unfoldable();
}

any_function plain_realise_for(enum openmp_name name, const void *caller)
{
    if (originals_is_runtime(caller))
        return originals_find(name, caller);
    insist_on_team(name);
    if (member_stack.pending)
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

void plain_hide(struct plain_hidden *hidden, bool same)
{
    plain_realise();
    *hidden = (struct plain_hidden){.top = member_stack.top,
                                    .lazy = member_stack.lazy,
                                    .watch = thread_self.watch,
                                    .trimmed = thread_self.trimmed,
                                    .pending = member_stack.pending};
    if (hidden->lazy) { // another runtime's fork, or one too deep inside
        member_stack.pending = 0;
        member_stack.lazy = NULL;
        thread_self.trimmed = same ? hidden->trimmed : 0;
    }
    member_stack.top = NULL;
    thread_self.watch = 0;
}

void plain_show(const struct plain_hidden *hidden)
{
    member_stack.top = hidden->top;
    thread_self.watch = hidden->watch;
    if (!hidden->lazy)
        return;
    member_stack.pending = hidden->pending;
    member_stack.lazy = hidden->lazy;
    thread_self.trimmed = hidden->trimmed;
}
