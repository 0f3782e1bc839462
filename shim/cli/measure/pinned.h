// SPDX-License-Identifier: MIT
// Threads that stay on a CPU, while this process's own may still run anywhere.
#ifndef TEAMTRIM_CLI_PINNED_H
#define TEAMTRIM_CLI_PINNED_H

#include <stdbool.h>

// Binds the calling thread. -1, or a CPU that is not allowed: it stays as it was.
void pinned_bind_thread(int cpu);

// Where a thread may run: a set of CPUs as sched_setaffinity(2) has it.
struct pinned_mask {
    unsigned long bits[128]; // of 8192 CPUs, the most that Linux has
    bool known;
};

// Of the calling thread.
void pinned_save_thread(struct pinned_mask *mask);
void pinned_restore_thread(const struct pinned_mask *mask);

#endif
