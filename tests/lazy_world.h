// SPDX-License-Identifier: MIT
// A simulated site that runs lazily, for the learner's tests: machines, traces of sizes, a clock,
// noise, and a shim that obeys. Regret is taken over an oracle that knows each call's size.
#ifndef TEAMTRIM_TESTS_LAZY_WORLD_H
#define TEAMTRIM_TESTS_LAZY_WORLD_H

#include "policy/learn.h"

#include <stddef.h>

enum { LAZY_MACHINES = 8, LAZY_TRACES = 18, LAZY_CALLS = 20000 };

// What a fork costs: as published, or extrapolated above 24 threads; and in the other state, parked
// or spinning. ns.
struct lazy_machine {
    int team;
    double price, other;
};
extern const struct lazy_machine lazy_machines[LAZY_MACHINES];

// Sizes, as multiples of the work at which the full team begins to be the faster.
struct lazy_trace {
    const char *name;
    double (*share)(uint64_t call, uint64_t calls);
    bool changes; // the team is in its other state from the first third of the trace to the second
};
extern const struct lazy_trace lazy_traces[LAZY_TRACES];

struct lazy_world {
    struct lazy_machine machine;
    double price;     // now
    double imbalance; // of the full team: its slowest thread over the mean
    double noise;     // 0.2: times are log-normal, with a deviation of so much
    double preempted; // 1.0 / 2000: such a share of the calls
    double first;     // thread 0's part, over the mean
    bool knows_trips; // the class is told
    bool misses;      // an untimed call that is promoted is not observed; the shim does observe it
    uint64_t seed;
    struct learner learners[LEARN_CLASSES];
    struct learn_next next[LEARN_CLASSES];
    unsigned untimed[LEARN_CLASSES]; // calls since the last observed one
    // What happened. ns. Not the time that preemptions take, for everybody meets them: only what
    // they make the learner do.
    double total, oracle, always_full, always_lazy;
    uint64_t calls, full, promoted, observed;
    enum { LAZY_RAN_FULL, LAZY_FOLDED, LAZY_PROMOTED } last;
    enum learn_reason reason; // of the next call of the last one's class
};

// As the shim says it of a site that is lazy.
struct learn_facts lazy_facts(int team);

struct lazy_world lazy_world_make(const struct lazy_machine *machine);

// The work at which fold and full team take the same time, at the machine's first price. ns.
double lazy_threshold(const struct lazy_machine *machine);

// One call with `work` ns of work.
void lazy_world_call(struct lazy_world *world, double work);
void lazy_world_repeat(struct lazy_world *world, double work, uint64_t calls);

void lazy_world_follow(struct lazy_world *world, const struct lazy_trace *trace, uint64_t calls);

// Forgets what happened, not what was learned.
void lazy_world_start_counting(struct lazy_world *world);

static inline double lazy_world_regret(const struct lazy_world *world)
{
    return world->total / world->oracle;
}

#endif
