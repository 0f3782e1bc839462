// SPDX-License-Identifier: MIT
// The sizes at which a routine was run both ways: our kernel on one thread, the original with its
// team.
#ifndef TEAMTRIM_CLI_CELLS_H
#define TEAMTRIM_CLI_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "shim/cli/measure/waiting.h"

// Routines by the vectors that they move, as a call of them is priced.
enum vectors_class { VECTORS_ONE, VECTORS_TWO, VECTORS_THREE, VECTORS_CLASSES };

struct cell {
    int blas;         // number of the library
    const char *base; // "dot": what a policy's section names
    enum vectors_class vectors;
    int team, waiting; // threads that the library said it would use
    long stride;
    double bytes;    // moved by a call
    bool threaded;   // the original has its team at this size
    bool adjustable; // policy/decide.c trims its team (MKL)
    bool rested; // a parked team that has slept for a while; otherwise it had just gone to sleep
    double kernel, team_ns;              // medians of all rounds, ns a call
    double half_kernel[2], half_team[2]; // of those of even and of odd number
    int samples;
};

struct cells {
    struct cell *items;
    size_t count, room;
};

// False if there is no memory.
bool cells_add(struct cells *cells, const struct cell *cell);

void cells_free(struct cells *cells);

#endif
