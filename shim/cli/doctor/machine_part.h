// SPDX-License-Identifier: MIT
// What the report says of the machine, and of what is installed on it.
#ifndef TEAMTRIM_CLI_DOCTOR_MACHINE_PART_H
#define TEAMTRIM_CLI_DOCTOR_MACHINE_PART_H

#include "shim/cli/doctor/environment.h"

// `root`: machine_read.
void machine_part_report(const char *root);

// OpenMP runtimes and BLAS libraries; `root` as above.
void machine_part_report_installed(const struct environment *environment, const char *root);

#endif
