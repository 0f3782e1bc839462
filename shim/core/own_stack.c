// SPDX-License-Identifier: MIT
// One static stack, untouched until it is needed, and makecontext.
#include "shim/core/own_stack.h"

#include <pthread.h>
#include <stdatomic.h>
#include <ucontext.h>

#if defined(__GLIBC__) // elsewhere there may be no makecontext

enum { SIZE = 192 * 1024 };
static _Alignas(64) char stack[SIZE];
static atomic_flag in_use = ATOMIC_FLAG_INIT;

static struct {
    void (*run)(void *);
    void *argument;
} call; // of whoever holds in_use

static void start(void)
{
    call.run(call.argument);
}

static void run_there(void)
{
    ucontext_t here, there;
    if (getcontext(&there) != 0)
        return;
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = &here;
    makecontext(&there, start, 0);
    swapcontext(&here, &there);
}

void own_stack_run(void (*run)(void *), void *argument)
{
    if (atomic_flag_test_and_set(&in_use)) {
        run(argument);
        return;
    }
    call.run = run;
    call.argument = argument;
    run_there();
    atomic_flag_clear(&in_use);
}

static void restart_in_child(void)
{
    atomic_flag_clear(&in_use);
}

__attribute__((constructor)) static void start_up(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}

#else

void own_stack_run(void (*run)(void *), void *argument)
{
    run(argument);
}

#endif
