// SPDX-License-Identifier: MIT
// The policy that a process would have: files, and variables of ours.
#ifndef TEAMTRIM_CLI_DOCTOR_POLICY_CHECK_H
#define TEAMTRIM_CLI_DOCTOR_POLICY_CHECK_H

#include "shim/cli/doctor/environment.h"

// A section of the report on both.
void policy_check_report(const struct environment *environment);

#endif
