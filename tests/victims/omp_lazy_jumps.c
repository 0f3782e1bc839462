// SPDX-License-Identifier: MIT
// Hazard: control that leaves a small region's code by other ways than its end: longjmp, exit,
// abort, pthread_exit afterwards. Arguments: cases, "late".
//
// flags: -D_FORTIFY_SOURCE=2
#include "tests/victims/omp_lazy.h"

#include <pthread.h>
#include <setjmp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEEP = 5, STATUS = 7 };

static volatile bool stays;

static APART void jump_from(jmp_buf *place, int depth)
{
    volatile char frame[200];

    frame[0] = (char)depth;
    if (stays)
        return;
    if (depth == 0)
        longjmp(*place, 3);
    jump_from(place, depth - 1);
    frame[1] = frame[0];
}

static APART long jump(int call, int me)
{
    volatile long sum = lazy_work(call, me);
    jmp_buf place;
    int value = setjmp(place);

    if (value == 0)
        jump_from(&place, DEEP);
    return sum + value;
}

// The place is from before the first barrier; each jump is after another one.
static APART long jump_across(int call, int me)
{
    volatile long sum = lazy_work(call, me);
    volatile int jumps = 0;
    jmp_buf place;

    sum += setjmp(place);
    if (jumps < 3) {
        jumps = jumps + 1;
#pragma omp barrier
        jump_from(&place, DEEP);
    }
    return sum;
}

static void run_jumps(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += call >= from ? jump(call, me) : 1;
    }
    lazy_print("jumps", lazy_sum(parts));
}

static void run_across(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += call >= from ? jump_across(call, me) : 1;
#pragma omp barrier
        parts[me] += call >= from ? jump(call, me) : 1;
    }
    lazy_print("across", lazy_sum(parts));
}

enum ending { BY_EXIT, BY_QUICK, BY_ABORT };

static void end_process(enum ending how)
{
    if (how == BY_EXIT)
        exit(STATUS);
    if (how == BY_QUICK)
        _exit(STATUS + 1);
    abort();
}

static void say(const char *text)
{
    if (write(1, text, strlen(text)) < 0)
        _exit(1);
}

static void say_farewell(void)
{
    say("  atexit\n");
}

__attribute__((destructor)) static void say_end(void)
{
    fflush(stdout);
    say("  destructor\n");
}

// The others have finished their parts, are parked, or have not begun.
static void end_inside(enum ending how, int thread, bool barrier)
{
    long parts[MOST] = {0};

    for (int call = 0; call <= LATE; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += lazy_work(call, me);
        if (barrier) {
#pragma omp barrier
        }
        if (call == LATE && me == thread)
            end_process(how);
    }
    printf("not ended: %ld\n", lazy_sum(parts));
}

static void report_ending(enum ending how, int thread, bool barrier)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        atexit(say_farewell);
        end_inside(how, thread, barrier);
        exit(0);
    }
    waitpid(child, &status, 0);
    printf("ending %d in thread %d, barrier %d: status %#x\n", how, thread, barrier,
           (unsigned)status & 0xff7f);
    fflush(stdout);
}

// The process that forks has had no team.
static void run_endings(int from)
{
    static const struct rlimit no_core = {0, 0};

    (void)from;
    setrlimit(RLIMIT_CORE, &no_core);
    for (int how = BY_EXIT; how <= BY_ABORT; how++)
        for (int barrier = 0; barrier < 2; barrier++) {
            report_ending(how, 0, barrier);
            report_ending(how, omp_get_max_threads() - 1, barrier);
        }
}

static void *call_and_leave(void *sum)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += lazy_work(call, me);
#pragma omp barrier
        parts[me] += me;
    }
    *(long *)sum = lazy_sum(parts);
    pthread_exit(sum);
}

static void run_leaving(int from)
{
    (void)from;
    for (int i = 0; i < 5; i++) {
        pthread_t thread;
        long sum = 0;
        void *result = NULL;
        if (pthread_create(&thread, NULL, call_and_leave, &sum) != 0)
            abort();
        pthread_join(thread, &result);
        lazy_print("leaving", result == &sum ? sum : -1);
    }
}

static const struct lazy_case cases[] = {
    {"endings", run_endings, true},
    {"jumps", run_jumps, false},
    {"across", run_across, false},
    {"leaving", run_leaving, false},
};

LAZY_MAIN(cases)
