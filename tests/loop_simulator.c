// SPDX-License-Identifier: MIT
// A dynamic loop on simulated threads: always the thread whose next event comes first goes on.
#include "tests/loop_simulator.h"

#include <criterion/criterion.h>
#include <math.h>

static const double CLOCK = 17;    // a look at the clock, at the ends of a block
static const double HAND_OVER = 5; // a piece to the program: one atomic on a line of one's own

struct thread {
    double now, started; // `started`: when the block was
    uint64_t next, end;  // of the block, what has not been started
    uint64_t block, piece;
    uint64_t last_units, last_ns;
    bool begun, done;
};

struct run {
    const struct simulated_loop *simulated;
    const struct chunk_rules *rules; // NULL: fixed chunk
    uint64_t first, counter;
    double line_free, busy; // when the counter's line can serve the next
    struct thread threads[SIMULATED_THREADS];
};

static void start_block(struct run *run, struct thread *thread, uint64_t start, uint64_t end)
{
    uint64_t units = end - start;
    double expected = thread->last_units
                          ? (double)units * (double)thread->last_ns / (double)thread->last_units
                          : 20000;
    thread->next = start;
    thread->end = end;
    thread->block = units;
    thread->piece = run->rules ? chunk_piece(units, (uint64_t)expected) : units;
    thread->now += run->rules ? CLOCK : 0;
    thread->started = thread->now;
}

static void end_block(struct run *run, struct thread *thread)
{
    if (thread->block == 0)
        return;
    run->busy += thread->now - thread->started;
    thread->last_units = thread->block;
    thread->last_ns = (uint64_t)(thread->now - thread->started);
    thread->block = 0;
}

static void fetch_add(struct run *run, struct thread *thread)
{
    double start = fmax(thread->now, run->line_free);
    thread->now = run->line_free = start + (double)run->simulated->fetch_add;
}

static uint64_t next_block(struct run *run, struct thread *thread)
{
    const struct chunk_loop *loop = &run->simulated->loop;
    if (!run->rules || !thread->begun)
        return run->first;
    return chunk_block(run->rules, loop, thread->last_units, thread->last_ns,
                       loop->units - run->counter);
}

static void reserve(struct run *run, struct thread *thread)
{
    uint64_t units = run->simulated->loop.units, block = next_block(run, thread);
    cr_assert_geq(block, 1);
    fetch_add(run, thread);
    uint64_t start = run->counter, left = units - start;
    run->counter += block < left ? block : left;
    thread->begun = true;
    if (run->counter > start)
        start_block(run, thread, start, run->counter);
}

static void pass_piece(struct run *run, struct thread *thread)
{
    uint64_t left = thread->end - thread->next;
    uint64_t end = thread->next + (thread->piece < left ? thread->piece : left);
    thread->now += run->rules ? HAND_OVER : 0;
    for (; thread->next < end; thread->next++)
        thread->now += (double)run->simulated->cost[thread->next];
}

// Takes the later half of the largest unstarted rest, and starts its first piece at once: else two
// thieves could go on taking the same unit from each other.
static bool steal(struct run *run, struct thread *thief)
{
    struct thread *victim = NULL;
    for (int i = 0; i < run->simulated->loop.team; i++) {
        struct thread *other = &run->threads[i];
        if (other != thief && other->end - other->next > (victim ? victim->end - victim->next : 0))
            victim = other;
    }
    if (!victim || !run->rules || run->simulated->loop.monotonic)
        return false;
    uint64_t taken = (victim->end - victim->next + 1) / 2;
    thief->now += (double)run->simulated->fetch_add;
    victim->end -= taken;
    victim->block -= taken;
    start_block(run, thief, victim->end, victim->end + taken);
    pass_piece(run, thief);
    return true;
}

static void go_on(struct run *run, struct thread *thread)
{
    if (thread->next < thread->end) {
        pass_piece(run, thread);
        return;
    }
    end_block(run, thread);
    if (run->counter < run->simulated->loop.units)
        reserve(run, thread);
    else if (!steal(run, thread))
        thread->done = true;
}

static struct thread *first_of(struct run *run)
{
    struct thread *first = NULL;
    for (int i = 0; i < run->simulated->loop.team; i++) {
        struct thread *thread = &run->threads[i];
        if (!thread->done && (!first || thread->now < first->now))
            first = thread;
    }
    return first;
}

static struct simulated_time simulate(struct run *run)
{
    struct simulated_time time = {0, 0};
    for (struct thread *thread; (thread = first_of(run));)
        go_on(run, thread);
    for (int i = 0; i < run->simulated->loop.team; i++)
        time.wall = fmax(time.wall, run->threads[i].now);
    time.busy = run->busy;
    return time;
}

struct simulated_time simulate_fixed(const struct simulated_loop *simulated, uint64_t chunk)
{
    struct run run = {.simulated = simulated, .first = chunk};
    return simulate(&run);
}

struct simulated_time simulate_plan(const struct simulated_loop *simulated,
                                    const struct chunk_rules *rules, struct chunk_plan plan)
{
    struct run run = {.simulated = simulated, .rules = rules, .first = plan.first};
    return plan.own ? simulate_fixed(simulated, 1) : simulate(&run);
}

double simulate_static(const struct simulated_loop *simulated)
{
    double wall = 0;
    uint64_t team = (uint64_t)simulated->loop.team, units = simulated->loop.units;
    for (uint64_t t = 0; t < team; t++) {
        double part = 0;
        for (uint64_t u = units * t / team; u < units * (t + 1) / team; u++)
            part += (double)simulated->cost[u];
        wall = fmax(wall, part);
    }
    return wall;
}

double simulate_alone(const struct simulated_loop *simulated)
{
    double sum = 0;
    for (uint64_t u = 0; u < simulated->loop.units; u++)
        sum += (double)simulated->cost[u];
    return sum;
}

// Blocks are reserved in rising order, so what a unit waits for has always been computed.
struct simulated_time simulate_pipeline(const struct simulated_loop *simulated,
                                        const struct chunk_rules *rules, struct chunk_plan plan)
{
    struct run run = {.simulated = simulated, .rules = plan.own ? NULL : rules};
    double turn_free = 0;
    run.first = plan.first;
    while (run.counter < simulated->loop.units) {
        struct thread *thread = first_of(&run);
        reserve(&run, thread);
        for (; thread->next < thread->end; thread->next++) {
            thread->now = fmax(thread->now + (double)simulated->cost[thread->next], turn_free);
            thread->now = turn_free = thread->now + (double)simulated->turn;
        }
        end_block(&run, thread);
    }
    return (struct simulated_time){turn_free, run.busy};
}
