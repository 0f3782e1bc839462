// SPDX-License-Identifier: MIT
// The driver's options.
#ifndef TEAMTRIM_BENCH_OPTIONS_H
#define TEAMTRIM_BENCH_OPTIONS_H

#include <stdbool.h>

struct options {
    bool quick;
    bool kernels, calls, regret, regions, loops, lazy, wait; // the parts
    const char *json_path;                                   // NULL: results.json beside the driver
    const char *policy;                                      // for preloaded runs; NULL: none
    const char *isa;     // a level's name, "all", or NULL for the best
    const char *routine; // only this one; NULL: all
    int cpu;             // for measurements on one thread
};

// 0, or the exit status with which the program should end.
int options_parse(int argc, char **argv, struct options *options, bool *end);

#endif
