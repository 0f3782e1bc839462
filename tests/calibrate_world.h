// SPDX-License-Identifier: MIT
// Synthetic measurements for the tests of calibrate: a machine whose times follow a formula.
#ifndef TEAMTRIM_TESTS_CALIBRATE_WORLD_H
#define TEAMTRIM_TESTS_CALIBRATE_WORLD_H

#include "shim/cli/measure/calibration.h"

// One thread takes a ns a 100 bytes; a team of n takes `wake` ns more than its n-th part.
double world_kernel(double bytes);
double world_team(double bytes, int team, double wake);

// Cells of a routine from 4K to 8M on such a machine, with unit strides and a team.
void world_add(struct cells *cells, const char *base, int team, int waiting, double wake);

// The same with strides, our kernel `ratio` times as slow as the original.
void world_add_strided(struct cells *cells, const char *base, double ratio);

// A calibration with all that there can be: two libraries, both ways of waiting, every routine.
void world_fill(struct calibration *calibration);

#endif
