// SPDX-License-Identifier: MIT
// What the measuring programs share: their arguments and the table that they print for the driver.
//
// PROGRAM CPU ROUNDS SAMPLE_US SIZES ... : CPU is a number, or "any"; SIZES like 1,8,64. The table
// has a head line and a line for each name and size: "name <tab> n <tab> value <tab> value ...".
#ifndef TEAMTRIM_BENCH_CHILD_H
#define TEAMTRIM_BENCH_CHILD_H

#include <stdint.h>

enum { CHILD_ARGUMENTS = 5, CHILD_SIZES = 32 };

struct child {
    int rounds;
    double sample_ns;
    int64_t sizes[CHILD_SIZES];
    int size_count;
};

// Reads the first arguments and pins this thread. Ends the program when they are wrong.
struct child child_start(int argc, char **argv);

#endif
