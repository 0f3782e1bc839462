// SPDX-License-Identifier: MIT
// The experiment behind the cost model of chunks: loops of unit tasks that each read, write and
// compute a given amount, under every fixed chunk that is a power of two, guided, and chunk 1.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/omp_parts.h"
#include "bench/stats.h"

enum { LEVELS = 3, CELLS = LEVELS * LEVELS * LEVELS, BUFFER = 1 << 19 /* words: 4 MiB */ };
enum { CHUNKS = 24, TRIES_MAX = 32, TRIAL_TASKS = 2000, TRIALS = 5, HOPELESS = 4, GIVE_UP = 10 };

static const double loop_ns = 4e6;

static const int bytes_of[LEVELS] = {0, 64, 1024};
static const int compute_ns_of[LEVELS] = {10, 100, 1000};

static uint64_t source[BUFFER], target[BUFFER];

// The cell that is being measured.
static struct cell {
    size_t read, written; // words a task
    long steps, tasks, chunk;
} cell;

static void name_cell(int index, char *name, size_t room)
{
    snprintf(name, room, "r%d w%d c%d", bytes_of[index / LEVELS % LEVELS], bytes_of[index % LEVELS],
             compute_ns_of[index / LEVELS / LEVELS]);
}

static void enter_cell(int index, long tasks, long chunk)
{
    cell.read = (size_t)bytes_of[index / LEVELS % LEVELS] / sizeof *source;
    cell.written = (size_t)bytes_of[index % LEVELS] / sizeof *target;
    cell.steps = (long)compute_ns_of[index / LEVELS / LEVELS] * TIME_STEPS_PER_US / 1000;
    cell.tasks = tasks;
    cell.chunk = chunk;
}

static inline void do_task(long task)
{
    const uint64_t *from = &source[(size_t)task * cell.read % BUFFER];
    uint64_t *to = &target[(size_t)task * cell.written % BUFFER];
    uint64_t sum = 0;

    for (size_t i = 0; i < cell.read; i++)
        sum += from[i];
    __asm__ volatile("" : : "r"(sum));
    for (size_t i = 0; i < cell.written; i++)
        to[i] = (uint64_t)task;
    time_spend(cell.steps);
}

static void run_serial(long calls)
{
    (void)calls;
    for (long task = 0; task < cell.tasks; task++)
        do_task(task);
}

static void run_fixed(long calls)
{
    (void)calls;
#pragma omp parallel for schedule(dynamic, cell.chunk)
    for (long task = 0; task < cell.tasks; task++)
        do_task(task);
}

static void run_ours(long calls)
{
    (void)calls;
#pragma omp parallel for schedule(dynamic, 1)
    for (long task = 0; task < cell.tasks; task++)
        do_task(task);
}

static void run_guided(long calls)
{
    (void)calls;
#pragma omp parallel for schedule(guided)
    for (long task = 0; task < cell.tasks; task++)
        do_task(task);
}

// Memory that was never written is one shared page of zeros: reads of it would all hit the cache.
static void touch_buffers(void)
{
    memset(source, 1, sizeof source);
    memset(target, 1, sizeof target);
}

void omp_grid_find_sizes(void)
{
    char name[32];

    touch_buffers();
    for (int index = 0; index < CELLS; index++) {
        enter_cell(index, TRIAL_TASKS, 0);
        double ns = time_long_call(run_serial, TRIALS, loop_ns) / TRIAL_TASKS;
        name_cell(index, name, sizeof name);
        printf("%s\t%d\t%.0f\n", name, index, loop_ns / ns);
    }
}

// The next "INDEX:TASKS:CHUNK" of a list, entered; -1 at its end.
static int take_cell(char **list)
{
    char *word = strtok_r(NULL, ",", list); // from where *list points
    long tasks, chunk;
    int index;

    if (!word || sscanf(word, "%d:%ld:%ld", &index, &tasks, &chunk) != 3)
        return -1;
    enter_cell(index, tasks, chunk);
    return index;
}

struct chunk_times {
    int tried;
    double ns[TRIES_MAX];
};

static void try_chunk(int exponent, struct chunk_times *times, double *best)
{
    cell.chunk = 1L << exponent;
    double start = time_now();
    run_fixed(1);
    times->ns[times->tried] = time_now() - start;
    if (times->ns[times->tried] < *best)
        *best = times->ns[times->tried];
    times->tried++;
}

// Every chunk once, from the largest down; below one that is beaten by far only chunk 1, which can
// take a hundred times as long as the best.
static void try_all_chunks(struct chunk_times times[CHUNKS], int count, double *best)
{
    int i = count - 1;

    for (; i > 0; i--) {
        try_chunk(i, &times[i], best);
        if (times[i].ns[0] > GIVE_UP * *best)
            break;
    }
    try_chunk(0, &times[0], best);
}

// Rounds over all chunks that are still in the race, so that a disturbance falls on each of them.
static void search_cell(const struct effort *effort, struct chunk_times times[CHUNKS], int *count)
{
    int tries = effort->samples < TRIES_MAX ? effort->samples : TRIES_MAX;
    double best = INFINITY;

    for (*count = 1; *count < CHUNKS && 1L << *count <= cell.tasks / omp_get_max_threads();)
        ++*count;
    try_all_chunks(times, *count, &best);
    for (int try = 1; try < tries; try++)
        for (int i = *count - 1; i >= 0; i--)
            if (times[i].tried && times[i].ns[0] < HOPELESS * best)
                try_chunk(i, &times[i], &best);
}

static int find_best(struct chunk_times times[CHUNKS], int count, double medians[CHUNKS])
{
    int best = 0;

    for (int i = 0; i < count; i++) {
        medians[i] = times[i].tried ? stats_median(times[i].ns, (size_t)times[i].tried) : INFINITY;
        if (medians[i] < medians[best])
            best = i;
    }
    return best;
}

void omp_grid_search(const struct effort *effort, char *cells)
{
    double medians[CHUNKS];
    char name[32];
    int index, count;

    touch_buffers();
    while ((index = take_cell(&cells)) >= 0) {
        struct chunk_times times[CHUNKS] = {0};
        search_cell(effort, times, &count);
        int best = find_best(times, count, medians);
        name_cell(index, name, sizeof name);
        printf("%s\t%d\t%ld\t%.0f\t%.0f\n", name, index, 1L << best, medians[best], medians[0]);
    }
}

void omp_grid_measure(const struct effort *effort, char *cells)
{
    char name[32];
    int index;

    touch_buffers();
    while ((index = take_cell(&cells)) >= 0) {
        name_cell(index, name, sizeof name);
        printf("%s\t%d", name, index);
        if (cell.chunk)
            printf("\t%.0f\t%.0f\n", time_long_call(run_fixed, effort->samples, effort->sample_ns),
                   time_long_call(run_guided, effort->samples, effort->sample_ns));
        else
            printf("\t%.0f\n", time_long_call(run_ours, effort->samples, effort->sample_ns));
    }
}
