// SPDX-License-Identifier: MIT
// Hazards that attempts to break lazy teams have found: one case each.
#include "tests/victims/omp_lazy.h"

#include <signal.h>

enum { RUNS = 120, FROM = 60, LONG_MS = 30 };

static volatile int flag;
static volatile sig_atomic_t handled;

static bool is_time(int call)
{
    return call == FROM + 10;
}

// `auto` is static with one runtime, and guided with another.
static void run_auto(int from)
{
    static atomic_int hit[1000];
    long wrong = 0;

    (void)from;
    omp_set_schedule(omp_sched_auto, 0);
    for (int call = 0; call < RUNS; call++) {
        memset(hit, 0, sizeof hit);
#pragma omp parallel
        {
#pragma omp for schedule(runtime) nowait
            for (int i = 0; i < 1000; i++) {
                hit[i]++;
                if (is_time(call) && i % 100 == 0)
                    lazy_burn(1);
            }
        }
        for (int i = 0; i < 1000; i++)
            wrong += hit[i] != 1;
    }
    lazy_print("auto", wrong);
}

// The thread that has the value yields before it has it.
static void run_copy(int from)
{
    long sum = 0;

    (void)from;
    for (int call = 0; call < RUNS; call++)
#pragma omp parallel reduction(+ : sum)
    {
        int x = -1;
#pragma omp barrier
#pragma omp single copyprivate(x)
        {
            if (call > FROM)
                sched_yield();
            x = call;
        }
        sum += x;
    }
    lazy_print("copy", sum);
}

static int nest(int depth)
{
    int most = 0;

    if (depth == 0)
        return omp_get_num_threads();
#pragma omp parallel reduction(max : most)
    most = nest(depth - 1);
    return most;
}

// More levels than plain calls are kept for.
static void run_deep(int from)
{
    int most = 0;

    (void)from;
    for (int call = 0; call < RUNS; call++)
#pragma omp parallel reduction(max : most)
        most = call > FROM ? nest(9) : 1;
    lazy_print("deep", most);
}

static void run_critical(int from)
{
    long count = 0;

    (void)from;
    for (int call = 0; call < RUNS; call++)
#pragma omp parallel
    {
#pragma omp critical
        {
            long before = count;
            if (call > FROM)
                sched_yield();
            count = before + 1;
        }
    }
    lazy_print("critical", count / omp_get_max_threads());
}

static void run_rescued_copy(int from)
{
    long wrong = 0;

    (void)from;
    for (int call = 0; call < RUNS; call++)
#pragma omp parallel reduction(+ : wrong)
    {
        int value = 0;
        if (is_time(call) && omp_get_thread_num() == 0)
            lazy_burn(LONG_MS);
#pragma omp single copyprivate(value)
        value = call;
        wrong += value != call;
    }
    lazy_print("rescued_copy", wrong);
}

static void handle(int number)
{
    (void)number;
    handled++;
}

static void wait_for_second(int call, bool signals)
{
    if (!is_time(call))
        return;
    if (omp_get_thread_num() == 0)
        while (!flag)
            ;
    if (omp_get_thread_num() == 1) {
        if (signals)
            raise(SIGUSR1);
        flag = 1;
    }
}

// A thread of a rescued region takes its signals.
static void run_rescued_signal(int from)
{
    static atomic_int met;

    (void)from;
    signal(SIGUSR1, handle);
    for (int call = 0; call < RUNS; call++) {
        flag = 0;
#pragma omp parallel
        {
            met++;
            wait_for_second(call, true);
        }
    }
    lazy_print("rescued_signal", handled + met);
}

// A rescued region's team has the settings of the thread that is stuck.
static void run_rescued_settings(int from)
{
    static int own[20], most[MOST];
    long facts = 0;
    int before = omp_get_max_threads();

    (void)from;
    omp_set_num_threads(3);
    omp_set_schedule(omp_sched_static, 2);
    for (int call = 0; call < RUNS; call++) {
        flag = 0;
#pragma omp parallel
        {
            wait_for_second(call, false);
            most[omp_get_thread_num()] = omp_get_max_threads();
#pragma omp for schedule(runtime)
            for (int j = 0; j < 20; j++)
                own[j] = omp_get_thread_num();
        }
        for (int j = 0; j < 20; j++)
            facts = facts * 7 % 1000003 + own[j];
        facts += most[0] + 10 * most[1] + 100 * most[2];
    }
    omp_set_num_threads(before);
    lazy_print("rescued_settings", facts);
}

// What one thread sets in a region ends with it.
static void run_leak(int from)
{
    static atomic_int met;
    omp_sched_t kind;
    int chunk;

    (void)from;
    omp_set_schedule(omp_sched_static, 3);
    for (int call = 0; call < RUNS; call++)
#pragma omp parallel
    {
        met++;
        if (is_time(call) && omp_get_thread_num() == 1) {
            omp_set_num_threads(7);
            omp_set_schedule(omp_sched_guided, 5);
            omp_set_dynamic(1);
        }
    }
    omp_get_schedule(&kind, &chunk);
    printf("leak %d %d %d %d of %d\n", omp_get_max_threads(), omp_get_dynamic(), (int)kind & 0xff,
           chunk, met);
}

static const struct lazy_case cases[] = {
    {"auto", run_auto, false},
    {"copy", run_copy, false},
    {"deep", run_deep, false},
    {"critical", run_critical, false},
    {"rescued_copy", run_rescued_copy, false},
    {"rescued_signal", run_rescued_signal, false},
    {"rescued_settings", run_rescued_settings, false},
    {"leak", run_leak, false},
};

LAZY_MAIN(cases)
