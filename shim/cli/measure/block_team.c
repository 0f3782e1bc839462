// SPDX-License-Identifier: MIT
// Runs unit tasks by threads that spin between loops, so that only the loop is measured.
#include "shim/cli/measure/block_team.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/measure/clock_ns.h"
#include "shim/cli/measure/pinned.h"

enum { BUFFER = 1 << 19 /* words: 4 MiB */, PATIENCE = 2000 };

struct block_team {
    _Alignas(128) atomic_long next;
    _Alignas(128) atomic_int round; // counts loops; those who wait watch it
    _Alignas(128) atomic_int arrived;
    _Alignas(128) struct block_task task;
    long tasks, block;
    bool over;
    int size;
    const int *cpus;
    uint64_t *source, *target;
    pthread_t *threads; // all but the caller
    int made;
    atomic_int numbered;
    struct pinned_mask callers; // before it was bound
};

// Others may need the CPU.
static void wait_a_little(int *tries)
{
    if (++*tries % PATIENCE == 0)
        sched_yield();
    else
        clock_relax();
}

static inline void do_steps(long steps)
{
    uint64_t value = (uint64_t)steps;
    for (; steps > 0; steps--) {
        value = value * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(value)); // each step waits for the last
    }
}

static inline void do_task(const struct block_team *team, const struct block_task *task, long unit)
{
    const uint64_t *from = &team->source[(size_t)unit * task->read % BUFFER];
    uint64_t *to = &team->target[(size_t)unit * task->written % BUFFER];
    uint64_t sum = 0;
    for (size_t i = 0; i < task->read; i++)
        sum += from[i];
    __asm__ volatile("" : : "r"(sum));
    for (size_t i = 0; i < task->written; i++)
        to[i] = (uint64_t)unit;
    __asm__ volatile("" ::: "memory");
    do_steps(task->steps);
}

static void do_share(struct block_team *team)
{
    const struct block_task task = team->task;
    const long tasks = team->tasks, block = team->block;
    for (long first; (first = atomic_fetch_add(&team->next, block)) < tasks;) {
        long end = tasks - first < block ? tasks : first + block;
        for (long unit = first; unit < end; unit++)
            do_task(team, &task, unit);
    }
}

static void *be_member(void *argument)
{
    struct block_team *team = argument;
    if (team->cpus)
        pinned_bind_thread(team->cpus[1 + atomic_fetch_add(&team->numbered, 1)]);
    for (int seen = 0;; seen++) {
        int tries = 0;
        while (atomic_load_explicit(&team->round, memory_order_acquire) == seen)
            wait_a_little(&tries);
        if (team->over)
            return NULL;
        do_share(team);
        atomic_fetch_add(&team->arrived, 1);
    }
}

static bool make_members(struct block_team *team)
{
    team->threads = calloc((size_t)team->size, sizeof *team->threads);
    while (team->threads && team->made < team->size - 1 &&
           pthread_create(&team->threads[team->made], NULL, be_member, team) == 0)
        team->made++;
    return team->made == team->size - 1;
}

// Whole lines of a task at either end of a buffer: a task may begin at its last word.
static uint64_t *make_buffer(void)
{
    size_t size = (BUFFER + 4096) * sizeof(uint64_t);
    uint64_t *buffer = malloc(size);
    if (buffer)
        memset(buffer, 1, size); // what was never written is one shared page of zeros
    return buffer;
}

struct block_team *block_team_start(const int *cpus, int size)
{
    struct block_team *team = aligned_alloc(_Alignof(struct block_team), sizeof *team);
    if (!team)
        return NULL;
    memset(team, 0, sizeof *team);
    team->size = size;
    team->cpus = cpus;
    team->source = make_buffer();
    team->target = make_buffer();
    if (cpus) {
        pinned_save_thread(&team->callers);
        pinned_bind_thread(cpus[0]);
    }
    if (team->source && team->target && make_members(team))
        return team;
    block_team_end(team);
    return NULL;
}

void block_team_end(struct block_team *team)
{
    team->over = true;
    atomic_fetch_add(&team->round, 1);
    for (int i = 0; i < team->made; i++)
        pthread_join(team->threads[i], NULL);
    if (team->cpus) // or the next team, whose threads inherit from it, would share its CPU
        pinned_restore_thread(&team->callers);
    free(team->threads);
    free(team->source);
    free(team->target);
    free(team);
}

double block_team_run(struct block_team *team, const struct block_task *task, long tasks,
                      long block)
{
    int tries = 0;
    team->task = *task;
    team->tasks = tasks;
    team->block = block;
    atomic_store(&team->next, 0);
    atomic_store(&team->arrived, 0);
    int64_t start = clock_ns();
    atomic_fetch_add_explicit(&team->round, 1, memory_order_release);
    do_share(team);
    while (atomic_load(&team->arrived) < team->made)
        wait_a_little(&tries);
    return (double)(clock_ns() - start);
}

double block_team_step_rate(void)
{
    enum { STEPS = 20000, TRIES = 9 };
    double best = 1e9;
    for (int i = 0; i < TRIES; i++) {
        int64_t start = clock_ns();
        do_steps(STEPS);
        double ns = (double)(clock_ns() - start);
        best = ns < best ? ns : best;
    }
    return STEPS / best;
}
