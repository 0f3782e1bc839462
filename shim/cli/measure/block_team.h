// SPDX-License-Identifier: MIT
// Threads that run dynamic loops of unit tasks, handed out in blocks by a fetch-and-add.
#ifndef TEAMTRIM_CLI_BLOCK_TEAM_H
#define TEAMTRIM_CLI_BLOCK_TEAM_H

#include <stddef.h>

// What a unit task does.
struct block_task {
    size_t read, written; // words of 8 bytes
    long steps;           // of dependent arithmetic
};

struct block_team;

// The caller is its first thread. `cpus`: where its threads stay, the caller too until the end, or
// NULL: all may run where the caller may. NULL if there is no memory, or a thread cannot be made.
struct block_team *block_team_start(const int *cpus, int size);
void block_team_end(struct block_team *team);

// ns that the team takes from one thread's call to the end of the last.
double block_team_run(struct block_team *team, const struct block_task *task, long tasks,
                      long block);

// Steps of arithmetic in a ns, as it is now.
double block_team_step_rate(void);

#endif
