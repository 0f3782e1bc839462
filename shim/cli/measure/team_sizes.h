// SPDX-License-Identifier: MIT
// Team sizes to measure, and what a team is worth. Pure.
#ifndef TEAMTRIM_CLI_TEAM_SIZES_H
#define TEAMTRIM_CLI_TEAM_SIZES_H

#include <stdbool.h>

enum { TEAM_SIZES_MOST = 32, TEAM_SIZES_LARGEST = 65536 };

struct team_sizes {
    int count, sizes[TEAM_SIZES_MOST]; // rising
};

// 1, 2, 4, ... below the number of CPUs, and that number. On up to 4 CPUs also twice and seven
// times as many: what a container on a large machine gets, whose quota the runtimes do not read.
void team_sizes_fill(struct team_sizes *sizes, int cpus);

// "2,4,8", in any order. NULL, or what is wrong with it.
const char *team_sizes_parse(struct team_sizes *sizes, const char *list);

// CPUs' worth of time for a team: `cpus`, or the quota (0: none) where that is less.
double team_sizes_capacity(int cpus, double quota);

// The time on one thread, in the unit of `cost`, below which a perfectly divisible loop loses by a
// team that adds `cost`: t = t / n + cost, where n is how many of the team can run at once. 0: it
// loses always.
double team_sizes_break_even(double cost, int team, double capacity);

#endif
