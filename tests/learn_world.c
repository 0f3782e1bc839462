// SPDX-License-Identifier: MIT
// A simulated site for the learner's tests.
#include "tests/learn_world.h"

static const double CLOCK = 17; // ns a reading

double world_random(uint64_t seed, uint64_t index)
{
    uint64_t x = seed * 0x9E3779B97F4A7C15U + index * 0xD1B54A32D192ED03U;
    x = (x ^ (x >> 32)) * 6364136223846793005U + 1442695040888963407U;
    x = (x ^ (x >> 29)) * 6364136223846793005U + 1442695040888963407U;
    return (double)(x >> 11) / 9007199254740992.0;
}

struct world world_make(int team, double price)
{
    struct world world = {.facts = {.team = team}, .price = price, .overestimate = 1};
    world.next[0] = world.next[1] = learn_start(&world.facts);
    world.stretch = 50;
    return world;
}

static double noise_of(const struct world *world, unsigned which)
{
    double random = world_random(world->seed, 4 * world->calls + which);
    return 1 + world->noise * (2 * random - 1);
}

// The same call on each team meets the same luck.
static double time_on(const struct world *world, double work, int team)
{
    bool outlier = world_random(world->seed + 1, world->calls) < world->outliers;
    double others = (double)(team - 1) / (world->facts.team - 1);
    double time = work / team * noise_of(world, 0) + world->price * others * noise_of(world, 1);
    return outlier ? time * world->stretch : time;
}

static double best_time(const struct world *world, double work)
{
    double best = time_on(world, work, 1);
    for (int team = 2; team <= world->facts.team; team++) {
        double time = time_on(world, work, team);
        if ((team == world->facts.team || world->facts.adjustable) && time < best)
            best = time;
    }
    return best;
}

static void count_call(struct world *world, double work, int team, double time)
{
    double full = time_on(world, work, world->facts.team), lost = time - full;
    bool loss = team < world->facts.team && time > 1.5 * full;
    world->total += time;
    world->always_full += full;
    world->always_one += time_on(world, work, 1);
    world->oracle += best_time(world, work);
    world->losses += loss;
    world->losses_in_a_row = loss ? world->losses_in_a_row + 1 : 0;
    if (world->losses_in_a_row > world->most_losses_in_a_row)
        world->most_losses_in_a_row = world->losses_in_a_row;
    if (lost > world->most_lost)
        world->most_lost = lost;
}

static void observe(struct world *world, double work, int which, int team, double time)
{
    double seen = work * noise_of(world, 2) * world->overestimate;
    uint64_t wall = (uint64_t)(time + CLOCK);
    struct learn_run run = {team, wall, team == 1 ? wall : (uint64_t)seen, false};
    world->next[which] = learn_observe(&world->learners[which], &world->facts, &run);
    world->untimed[which] = 0;
    world->total += 2 * CLOCK;
    world->timed++;
}

void world_call(struct world *world, double work, int which)
{
    int team = world->next[which].team;
    double time = time_on(world, work, team);
    count_call(world, work, team, time);
    if (world->untimed[which]++ >= world->next[which].untimed)
        observe(world, work, which, team, time);
    world->team = team;
    world->calls++;
}

void world_repeat(struct world *world, double work, int which, uint64_t calls)
{
    while (calls-- > 0)
        world_call(world, work, which);
}

void world_start_counting(struct world *world)
{
    world->timed = world->losses = world->most_losses_in_a_row = world->losses_in_a_row = 0;
    world->total = world->always_full = world->always_one = world->oracle = world->most_lost = 0;
}
