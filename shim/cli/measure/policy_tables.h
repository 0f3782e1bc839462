// SPDX-License-Identifier: MIT
// What was measured, as comments of a policy.
#ifndef TEAMTRIM_CLI_POLICY_TABLES_H
#define TEAMTRIM_CLI_POLICY_TABLES_H

#include <stdio.h>

#include "shim/cli/measure/calibration.h"

void policy_tables_write_forks(FILE *file, const struct calibration *calibration);
void policy_tables_write_atomics(FILE *file, const struct calibration *calibration);
void policy_tables_write_bandwidth(FILE *file, const struct calibration *calibration);
void policy_tables_write_crossovers(FILE *file, const struct calibration *calibration);

#endif
