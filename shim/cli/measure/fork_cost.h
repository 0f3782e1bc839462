// SPDX-License-Identifier: MIT
// What a parallel region costs beyond its body, on a runtime, with a team, spinning or parked.
//
// Method, so that figures can be compared across machines and with other programs':
// * A child loads the runtime by its path and forks as compilers do for `#pragma omp parallel`
//   (GOMP_parallel, or __kmpc_fork_call), with the default team, which OMP_NUM_THREADS sets. The
//   body is empty. Nothing is pinned; nothing else is set than the way of waiting:
//   spinning: OMP_WAIT_POLICY=active, GOMP_SPINCOUNT=infinite, KMP_BLOCKTIME=infinite;
//   parked: passive, 0 and 0. (With more threads than CPUs libgomp spins 1000 times, not for ever.)
// * A sample is one region: the clock is read before and after it, and what two readings take by
//   themselves (their median) is taken off. A tenth of the time warms up.
// * Spinning: one region follows the other at once. Parked: FORK_COST_PAUSE_US between two, in
//   which the forking thread computes, and the fork comes when the kernel says of all other members
//   that they sleep (/proc/self/task/TID/stat). So it pays for waking each of them.
// * Every fourth region is not empty: each member notes the clock when it begins. The last of these
//   notes is `begun`; such regions are not among the other samples.
//
// EPCC's syncbench (PARALLEL; J. M. Bull, EWOMP 1999, versions 3.1 and 4.0) gives the mean of a
// batch of regions with a delay of 0.1 us in them, less the same delays on one thread. A spinning
// team's figure here is the median of single ones, hence the lower where some regions take far
// longer. syncbench has no parked team: its regions follow each other at once, so that with a
// passive policy some of the members have not yet gone to sleep when the next begins.
#ifndef TEAMTRIM_CLI_FORK_COST_H
#define TEAMTRIM_CLI_FORK_COST_H

#include <stdbool.h>

#include "shim/cli/installed.h"

struct fork_cost {
    char runtime[48];
    int team;
    bool spinning;
    double lower, median, upper; // ns of fork and join of an empty region: quartiles
    double begun;                // median ns until the last member has begun its body
    int samples;                 // empty regions
};

// 200 us: idle CPUs of virtual machines poll for so long before they halt (cpuidle-haltpoll), and
// a wake-up is cheap meanwhile.
enum { FORK_COST_PAUSE_US = 200, FORK_COST_WHY = 200 };

// Measures in a child (child.h), for about `seconds`, or at most 3 more until there are 8 samples.
// 0, or -1 if the runtime cannot be loaded or the time was too short.
int fork_cost_measure(const struct installed *runtime, int team, bool spinning, double seconds,
                      struct fork_cost *cost);

// The same, and says why not.
int fork_cost_try(const struct installed *runtime, int team, bool spinning, double seconds,
                  struct fork_cost *cost, char why[FORK_COST_WHY]);

// The hidden command `teamtrim measure-fork PATH gomp|kmp TEAM spinning|parked SECONDS`.
int cli_measure_fork(int argc, char **argv);

#endif
