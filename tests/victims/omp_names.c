// SPDX-License-Identifier: MIT
// Hazard: entry points that today's gcc emits seldom or no more, but older programs call: begin and
// end of a region apart, combined loops and sections, loops of every schedule by their old names.
// Arguments: "general" for GOMP_loop_start, which libomp lacks.
#include "tests/victims/omp_ledger.h"
#include "tests/victims/omp_page.h"

#include <stdbool.h>
#include <stdint.h>

enum { FIRST = 5, END = 605, STEP = 3, CHUNK = 4, COUNT = (END - FIRST) / STEP };

// libgomp's GFS_DYNAMIC and GFS_MONOTONIC.
static const long dynamic_schedule = 2, monotonic = 0x80000000;

typedef void body(void *data);
typedef bool next_function(long *from, long *to);
typedef bool start_function(long first, long end, long step, long chunk, long *from, long *to);
typedef void fork_start_function(body *, void *, unsigned, long, long, long, long);
typedef void fork_function(body *, void *, unsigned, long, long, long, long, unsigned);
typedef unsigned long long wide;
typedef bool wide_next_function(wide *from, wide *to);
typedef bool wide_start_function(bool up, wide first, wide end, wide step, wide chunk, wide *from,
                                 wide *to);

void GOMP_parallel(body *, void *, unsigned threads, unsigned flags);
void GOMP_parallel_start(body *, void *, unsigned threads);
void GOMP_parallel_end(void);
void GOMP_parallel_sections_start(body *, void *, unsigned threads, unsigned count);
void GOMP_parallel_sections(body *, void *, unsigned threads, unsigned count, unsigned flags);
void GOMP_parallel_loop_runtime_start(body *, void *, unsigned, long, long, long);
void GOMP_parallel_loop_runtime(body *, void *, unsigned, long, long, long, unsigned);
void GOMP_parallel_loop_nonmonotonic_runtime(body *, void *, unsigned, long, long, long, unsigned);
void GOMP_parallel_loop_maybe_nonmonotonic_runtime(body *, void *, unsigned, long, long, long,
                                                   unsigned);
unsigned GOMP_sections_next(void);
void GOMP_sections_end_nowait(void);
void GOMP_loop_end(void);
void GOMP_loop_end_nowait(void);
void GOMP_barrier(void);
bool GOMP_loop_start(long, long, long, long schedule, long chunk, long *, long *, uintptr_t *,
                     void **);
bool GOMP_loop_runtime_start(long, long, long, long *, long *);
next_function GOMP_loop_static_next, GOMP_loop_dynamic_next, GOMP_loop_guided_next,
    GOMP_loop_runtime_next, GOMP_loop_nonmonotonic_dynamic_next, GOMP_loop_nonmonotonic_guided_next,
    GOMP_loop_nonmonotonic_runtime_next, GOMP_loop_maybe_nonmonotonic_runtime_next;
start_function GOMP_loop_static_start, GOMP_loop_dynamic_start, GOMP_loop_guided_start,
    GOMP_loop_nonmonotonic_dynamic_start, GOMP_loop_nonmonotonic_guided_start;
fork_start_function GOMP_parallel_loop_static_start, GOMP_parallel_loop_dynamic_start,
    GOMP_parallel_loop_guided_start;
fork_function GOMP_parallel_loop_static, GOMP_parallel_loop_dynamic, GOMP_parallel_loop_guided,
    GOMP_parallel_loop_nonmonotonic_dynamic, GOMP_parallel_loop_nonmonotonic_guided;
wide_next_function GOMP_loop_ull_static_next, GOMP_loop_ull_dynamic_next, GOMP_loop_ull_guided_next,
    GOMP_loop_ull_nonmonotonic_dynamic_next;
wide_start_function GOMP_loop_ull_static_start, GOMP_loop_ull_dynamic_start,
    GOMP_loop_ull_guided_start, GOMP_loop_ull_nonmonotonic_dynamic_start;

static struct ledger ledger;

