// SPDX-License-Identifier: MIT
// What differs between the ranks of an MPI program, or where there is none between processes.
#ifndef TEAMTRIM_CLI_RANKS_H
#define TEAMTRIM_CLI_RANKS_H

#include "shim/cli/report/model.h"

// The processes of one rank, added up.
struct rank {
    int64_t number;   // of the rank, -1: of a process without
    const char *name; // "rank 3", "python3 [4711]"; kept by the model
    uint64_t wall_ns; // the longest of its processes
    uint64_t kernel_ns, forwarded_ns, regions, saved_ns, fork_join_ns, unmeasured;
};

// In the order of their numbers. Processes that called nothing are left out. Freed by the caller.
struct rank *ranks_of(struct model *model, size_t *count);

// Whether any process has a rank.
bool ranks_are_known(const struct model *model);

// Whether all processes that called anything are of one program: only then is a difference between
// them worth a look.
bool ranks_are_alike(const struct model *model);

struct spread {
    uint64_t sum, least, middle, most;
    const struct rank *at_most; // the rank that has the most
};

// Of one figure, `offset` bytes into each rank.
struct spread ranks_spread(const struct rank *ranks, size_t count, size_t offset);

#endif
