// SPDX-License-Identifier: MIT
// Slow paths and forks keep each other waiting, but never for long: whoever forks inside dlopen
// holds the lock that a slow path waits for.
#include "shim/core/guard.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

enum { PATIENCE_US = 200000, NAP_US = 50 };

static atomic_int inside;
static atomic_bool forking;
static _Thread_local int depth;

// Signals that the thread's own instructions raise: blocked, they would end the process.
static const int synchronous[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};

bool guard_is_inside(void)
{
    return depth > 0;
}

static void nap(void)
{
    const struct timespec time = {0, NAP_US * 1000};
    nanosleep(&time, NULL);
}

void guard_enter(struct guard *guard)
{
    sigset_t all;
    guard->error = errno;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof synchronous / sizeof *synchronous; i++)
        sigdelset(&all, synchronous[i]);
    pthread_sigmask(SIG_BLOCK, &all, &guard->signals);
    if (depth++)
        return;
    atomic_fetch_add(&inside, 1);
    for (int waited = 0; atomic_load(&forking) && waited < PATIENCE_US; waited += NAP_US) {
        atomic_fetch_sub(&inside, 1);
        nap();
        atomic_fetch_add(&inside, 1);
    }
}

void guard_leave(const struct guard *guard)
{
    if (!--depth)
        atomic_fetch_sub(&inside, 1);
    pthread_sigmask(SIG_SETMASK, &guard->signals, NULL);
    errno = guard->error;
}

static void before_fork(void)
{
    atomic_store(&forking, true);
    for (int waited = 0; atomic_load(&inside) > (depth > 0) && waited < PATIENCE_US;
         waited += NAP_US)
        nap();
}

static void after_fork_in_parent(void)
{
    atomic_store(&forking, false);
}

static void after_fork_in_child(void)
{
    atomic_store(&inside, depth > 0);
    atomic_store(&forking, false);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