// What a region's threads do, and with which of the functions.
struct job {
    start_function *start; // NULL: the fork has started the loop
    next_function *next;
    wide_start_function *wide_start;
    wide_next_function *wide_next;
    bool general;
};

static void record(long from, long to)
{
    for (long i = from; i < to; i += STEP)
        ledger_record(&ledger, (i - FIRST) / STEP);
}

static void run_combined(void *data)
{
    const struct job *job = data;
    long from, to;

    while (job->next(&from, &to))
        record(from, to);
    GOMP_loop_end_nowait();
}

static void run_separate(void *data)
{
    const struct job *job = data;
    long from, to;
    bool more = job->general ? GOMP_loop_start(FIRST, END, STEP, dynamic_schedule | monotonic,
                                               CHUNK, &from, &to, NULL, NULL)
                             : job->start(FIRST, END, STEP, CHUNK, &from, &to);

    for (; more; more = job->next(&from, &to))
        record(from, to);
    GOMP_loop_end();
}

static void run_wide(void *data)
{
    const struct job *job = data;
    wide from, to;
    bool more = job->wide_start(true, FIRST, END, STEP, CHUNK, &from, &to);

    for (; more; more = job->wide_next(&from, &to))
        record((long)from, (long)to);
    GOMP_loop_end_nowait();
    GOMP_barrier();
}

static void run_runtime(void *data)
{
    long from, to;
    bool more = GOMP_loop_runtime_start(FIRST, END, STEP, &from, &to);

    (void)data;
    for (; more; more = GOMP_loop_runtime_next(&from, &to))
        record(from, to);
    GOMP_loop_end();
}

static void run_sections(void *data)
{
    int *done = data;

    for (unsigned i = GOMP_sections_next(); i; i = GOMP_sections_next())
#pragma omp atomic
        *done += 1 << i;
    GOMP_sections_end_nowait();
}

static void run_levels(void *data)
{
    int *sum = data;

#pragma omp atomic
    *sum += 1 + 100 * omp_get_level() + 10000 * omp_get_num_threads();
}

static void judge(const char *what, unsigned threads)
{
    printf("%s on %u: %ld wrong\n", what, threads, ledger_count_wrong(&ledger, COUNT));
    ledger_clear(&ledger);
}

static const struct fork {
    const char *name;
    fork_start_function *start; // GOMP_parallel_end ends it
    fork_function *fork;
    next_function *next;
} forks[] = {
    {"static", GOMP_parallel_loop_static_start, GOMP_parallel_loop_static, GOMP_loop_static_next},
    {"dynamic", GOMP_parallel_loop_dynamic_start, GOMP_parallel_loop_dynamic,
     GOMP_loop_dynamic_next},
    {"guided", GOMP_parallel_loop_guided_start, GOMP_parallel_loop_guided, GOMP_loop_guided_next},
    {"nonmonotonic dynamic", NULL, GOMP_parallel_loop_nonmonotonic_dynamic,
     GOMP_loop_nonmonotonic_dynamic_next},
    {"nonmonotonic guided", NULL, GOMP_parallel_loop_nonmonotonic_guided,
     GOMP_loop_nonmonotonic_guided_next},
};

static void report_forks(unsigned threads)
{
    for (size_t i = 0; i < sizeof forks / sizeof *forks; i++) {
        struct job job = {.next = forks[i].next};
        printf("%s\n", forks[i].name);
        forks[i].fork(run_combined, &job, threads, FIRST, END, STEP, CHUNK, 0);
        judge("combined", threads);
        if (!forks[i].start)
            continue;
        forks[i].start(run_combined, &job, threads, FIRST, END, STEP, CHUNK);
        run_combined(&job);
        GOMP_parallel_end();
        judge("started", threads);
    }
}

