// SPDX-License-Identifier: MIT
// What `teamtrim doctor` can examine besides the machine. Exit status: enum cli_status.
#ifndef TEAMTRIM_CLI_DOCTOR_DOCTOR_H
#define TEAMTRIM_CLI_DOCTOR_DOCTOR_H

#include <stdbool.h>

int doctor_examine_command(char **command, bool run);
int doctor_examine_process(int pid);

#endif
