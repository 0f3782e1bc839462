// SPDX-License-Identifier: MIT
// A simulated site that runs lazily, for the learner's tests. The traces: lazy_traces.c.
#include "tests/lazy_world.h"

#include <math.h>

#include "tests/learn_world.h"

static const double CALL = 15;        // ns for each thread of a fold
static const double OBSERVE = 40;     // ns for each observed call: a reading, and the learner
static const double PREEMPTION = 3e6; // ns
static const double ITERATION = 3;    // ns

// Up to 24 as published; above, in proportion. A parked thread is woken in 3 us.
const struct lazy_machine lazy_machines[LAZY_MACHINES] = {
    {4, 900, 12600},    {8, 1500, 25100},    {14, 44000, 2250},   {16, 2500, 50300},
    {24, 12800, 75400}, {32, 17100, 100600}, {64, 34100, 201000}, {128, 68300, 402000}};

// How long one call takes in each way.
struct luck {
    double work, price;
    bool preempted; // of a fold: some part
    bool at_first;  // thread 0's
};

struct learn_facts lazy_facts(int team)
{
    return (struct learn_facts){.team = team, .lazy = true};
}

struct lazy_world lazy_world_make(const struct lazy_machine *machine)
{
    struct lazy_world world = {
        .machine = *machine, .price = machine->price, .imbalance = 1.1, .first = 1};
    struct learn_facts facts = lazy_facts(machine->team);
    for (int class = 0; class < LEARN_CLASSES; class ++)
        world.next[class] = learn_start(&facts);
    return world;
}

double lazy_threshold(const struct lazy_machine *machine)
{
    double n = machine->team;
    return (machine->price - CALL * n) / (1 - lazy_world_make(machine).imbalance / n);
}

static double log_normal(const struct lazy_world *world, uint64_t which)
{
    static const double TURN = 6.283185307179586;
    double radius = sqrt(-2 * log(1 - world_random(world->seed + 2 * which, world->calls)));
    double angle = TURN * world_random(world->seed + 2 * which + 1, world->calls);
    return exp(world->noise * radius * cos(angle));
}

static struct luck luck_of(const struct lazy_world *world, double work)
{
    struct luck luck = {.work = work, .price = world->price};
    if (world->noise > 0) {
        luck.work *= log_normal(world, 1000);
        luck.price *= log_normal(world, 1002);
    }
    luck.preempted = world_random(world->seed + 1004, world->calls) < world->preempted;
    luck.at_first = world_random(world->seed + 1005, world->calls) * world->machine.team < 1;
    return luck;
}

static double time_of_full(const struct lazy_world *world, const struct luck *luck)
{
    return luck->work / world->machine.team * world->imbalance + luck->price;
}

static double time_of_fold(const struct lazy_world *world, const struct luck *luck)
{
    return luck->work + world->machine.team * CALL;
}

static double time_of_promoted(const struct lazy_world *world, const struct luck *luck)
{
    return (1 + world->first) * luck->work / world->machine.team + luck->price;
}

// As lazy_judge does at thread 0's end.
static bool is_promoted(const struct lazy_world *world, const struct luck *luck, double price)
{
    double part = luck->work / world->machine.team * world->first;
    if (luck->preempted && luck->at_first)
        part += PREEMPTION;
    return part * (world->machine.team - 2) > price;
}

static void observe(struct lazy_world *world, int class, const struct luck *luck, double time)
{
    struct learn_facts facts = lazy_facts(world->machine.team);
    double late = luck->preempted ? PREEMPTION : 0, wall = time + late;
    struct learn_run run = {.team = 1, .wall = (uint64_t)wall, .work = (uint64_t)wall};
    if (world->last == LAZY_RAN_FULL) {
        run.team = world->machine.team;
        run.work = (uint64_t)(luck->work + late);
    } else if (world->last == LAZY_PROMOTED) {
        run.promoted = true;
        run.work = (uint64_t)(luck->work * world->first +
                              (luck->at_first ? late * world->machine.team : 0));
    }
    world->next[class] = learn_observe(&world->learners[class], &facts, &run);
    world->untimed[class] = 0;
    world->total += OBSERVE;
    world->observed++;
}

static void count_others(struct lazy_world *world, const struct luck *luck)
{
    double full = time_of_full(world, luck), fold = time_of_fold(world, luck);
    bool promoted = is_promoted(world, luck, world->price);
    world->oracle += fmin(full, fold);
    world->always_full += full;
    world->always_lazy += promoted ? time_of_promoted(world, luck) : fold;
}

static double run_call(struct lazy_world *world, int class, const struct luck *luck)
{
    if (world->next[class].team > 1) {
        world->last = LAZY_RAN_FULL;
        world->full++;
        return time_of_full(world, luck);
    }
    if (!is_promoted(world, luck, (double)world->learners[class].price)) {
        world->last = LAZY_FOLDED;
        return time_of_fold(world, luck);
    }
    world->last = LAZY_PROMOTED;
    world->promoted++;
    return time_of_promoted(world, luck);
}

void lazy_world_call(struct lazy_world *world, double work)
{
    struct luck luck = luck_of(world, work);
    int class = world->knows_trips ? learn_class((int64_t)(work / ITERATION)) : 0;
    double time = run_call(world, class, &luck);
    bool due = world->untimed[class]++ >= world->next[class].untimed;
    count_others(world, &luck);
    world->total += time;
    if (due || (world->last == LAZY_PROMOTED && !world->misses))
        observe(world, class, &luck, time);
    world->reason = world->next[class].reason;
    world->calls++;
}

void lazy_world_repeat(struct lazy_world *world, double work, uint64_t calls)
{
    while (calls-- > 0)
        lazy_world_call(world, work);
}

void lazy_world_follow(struct lazy_world *world, const struct lazy_trace *trace, uint64_t calls)
{
    double unit = lazy_threshold(&world->machine);
    for (uint64_t call = 0; call < calls; call++) {
        bool other = trace->changes && call >= calls / 3 && call < calls / 3 * 2;
        world->price = other ? world->machine.other : world->machine.price;
        lazy_world_call(world, unit * trace->share(call, calls));
    }
}

void lazy_world_start_counting(struct lazy_world *world)
{
    world->total = world->oracle = world->always_full = world->always_lazy = 0;
    world->full = world->promoted = world->observed = 0;
}