static void report_runtime_forks(unsigned threads)
{
    struct job job = {.next = GOMP_loop_runtime_next};

    GOMP_parallel_loop_runtime(run_combined, &job, threads, FIRST, END, STEP, 0);
    judge("runtime", threads);
    GOMP_parallel_loop_runtime_start(run_combined, &job, threads, FIRST, END, STEP);
    run_combined(&job);
    GOMP_parallel_end();
    judge("runtime started", threads);
    job.next = GOMP_loop_nonmonotonic_runtime_next;
    GOMP_parallel_loop_nonmonotonic_runtime(run_combined, &job, threads, FIRST, END, STEP, 0);
    judge("nonmonotonic runtime", threads);
    job.next = GOMP_loop_maybe_nonmonotonic_runtime_next;
    GOMP_parallel_loop_maybe_nonmonotonic_runtime(run_combined, &job, threads, FIRST, END, STEP, 0);
    judge("maybe nonmonotonic runtime", threads);
    GOMP_parallel(run_runtime, NULL, threads, 0);
    judge("separate runtime", threads);
}

static const struct job separates[] = {
    {.start = GOMP_loop_static_start, .next = GOMP_loop_static_next},
    {.start = GOMP_loop_dynamic_start, .next = GOMP_loop_dynamic_next},
    {.start = GOMP_loop_guided_start, .next = GOMP_loop_guided_next},
    {.start = GOMP_loop_nonmonotonic_dynamic_start, .next = GOMP_loop_nonmonotonic_dynamic_next},
    {.start = GOMP_loop_nonmonotonic_guided_start, .next = GOMP_loop_nonmonotonic_guided_next},
};

static const struct job wides[] = {
    {.wide_start = GOMP_loop_ull_static_start, .wide_next = GOMP_loop_ull_static_next},
    {.wide_start = GOMP_loop_ull_dynamic_start, .wide_next = GOMP_loop_ull_dynamic_next},
    {.wide_start = GOMP_loop_ull_guided_start, .wide_next = GOMP_loop_ull_guided_next},
    {.wide_start = GOMP_loop_ull_nonmonotonic_dynamic_start,
     .wide_next = GOMP_loop_ull_nonmonotonic_dynamic_next},
};

static void report_loops(unsigned threads)
{
    for (size_t i = 0; i < sizeof separates / sizeof *separates; i++) {
        GOMP_parallel_start(run_separate, (void *)&separates[i], threads);
        run_separate((void *)&separates[i]);
        GOMP_parallel_end();
        judge("separate", threads);
    }
    for (size_t i = 0; i < sizeof wides / sizeof *wides; i++) {
        GOMP_parallel(run_wide, (void *)&wides[i], threads, 0);
        judge("wide", threads);
    }
}

static void report_regions(unsigned threads)
{
    int sum = 0, sections = 0, started = 0;

    GOMP_parallel_start(run_levels, &sum, threads);
    run_levels(&sum);
    printf("level between start and end %d of %d\n", omp_get_level(), omp_get_num_threads());
    GOMP_parallel_end();
    GOMP_parallel_sections(run_sections, &sections, threads, 5, 0);
    GOMP_parallel_sections_start(run_sections, &started, threads, 5);
    run_sections(&started);
    GOMP_parallel_end();
    printf("regions on %u: %d, sections %#x %#x, level after %d\n", threads, sum,
           (unsigned)sections, (unsigned)started, omp_get_level());
}

static void run_nested(void *data)
{
    if (omp_get_thread_num() == 0)
        report_regions(1);
    GOMP_barrier();
    if (omp_get_thread_num() == 0)
        report_regions(2);
    (void)data;
}

int main(int argc, char **argv)
{
    struct job general = {.general = true, .next = GOMP_loop_dynamic_next};

    (void)argv;
    for (unsigned threads = 1; threads <= 4; threads++) {
        if (argc > 1) {
            GOMP_parallel(run_separate, &general, threads, 0);
            judge("general", threads);
            continue;
        }
        report_forks(threads);
        report_runtime_forks(threads);
        report_loops(threads);
        report_regions(threads);
        GOMP_parallel(run_nested, NULL, threads, 0);
    }
    return 0;
}
