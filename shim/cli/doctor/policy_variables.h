// SPDX-License-Identifier: MIT
// Environment variables of the library: misspelt ones, and values that do not fit.
#ifndef TEAMTRIM_CLI_DOCTOR_POLICY_VARIABLES_H
#define TEAMTRIM_CLI_DOCTOR_POLICY_VARIABLES_H

#include "shim/cli/doctor/environment.h"

void policy_variables_report(const struct environment *environment);

#endif
