// SPDX-License-Identifier: MIT
// Hazard: timers that interrupt small regions all the time, with handlers that ask the runtime and
// call a BLAS; signals that threads send to themselves. Arguments: cases.
//
// link: -l:libblas.so.3 -lm -ldl -lpthread
#include "tests/victims/blas.h"
#include "tests/victims/omp_lazy.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

enum { ALARMS = 20, LIMIT = 100000, STACK = 64 * 1024 };

static atomic_int alarms, profs, wrong;

static void look_around(int signal)
{
    static const double x[4] = {1, 2, 3, 4};
    int kept = errno, me = omp_get_thread_num();

    if (me < 0 || me >= omp_get_num_threads() || cblas_ddot(4, x, 1, x, 1) != 30)
        atomic_fetch_add(&wrong, 1);
    atomic_fetch_add(signal == SIGALRM ? &alarms : &profs, 1);
    errno = kept;
}

static void handle(int signal, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    if (sigaction(signal, &action, NULL) != 0)
        abort();
}

static bool has_enough(void)
{
    return atomic_load(&alarms) >= ALARMS && atomic_load(&profs) >= 3;
}

static void set_timers(int microseconds)
{
    const struct timeval interval = {0, microseconds};
    const struct itimerval timer = {interval, interval};

    setitimer(ITIMER_REAL, &timer, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
}

static APART long call_region(int call)
{
    long parts[MOST] = {0};

#pragma omp parallel
    {
        int me = omp_get_thread_num();
        double x[8] = {me, 1, 2, 3, 4, 5, 6, call % 7};
        parts[me] += lazy_work(call, me);
#pragma omp barrier
        parts[me] += (long)cblas_ddot(8, x, 1, x, 1);
#pragma omp barrier
        if (me == 0)
            parts[1] *= 2;
    }
    return lazy_sum(parts) % 1000003;
}

// Until enough signals have come; the sum is that of the first calls.
static void call_under_timers(const char *name, int flags)
{
    long sum = 0;

    for (int call = 0; call < 3; call++)
        sum += call_region(call);
    handle(SIGALRM, look_around, flags);
    handle(SIGPROF, look_around, flags);
    atomic_store(&alarms, 0);
    atomic_store(&profs, 0);
    set_timers(200);
    for (int call = 0; call < CALLS || (!has_enough() && call < LIMIT); call++) {
        long value = call_region(call);
        sum += call < CALLS ? value : 0;
    }
    set_timers(0);
    printf("%s: enough signals %d, wrong %d\n", name, has_enough(), atomic_load(&wrong));
    lazy_print(name, sum);
}

static void run_timers(int from)
{
    (void)from;
    call_under_timers("timers", SA_RESTART);
}

// The main thread's handlers have a stack of their own.
static void run_altstack(int from)
{
    static char room[STACK];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room}, none = {.ss_flags = SS_DISABLE};

    (void)from;
    sigaltstack(&stack, NULL);
    call_under_timers("altstack", SA_RESTART | SA_ONSTACK);
    sigaltstack(&none, NULL);
}

static atomic_int who[MOST];

static void note_thread(int signal)
{
    (void)signal;
    atomic_fetch_add(&who[omp_get_thread_num()], 1);
}

// A signal that a thread sends to itself finds it as the thread that it is.
static void run_own(int from)
{
    long sum = 0;

    (void)from;
    handle(SIGUSR1, note_thread, 0);
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        pthread_kill(pthread_self(), SIGUSR1);
#pragma omp barrier
        if (omp_get_thread_num() % 2)
            pthread_kill(pthread_self(), SIGUSR1);
    }
    for (int i = 0; i < MOST; i++)
        sum += (i + 1) * atomic_load(&who[i]);
    lazy_print("own", sum);
}

static char stacks[MOST][STACK];
static atomic_int on_own;

static void note_stack(int signal)
{
    volatile char here = (char)signal;
    const char *stack = stacks[omp_get_thread_num()];

    atomic_fetch_add(&on_own, (const char *)&here >= stack && (const char *)&here < stack + STACK);
}

// Each thread has a stack for handlers, which the kernel keeps with the thread.
static void run_each(int from)
{
    (void)from;
    handle(SIGUSR2, note_stack, SA_ONSTACK);
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        const stack_t stack = {.ss_sp = stacks[omp_get_thread_num()], .ss_size = STACK};
        const stack_t none = {.ss_flags = SS_DISABLE};
        sigaltstack(&stack, NULL);
        pthread_kill(pthread_self(), SIGUSR2);
#pragma omp barrier
        pthread_kill(pthread_self(), SIGUSR2);
        sigaltstack(&none, NULL);
    }
    lazy_print("each", atomic_load(&on_own));
}

static const struct lazy_case cases[] = {
    {"timers", run_timers, false},
    {"altstack", run_altstack, false},
    {"own", run_own, false},
    {"each", run_each, true},
};

LAZY_MAIN(cases)
