// SPDX-License-Identifier: MIT
// Hazard: every construct in small regions of the whole team, alone and one after another: what is
// simple with one thread, and what only the runtime can do. Arguments: cases, "late".
#include "tests/victims/omp_lazy.h"

enum { ITEMS = 24 };

// Each iteration of an ordered loop waits for the one before, which another thread has.
static void run_ordered(int from)
{
    long order = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        if (call >= from) {
#pragma omp for ordered schedule(static, 1)
            for (int i = 0; i < ITEMS; i++) {
#pragma omp ordered
                order = (order * 31 + i) % 1000003;
            }
#pragma omp for ordered schedule(dynamic, 2)
            for (int i = 0; i < ITEMS; i++) {
#pragma omp ordered
                order = (order * 37 + i) % 1000003;
            }
        }
    }
    lazy_print("ordered", order);
}

// libgomp's threads wait in loops that never yield: asked for, in teams that the machine can hold.
static void run_doacross(int from)
{
    long cells[ITEMS + 1] = {1};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        if (call >= from) {
#pragma omp for ordered(1) schedule(static, 1)
            for (int i = 1; i <= ITEMS; i++) {
#pragma omp ordered depend(sink : i - 1)
                cells[i] = (cells[i] + cells[i - 1] * 3 + call) % 10007;
#pragma omp ordered depend(source)
            }
        }
    }
    lazy_print("doacross", cells[ITEMS]);
}

static APART long make_tasks(int call)
{
    long values[4] = {0};

#pragma omp taskgroup
    {
        for (int i = 0; i < 4; i++) {
#pragma omp task shared(values) firstprivate(i)
            values[i] = lazy_work(call, i);
        }
    }
#pragma omp task shared(values) depend(out : values[0])
    values[0] += 1;
#pragma omp task shared(values) depend(in : values[0])
    values[1] += values[0];
#pragma omp taskwait
    return values[0] + values[1] + values[2] + values[3];
}

// By all threads, by one while the others wait, and left to the barrier.
static void run_tasks(int from)
{
    long parts[MOST] = {0}, sum = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from) {
            parts[me] += make_tasks(call);
#pragma omp single
            for (int i = 0; i < ITEMS; i++) {
#pragma omp task shared(sum) firstprivate(i)
#pragma omp atomic
                sum += lazy_work(call, i);
            }
#pragma omp single
            sum += 1000;
#pragma omp task shared(sum) firstprivate(me)
#pragma omp atomic
            sum += me;
        }
    }
    lazy_print("tasks", sum + lazy_sum(parts));
}

static void run_reductions(int from)
{
    long total = 0, looped = 0, bins[4] = {0}, most = 0;
    unsigned bits = 0;

    for (int call = 0; call < CALLS; call++) {
#pragma omp parallel reduction(+ : total, bins[:4]) reduction(max : most) reduction(| : bits)
        {
            int me = omp_get_thread_num();
            total += me;
            bins[me % 4] += call;
            most = most > lazy_work(call, me) ? most : lazy_work(call, me);
            bits |= call >= from ? 1u << me % 16 : 0;
#pragma omp for reduction(+ : looped) nowait
            for (int i = 0; i < ITEMS; i++)
                looped += i;
        }
        total += bins[call % 4];
    }
    printf("reductions %ld %#x\n", most, bits);
    lazy_print("reductions", total + looped + bins[3]);
}

// Loops of several kinds without a barrier between, and what the last iteration leaves.
static void run_loops(int from)
{
    long parts[MOST] = {0}, sum = 0, last = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num(), items = call >= from ? ITEMS : 3;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < items; i++)
            parts[me] += i + call;
#pragma omp for schedule(static, 2) nowait
        for (int i = items; i > 0; i--)
            parts[me] += i * 3;
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < items; i++) {
#pragma omp atomic
            sum += i;
        }
#pragma omp for schedule(guided) lastprivate(last)
        for (int i = 0; i < items; i++)
            last = lazy_work(call, i);
#pragma omp sections lastprivate(last)
        {
#pragma omp section
            last = 1;
#pragma omp section
            last = lazy_work(call, 2);
        }
#pragma omp critical
        sum += last;
    }
    lazy_print("loops", sum + lazy_sum(parts));
}

static void run_singles(int from)
{
    long parts[MOST] = {0}, sum = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        long got = -1, copy = 0;
#pragma omp master
        sum += me + 1;
#pragma omp single copyprivate(got, copy)
        {
            got = call * 7;
            copy = call >= from;
        }
        parts[me] += got + copy;
#pragma omp single nowait
        sum += 10;
#pragma omp barrier
#pragma omp atomic
        sum += parts[me] % 5;
    }
    lazy_print("singles", sum + lazy_sum(parts));
}

// Settings that are made in a region are the thread's own, and end with it.
static void run_settings(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from) {
            omp_set_num_threads(me + 2);
            omp_set_schedule(omp_sched_static, me + 1);
#pragma omp barrier
            omp_sched_t kind;
            int chunk;
            omp_get_schedule(&kind, &chunk);
            parts[me] += omp_get_max_threads() + 10 * chunk + 100 * omp_get_level() +
                         1000 * omp_get_team_size(1) + omp_get_ancestor_thread_num(1);
        }
    }
    printf("settings %d\n", omp_get_max_threads());
    lazy_print("settings", lazy_sum(parts));
}

static const struct lazy_case cases[] = {
    {"ordered", run_ordered, false},   {"doacross", run_doacross, true},
    {"tasks", run_tasks, false},       {"reductions", run_reductions, false},
    {"loops", run_loops, false},       {"singles", run_singles, false},
    {"settings", run_settings, false},
};

LAZY_MAIN(cases)
