// SPDX-License-Identifier: MIT
// Threads of this process of which one wants to know that they sleep.
#ifndef TEAMTRIM_CLI_SLEEPERS_H
#define TEAMTRIM_CLI_SLEEPERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct sleepers;

// NULL without memory. There is no way to close it: it serves for a process's life.
struct sleepers *sleepers_open(void);

// False if the thread's state cannot be read.
bool sleepers_add(struct sleepers *sleepers, pid_t tid);

// Computes until all sleep and the clock (clock_ns) says `until`. False if some have not gone to
// sleep in a second.
bool sleepers_wait(const struct sleepers *sleepers, int64_t until);

#endif
