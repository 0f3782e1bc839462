// SPDX-License-Identifier: MIT
// What a policy is calibrated for: this machine in a few words.
#ifndef TEAMTRIM_CLI_THIS_MACHINE_H
#define TEAMTRIM_CLI_THIS_MACHINE_H

#include <stddef.h>

// "AMD EPYC 7B13, 16 CPUs, a quota of 2.0": model, allowed CPUs, and the CPU quota if it is below
// them, read below TEAMTRIM_ROOT. `calibrate` writes it into its policy, in a line "; machine:
// MODEL, N CPUs, ...", and `doctor` compares.
void this_machine_describe(char *text, size_t size);

// The model alone, as the kernel names it; "unknown CPU" where it does not.
void this_machine_model(char *text, size_t size);

// The root for machine facts: TEAMTRIM_ROOT, or "".
const char *this_machine_root(void);

#endif
