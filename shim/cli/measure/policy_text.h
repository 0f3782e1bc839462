// SPDX-License-Identifier: MIT
// A calibration as a policy file: what was found as keys, all that was measured as comments.
#ifndef TEAMTRIM_CLI_POLICY_TEXT_H
#define TEAMTRIM_CLI_POLICY_TEXT_H

#include <stdio.h>

#include "shim/cli/measure/calibration.h"

// How a file begins that calibrate has written, and what comes before the machine's name in it.
#define POLICY_TEXT_MACHINE "; machine: "

void policy_text_write(FILE *file, const struct calibration *calibration);

#endif
