// SPDX-License-Identifier: MIT
// What calibrate says in the end.
#ifndef TEAMTRIM_CLI_SUMMARY_H
#define TEAMTRIM_CLI_SUMMARY_H

#include <stdio.h>

#include "shim/cli/measure/calibration.h"

// Thresholds before and now, what each loses of time, and how quiet the machine was.
void summary_print(FILE *file, const struct calibration *calibration);

#endif
