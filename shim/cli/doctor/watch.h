// SPDX-License-Identifier: MIT
// Runs a command as if nobody watched, and sees what it and its children have loaded.
#ifndef TEAMTRIM_CLI_DOCTOR_WATCH_H
#define TEAMTRIM_CLI_DOCTOR_WATCH_H

#include "shim/cli/doctor/snapshot.h"

#include <stdbool.h>

struct watch {
    int error;   // errno of execvp; 0: it ran
    int status;  // as waitpid gives it; -1: it did not
    bool traced; // false: by looking now and then, for this system does not permit ptrace
};

// Returns when the command has ended; its children may live on. Streams, terminal and process group
// are this process's; signals sent to this process reach the command.
void watch_run(char **argv, struct watch *watch, struct snapshots *seen);

#endif
