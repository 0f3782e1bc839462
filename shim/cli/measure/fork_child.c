// SPDX-License-Identifier: MIT
// The child that measures a fork: loads a runtime, forks, reads the clock. Method: fork_cost.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim/cli/cli.h"
#include "shim/cli/measure/clock_ns.h"
#include "shim/cli/measure/fork_cost.h"
#include "shim/cli/measure/quartiles.h"
#include "shim/cli/measure/runtime_calls.h"
#include "shim/cli/measure/sleepers.h"

enum { MOST_TEAM = 65536, FEWEST = 8, STAMPED = 4 /* every fourth */ };

// What a member notes of itself, on lines of its own.
struct member {
    _Alignas(128) int64_t begun;
    pid_t tid;
};

static struct run {
    struct runtime_calls calls;
    int team, delivered;
    bool parks; // pause before a fork until all sleep
    struct member *members;
    struct sleepers *sleepers;
    int64_t clock_cost, ended;
    struct quartiles_store empty, begun;
} run;

// ---- bodies

static void do_nothing_gomp(void *data)
{
    (void)data;
}

static void do_nothing_kmp(int *gtid, int *tid, ...)
{
    (void)gtid, (void)tid;
}

static void stamp(int member)
{
    if (member < run.team)
        run.members[member].begun = clock_ns();
}

static void stamp_gomp(void *data)
{
    (void)data;
    stamp(run.calls.thread_num());
}

static void stamp_kmp(int *gtid, int *tid, ...)
{
    (void)gtid;
    stamp(*tid);
}

static void introduce(int member)
{
    if (member == 0)
        run.delivered = run.calls.num_threads();
    if (member < run.team)
        run.members[member].tid = gettid();
}

static void introduce_gomp(void *data)
{
    (void)data;
    introduce(run.calls.thread_num());
}

static void introduce_kmp(int *gtid, int *tid, ...)
{
    (void)gtid;
    introduce(*tid);
}

static const struct runtime_region nothing = {do_nothing_gomp, do_nothing_kmp},
                                   stamps = {stamp_gomp, stamp_kmp},
                                   introductions = {introduce_gomp, introduce_kmp};

// ---- samples

static int64_t measure_clock(void)
{
    enum { TRIES = 501 };
    double values[TRIES];
    for (int i = 0; i < TRIES; i++) {
        int64_t start = clock_ns();
        values[i] = (double)(clock_ns() - start);
    }
    return (int64_t)quartiles_find(values, TRIES).median;
}

static double over(int64_t from, int64_t to)
{
    return to - from > run.clock_cost ? (double)(to - from - run.clock_cost) : 0;
}

// ns; the same is noted of when it ended.
static double time_region(const struct runtime_region *region, int64_t *start)
{
    *start = clock_ns();
    runtime_calls_fork(&run.calls, region);
    run.ended = clock_ns();
    return over(*start, run.ended);
}

static int64_t last_begun(void)
{
    int64_t last = run.members[0].begun;
    for (int i = 1; i < run.team; i++)
        last = run.members[i].begun > last ? run.members[i].begun : last;
    return last;
}

static const char *take_sample(unsigned number)
{
    int64_t start;
    if (run.parks && !sleepers_wait(run.sleepers, run.ended + FORK_COST_PAUSE_US * 1000))
        return "its idle threads do not go to sleep";
    if (number % STAMPED == STAMPED - 1) {
        time_region(&stamps, &start);
        quartiles_add(&run.begun, over(start, last_begun()));
    } else {
        quartiles_add(&run.empty, time_region(&nothing, &start));
    }
    return NULL;
}

static const char *warm_up(int64_t end)
{
    const char *why = NULL;
    for (unsigned i = 0; !why && (clock_ns() < end || i < STAMPED); i++)
        why = take_sample(i);
    return why;
}

// Where regions take far longer than anyone would think, a few more than there is time for.
static const char *take_samples(int64_t end)
{
    const int64_t grace = 3000000000;
    const char *why = NULL;
    for (unsigned i = 0; !why; i++) {
        int64_t now = clock_ns();
        if (now > end && (run.empty.seen >= FEWEST || now > end + grace))
            break;
        why = take_sample(i);
    }
    return why;
}

// ---- the run

static const char *meet_team(void)
{
    static char why[80];
    run.members = aligned_alloc(_Alignof(struct member), (size_t)run.team * sizeof *run.members);
    if (!run.members)
        return "no memory";
    runtime_calls_fork(&run.calls, &introductions);
    if (run.delivered == run.team)
        return NULL;
    snprintf(why, sizeof why, "it gives a team of %d where %d are asked for", run.delivered,
             run.team);
    return why;
}

static const char *watch_team(void)
{
    run.sleepers = sleepers_open();
    if (!run.sleepers)
        return "no memory";
    for (int i = 1; i < run.team; i++)
        if (!sleepers_add(run.sleepers, run.members[i].tid))
            return "the state of its threads cannot be read below /proc/self/task";
    return NULL;
}

static const char *measure(double seconds)
{
    int64_t start = clock_ns(), length = (int64_t)(1e9 * seconds);
    run.clock_cost = measure_clock();
    const char *why = meet_team();
    if (!why && run.parks)
        why = watch_team();
    run.ended = clock_ns();
    if (!why)
        why = warm_up(start + length / 10);
    memset(&run.empty, 0, sizeof run.empty);
    memset(&run.begun, 0, sizeof run.begun);
    if (!why)
        why = take_samples(start + length);
    if (!why && run.empty.seen < FEWEST)
        why = "the time was too short for it";
    return why;
}

// Its threads and its own ideas of an orderly end are of no interest: _exit.
_Noreturn static void answer(const char *why)
{
    struct quartiles empty = quartiles_find(run.empty.values, run.empty.used);
    if (why)
        printf("why %s\n", why);
    else
        printf("%.1f %.1f %.1f %.1f %zu\n", empty.lower, empty.median, empty.upper,
               quartiles_find(run.begun.values, run.begun.used).median, run.empty.seen);
    fflush(stdout);
    _exit(why ? CLI_FINDING : CLI_DONE);
}

int cli_measure_fork(int argc, char **argv)
{
    if (argc != 6)
        return CLI_USAGE;
    run.team = atoi(argv[3]);
    run.parks = strcmp(argv[4], "parked") == 0 && run.team > 1;
    if (run.team < 1 || run.team > MOST_TEAM)
        return CLI_USAGE;
    const char *why = runtime_calls_load(&run.calls, argv[1], strcmp(argv[2], "kmp") == 0);
    answer(why ? why : measure(atof(argv[5])));
}
