// SPDX-License-Identifier: MIT
// Hazard: processes that are forked inside small regions, and between them, and have regions of
// their own, whose threads wait for each other. Arguments: cases.
#include "tests/victims/omp_lazy.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS = 40, CHILDREN = 3 };

// The same region without and with the hazard.
static APART long call_region(int call, bool hazard)
{
    atomic_int flags[2] = {0};
    long parts[MOST] = {0};

#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (hazard && me < 2) {
            atomic_store(&flags[me], 1);
            lazy_wait(&flags[1 - me], 1);
        }
        parts[me] += lazy_work(call, me);
#pragma omp barrier
        if (me == 0)
            parts[1] *= 2;
    }
    return lazy_sum(parts);
}

static long call_regions(bool hazard)
{
    long sum = 0;

    for (int call = 0; call < CALLS; call++)
        sum += call_region(call, hazard);
    return sum;
}

static void await_child(const char *name, pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    lazy_print(name, WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
}

// Child and parent go on; the child, with its one thread, to the end of its own work only.
static void fork_inside(const char *name, bool last, bool barrier)
{
    long parts[MOST] = {0};
    pid_t child = -1;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num(), size = omp_get_num_threads();
        parts[me] += lazy_work(call, me);
        if (barrier) {
#pragma omp barrier
        }
        if (call == LATE && me == (last ? size - 1 : 0)) {
            child = fork();
            if (child == 0)
                _exit(parts[me] > 0 && size > 1 && lazy_work(call, me) >= 0 ? STATUS + me : 1);
        }
    }
    await_child(name, child);
    lazy_print(name, lazy_sum(parts));
}

static void run_inside(int from)
{
    (void)from;
    fork_inside("inside", false, false);
    fork_inside("inside, last", true, false);
    fork_inside("inside, parked", false, true);
    fork_inside("inside, last, parked", true, true);
}

static void *call_in_thread(void *sum)
{
    *(long *)sum = call_regions(false);
    *(long *)sum += call_regions(true);
    return NULL;
}

static void say_sum(const char *what, long sum)
{
    printf("  %s %ld\n", what, sum);
    fflush(stdout);
}

// libgomp's main thread can have no team in the child of a process that had one: a new thread can.
static void run_between(int from)
{
    (void)from;
    for (int i = 0; i < CHILDREN; i++) {
        pthread_t thread;
        long sum = call_regions(false);
        pid_t child = fork();
        if (child == 0) {
            if (pthread_create(&thread, NULL, call_in_thread, &sum) != 0)
                _exit(1);
            pthread_join(thread, NULL);
            say_sum("child's thread", sum);
            _exit(STATUS);
        }
        await_child("between", child);
        lazy_print("between", sum + call_regions(i == CHILDREN - 1));
    }
}

// libomp's can.
static void run_main(int from)
{
    (void)from;
    for (int i = 0; i < CHILDREN; i++) {
        long sum = call_regions(false);
        pid_t child = fork();
        if (child == 0) {
            say_sum("child", call_regions(false));
            say_sum("child's hazard", call_regions(true));
            child = fork();
            if (child == 0) {
                say_sum("grandchild's hazard", call_regions(true));
                _exit(STATUS);
            }
            await_child("  grandchild", child);
            _exit(STATUS);
        }
        await_child("main", child);
        lazy_print("main", sum + call_regions(i == CHILDREN - 1));
    }
}

// What a child inherits from a parent that has had no region but has started.
static void run_first(int from)
{
    pid_t child = fork();

    (void)from;
    if (child == 0) {
        say_sum("child", call_regions(false));
        say_sum("child's hazard", call_regions(true));
        _exit(STATUS);
    }
    await_child("first", child);
    lazy_print("first", call_regions(false) + call_regions(true));
}

static const struct lazy_case cases[] = {
    {"first", run_first, true},
    {"inside", run_inside, false},
    {"between", run_between, false},
    {"main", run_main, true},
};

LAZY_MAIN(cases)
