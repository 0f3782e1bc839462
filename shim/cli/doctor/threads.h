// SPDX-License-Identifier: MIT
// How many threads a process would use for its teams, on how many CPUs, and how they wait.
#ifndef TEAMTRIM_CLI_DOCTOR_THREADS_H
#define TEAMTRIM_CLI_DOCTOR_THREADS_H

#include "shim/cli/doctor/environment.h"

#include <stdbool.h>

struct threads {
    int allowed;   // CPUs
    double quota;  // 0: none
    int cpus;      // that are worth a thread: allowed ones within the quota
    int team;      // of a region by default
    bool team_set; // by OMP_NUM_THREADS
    enum threads_wait { THREADS_DEFAULT, THREADS_ACTIVE, THREADS_PASSIVE } wait;
};

// `root` is where machine facts are read (machine_read).
void threads_read(struct threads *threads, const struct environment *environment, const char *root);

// Rows on team, waiting and quota, with their findings.
void threads_report(const struct threads *threads, const struct environment *environment);

// Rows for all variables that steer threads and are set.
void threads_report_variables(const struct environment *environment);

#endif
