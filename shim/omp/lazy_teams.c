// SPDX-License-Identifier: MIT
// The lazy teams of native threads: each has its own from its first lazy region on, and leaves it
// to another when it ends.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shim/core/guard.h"
#include "shim/omp/lazy.h"
#include "shim/omp/watchdog.h"

enum { LITTLE = 512 * 1024 };

static struct lazy_team *_Atomic teams;
static pthread_key_t key;
static _Atomic int key_state; // 0 none, 1 in the making, 2 there, 3 cannot be had

void lazy_visit_teams(void (*visit)(struct lazy_team *, void *), void *context)
{
    for (struct lazy_team *t = atomic_load(&teams); t; t = t->next)
        visit(t, context);
}

static void give_back(void *team)
{
    struct lazy_team *t = team;
    member_stack.own = NULL;
    for (int v = 1; v < t->mapped; v++)
        fiber_unmap(&t->stacks[v]);
    t->mapped = 0;
    atomic_store(&t->used, false);
    watchdog_wake();
}

static bool have_key(void)
{
    int expected = 0;
    if (atomic_compare_exchange_strong(&key_state, &expected, 1))
        atomic_store(&key_state, pthread_key_create(&key, give_back) == 0 ? 2 : 3);
    return atomic_load(&key_state) == 2;
}

static struct lazy_team *take_unused(void)
{
    for (struct lazy_team *t = atomic_load(&teams); t; t = t->next) {
        bool expected = false;
        if (atomic_compare_exchange_strong(&t->used, &expected, true))
            return t;
    }
    return NULL;
}

static struct lazy_team *make(void)
{
    struct lazy_team *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (t == MAP_FAILED)
        return NULL;
    t->stack_size = fiber_stack_size();
    atomic_store(&t->used, true);
    t->next = atomic_load(&teams);
    while (!atomic_compare_exchange_weak(&teams, &t->next, t))
        ;
    return t;
}

// Threads of the runtime have whole stacks of their own: so has a plain call, but for a little, or
// it gets one too.
static bool learn_stack(struct lazy_team *t)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return false;
    bool known = pthread_attr_getstack(&attributes, &low, &size) == 0;
    pthread_attr_destroy(&attributes);
    t->floor = (uintptr_t)low + t->stack_size - LITTLE;
    t->ceiling = (uintptr_t)low + size;
    return known;
}

static struct lazy_team *take(void)
{
    struct guard guard;
    guard_enter(&guard);
    struct lazy_team *t = have_key() ? take_unused() : NULL;
    if (!t && atomic_load(&key_state) == 2)
        t = make();
    if (t) {
        t->signals = guard.signals;
        t->native_id = (int)syscall(SYS_gettid);
        if (!learn_stack(t) || pthread_setspecific(key, t) != 0) {
            atomic_store(&t->used, false);
            t = NULL;
        }
    }
    guard_leave(&guard);
    member_stack.own = t;
    return t;
}

// Memory is taken as it is touched: a region without a barrier touches none.
static bool map_stacks(struct lazy_team *t, int threads)
{
    int v = t->mapped > 1 ? t->mapped : 1;
    while (v < threads && fiber_map(&t->stacks[v], t->stack_size))
        v++;
    t->mapped = v;
    return v >= threads;
}

struct lazy_team *lazy_team_for(int threads)
{
    struct lazy_team *t = member_stack.own;
    if (__builtin_expect(!t, false))
        t = take();
    if (!t || threads > LAZY_TEAM || (t->mapped < threads && !map_stacks(t, threads)))
        return NULL;
    return t;
}

// Of the threads there were only this one is in the child.
static void restart_in_child(void)
{
    for (struct lazy_team *t = atomic_load(&teams); t; t = t->next) {
        atomic_flag_clear(&t->noting);
        if (t != member_stack.own) {
            atomic_flag_clear(&t->adoption.reducing);
            atomic_store(&t->claim, 0);
            atomic_store(&t->used, false);
        }
    }
    if (member_stack.own)
        member_stack.own->native_id = (int)syscall(SYS_gettid);
    if (atomic_load(&key_state) == 1)
        atomic_store(&key_state, 0);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}
