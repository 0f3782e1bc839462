// SPDX-License-Identifier: MIT
// What processes have loaded, as /proc says.
#ifndef TEAMTRIM_CLI_DOCTOR_SNAPSHOT_H
#define TEAMTRIM_CLI_DOCTOR_SNAPSHOT_H

#include "shim/cli/doctor/environment.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct snapshot {
    pid_t pid;
    char *program; // its executable
    char **paths;  // files with code, sorted, each once; allocated
    size_t path_count;
    struct environment environment;
    unsigned processes; // that looked so
};

struct snapshots {
    struct snapshot *items;
    size_t count;
};

// Adds what the process has loaded. Of a process that was seen before, with the same program, the
// fuller picture is kept. False if it cannot be read: it is gone, or somebody else's.
//
// `thread` is one of its threads whose files can be read: the first one's cannot once it has ended.
bool snapshots_take(struct snapshots *all, pid_t pid, pid_t thread);

// Leaves one of those that look alike.
void snapshots_merge(struct snapshots *all);

void snapshots_free(struct snapshots *all);

#endif
