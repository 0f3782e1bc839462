// SPDX-License-Identifier: MIT
// What libgomp's fork entry points have in common.
#ifndef TEAMTRIM_GOMP_H
#define TEAMTRIM_GOMP_H

#include "shim/omp/member.h"

// A parallel construct as its entry point got it.
struct construct {
    void (*forward)(const struct construct *); // to the entry point's original
    const void *code;                          // the program's outlined function
    gomp_function *function;                   // what is to run: that, or ours in its place
    void *data;
    unsigned team, flags;
    unsigned sections;            // of a combined construct, else 0
    const struct loop_line *loop; // of a combined construct, else NULL
    long chunk;                   // as given
    bool dynamic;                 // the loop's schedule is
};

#define CONSTRUCT(the_function, the_data, the_team, the_flags, the_original)                     \
    {                                                                                            \
        .forward = (the_original), .code = (const void *)(uintptr_t)(the_function),              \
        .function = (the_function), .data = (the_data), .team = (the_team), .flags = (the_flags) \
    }

// A loop from start up or down to, but not including, end.
struct loop_line gomp_line(const void *code, long start, long end, long step, long chunk,
                           bool monotonic);

#endif
