// SPDX-License-Identifier: MIT
// What the reports on regions and loops share: figures, and the targets that they should meet.
#ifndef TEAMTRIM_BENCH_REPORT_H
#define TEAMTRIM_BENCH_REPORT_H

#include "bench/pairs.h"

enum { REPORT_TARGETS = 32 };

// A target over all teams that it holds for.
struct target {
    char name[64], worst_team[64];
    double limit, worst; // the value that is farthest above the limit
    int teams, passed, unclear;
};

struct report {
    struct bench *bench;
    struct pairs pairs; // of the team at hand
    int target_count;
    struct target targets[REPORT_TARGETS];
};

// The median of a named figure, in ns.
double report_median(const struct report *report, enum team_mode mode, const char *name, long n);

// Prints " 12 us → 870 ns |".
void report_print_change(double before, double after);

// Writes a figure of the team at hand to JSON's array at hand, in ns.
void report_write(struct report *report, const char *name, long n, double without, double with);

// The value of the team at hand should be at most the limit; above it by no more than the noise, it
// is unclear. Goes to JSON's array at hand as a pass, a gap or as unclear.
void report_check(struct report *report, const char *name, double value, double limit,
                  double noise);

// Prints " yes |", " unclear |" or " **no** |", by the same rule.
void report_print_met(double value, double limit, double noise);

// A table, one line for each target, under its head.
void report_print_targets(const struct report *report, const char *head);

#endif
