// SPDX-License-Identifier: MIT
// A dynamic loop on simulated threads with a simulated clock: blocks by policy/chunk.h with
// stealing, a fixed chunk, a static division. Times are ns.
#ifndef TEAMTRIM_TESTS_LOOP_SIMULATOR_H
#define TEAMTRIM_TESTS_LOOP_SIMULATOR_H

#include "policy/chunk.h"

struct simulated_loop {
    struct chunk_loop loop;
    const float *cost; // of each unit
    float fetch_add;   // one on the shared counter, which serves one thread at a time
    float turn;        // pipelines: what a unit does after the unit before it has ended
};

struct simulated_time {
    double wall, busy; // busy: the sum of the threads' time in blocks
};

enum { SIMULATED_THREADS = 64 };

struct simulated_time simulate_plan(const struct simulated_loop *simulated,
                                    const struct chunk_rules *rules, struct chunk_plan plan);
struct simulated_time simulate_fixed(const struct simulated_loop *simulated, uint64_t chunk);
double simulate_static(const struct simulated_loop *simulated);
double simulate_alone(const struct simulated_loop *simulated);

// A loop whose iterations wait for each other: a unit costs `cost`, then waits for the unit before
// it, then takes its turn. Nothing is stolen.
struct simulated_time simulate_pipeline(const struct simulated_loop *simulated,
                                        const struct chunk_rules *rules, struct chunk_plan plan);

#endif
