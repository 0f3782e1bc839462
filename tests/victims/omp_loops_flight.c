// SPDX-License-Identifier: MIT
// Hazard: several dynamic loops in flight, in nested teams, with threads far ahead of others.
// Arguments: "ahead" for a thread that is twelve loops ahead, which libomp does not allow.
#include "tests/victims/omp_ledger.h"
#include "tests/victims/omp_page.h"

#include <sched.h>
#include <stdatomic.h>

enum { LOOPS = 12, COUNT = 300, TEAMS = 2 };

static struct ledger ledgers[TEAMS][LOOPS];

static void judge(const char *what, int team, int loops, long count, long chunk)
{
    for (int i = 0; i < loops; i++) {
        struct ledger *ledger = &ledgers[team][i];
        printf("%s, team %d, loop %d: %ld wrong, %ld broken\n", what, team, i,
               ledger_count_wrong(ledger, count), ledger_count_broken(ledger, count, chunk));
        ledger_clear(ledger);
    }
}

static APART void run_loop(struct ledger *ledger)
{
#pragma omp for schedule(dynamic, 3) nowait
    for (int i = 0; i < COUNT; i++)
        ledger_record(ledger, i);
}

static void report_nowait(int threads)
{
#pragma omp parallel num_threads(threads)
    for (int i = 0; i < LOOPS; i++)
        run_loop(&ledgers[0][i]);
    judge("nowait", 0, LOOPS, COUNT, 3);
}

static APART void run_team(int team)
{
#pragma omp parallel num_threads(2)
    {
        run_loop(&ledgers[team][0]);
        run_loop(&ledgers[team][1]);
#pragma omp barrier
        run_loop(&ledgers[team][2]);
    }
}

static void report_nested(int levels)
{
    omp_set_max_active_levels(levels);
#pragma omp parallel num_threads(TEAMS)
    {
        int team = omp_get_thread_num();
        for (int round = 0; round < 3; round++) {
#pragma omp for schedule(dynamic)
            for (int i = 0; i < 100; i++)
                ledger_record(&ledgers[0][4 + round], i);
            if (round == 0)
                run_team(team);
        }
    }
    omp_set_max_active_levels(1);
    for (int i = 4; i < 7; i++) {
        printf("outer loop: %ld wrong\n", ledger_count_wrong(&ledgers[0][i], 100));
        ledger_clear(&ledgers[0][i]);
    }
    judge("nested", 0, 3, COUNT, 3);
    judge("nested", 1, 3, COUNT, 3);
}

// Other schedules and constructs between dynamic loops.
static void report_mixed(void)
{
    long sum = 0;

#pragma omp parallel num_threads(3) reduction(+ : sum)
    for (int i = 0; i < LOOPS; i++) {
#pragma omp for schedule(dynamic) nowait
        for (int j = 0; j < 50; j++)
            sum += j;
#pragma omp for schedule(guided, 2) nowait
        for (int j = 0; j < 50; j++)
            sum += 2 * j;
#pragma omp single nowait
        sum += 10000;
#pragma omp for schedule(dynamic, 7) ordered
        for (int j = 0; j < 20; j++) {
#pragma omp ordered
            sum += 3;
        }
        run_loop(&ledgers[0][i]);
#pragma omp sections nowait
        {
#pragma omp section
            sum += 1000000;
#pragma omp section
            sum += 2000000;
        }
    }
    printf("mixed %ld\n", sum);
    judge("mixed", 0, LOOPS, COUNT, 3);
}

// Each region is left with loops that a thread has not seen the end of.
static void report_rounds(void)
{
    long sum = 0;

    for (int round = 0; round < 200; round++) {
#pragma omp parallel for num_threads(1 + round % 4) schedule(dynamic) reduction(+ : sum)
        for (int i = 0; i < round; i++)
            sum += i;
    }
    printf("rounds %ld\n", sum);
}

// Who gets iteration 0 of the first loop waits in it until the other has done all the rest.
static void report_ahead(void)
{
    atomic_int done = 0;

#pragma omp parallel num_threads(2)
    {
        int waited = 0;
        for (int loop = 0; loop < LOOPS; loop++) {
#pragma omp for schedule(dynamic) nowait
            for (int i = 0; i < COUNT; i++) {
                ledger_record(&ledgers[0][loop], i);
                if (loop == 0 && i == 0)
                    for (waited = 1; !atomic_load(&done);)
                        sched_yield();
            }
        }
        if (!waited)
            atomic_store(&done, 1);
    }
    judge("ahead", 0, LOOPS, COUNT, 1);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        report_ahead();
        return 0;
    }
    for (int threads = 1; threads <= 4; threads++)
        report_nowait(threads);
    report_nested(1);
    report_nested(2);
    report_mixed();
    report_rounds();
    return 0;
}
