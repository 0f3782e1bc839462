// SPDX-License-Identifier: MIT
// A simulated site for the learner's tests: a machine, a clock, noise, and a shim that obeys.
#ifndef TEAMTRIM_TESTS_LEARN_WORLD_H
#define TEAMTRIM_TESTS_LEARN_WORLD_H

#include "policy/learn.h"

#include <stddef.h>

enum { WORLD_LEARNERS = 2 };

// A site on a machine. Times in ns.
struct world {
    struct learn_facts facts;
    double price;        // of the full team
    double noise;        // 0.2: every time is up to 20 % more or less
    double outliers;     // 0.01: one call in a hundred takes `stretch` times as long
    double stretch;      // as a preemption does, whatever the team
    double overestimate; // measured work, as a multiple of the real one; 0: 1
    uint64_t seed;
    struct learner learners[WORLD_LEARNERS];
    struct learn_next next[WORLD_LEARNERS];
    unsigned untimed[WORLD_LEARNERS]; // calls since the last timed one
    // What happened.
    uint64_t calls, timed;
    double total, always_full, always_one, oracle; // summed times of each way
    uint64_t losses, most_losses_in_a_row; // calls at least 1.5 times as long as on the team
    uint64_t losses_in_a_row;
    double most_lost; // by a single call
    int team;         // of the last call
};

struct world world_make(int team, double price);

// One call with `work` ns of work, seen by learner `which`.
void world_call(struct world *world, double work, int which);
void world_repeat(struct world *world, double work, int which, uint64_t calls);

// Forgets what happened, not what was learned.
void world_start_counting(struct world *world);

// Uniform in 0..1, from a seed and a counter.
double world_random(uint64_t seed, uint64_t index);

#endif
