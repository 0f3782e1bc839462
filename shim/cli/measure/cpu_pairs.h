// SPDX-License-Identifier: MIT
// Which CPUs to put threads on: pairs within a group of cores or across, and teams. Pure.
#ifndef TEAMTRIM_CLI_CPU_PAIRS_H
#define TEAMTRIM_CLI_CPU_PAIRS_H

#include <stdbool.h>

#include "policy/policy.h"

// Two CPUs of one group that are different cores; siblings of one core only if no group has two
// cores. False if no group has two CPUs. Unknown cores count as different, unknown groups as one.
bool cpu_pairs_within(const struct machine_place *places, int count, int pair[2]);

// Two CPUs of different groups. False if there is one group.
bool cpu_pairs_across(const struct machine_place *places, int count, int pair[2]);

int cpu_pairs_count_groups(const struct machine_place *places, int count);
int cpu_pairs_count_cores(const struct machine_place *places, int count);

// CPUs for a team of `size`, one to a core as long as there are cores: from one group after the
// other (`spread` false), or from each in turn. Returns the groups that it lies in; 0 if there are
// fewer CPUs than `size`.
int cpu_pairs_choose_team(const struct machine_place *places, int count, int size, bool spread,
                          int *cpus);

#endif
