// SPDX-License-Identifier: MIT
// Sets of CPUs, and the lists in which the kernel writes them ("0-3,8").
#ifndef TEAMTRIM_POLICY_CPUS_H
#define TEAMTRIM_POLICY_CPUS_H

#include <stdbool.h>
#include <stdint.h>

// Linux is built for 8192 at most. Their longest list names every second one: 19,925 characters.
enum { CPUS_MAX = 8192, CPUS_LIST_SIZE = 20 * 1024 };

struct cpus {
    uint64_t bits[CPUS_MAX / 64];
};

// Format: "List format" of cpuset(7). Blanks at the ends are allowed. False, with an empty set, for
// anything else, an empty list, or a CPU beyond CPUS_MAX.
bool cpus_parse_list(struct cpus *cpus, const char *text);

bool cpus_have(const struct cpus *cpus, int cpu);
void cpus_add(struct cpus *cpus, int cpu);
int cpus_count(const struct cpus *cpus);

// The first CPU from `cpu` on, or -1.
int cpus_next(const struct cpus *cpus, int cpu);

// Leaves only those that are, or are not, among `others`.
void cpus_keep(struct cpus *cpus, const struct cpus *others);
void cpus_drop(struct cpus *cpus, const struct cpus *others);

#endif
