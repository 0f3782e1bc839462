// SPDX-License-Identifier: MIT
// What the driver's parts share.
#ifndef TEAMTRIM_BENCH_BENCH_H
#define TEAMTRIM_BENCH_BENCH_H

#include "bench/json.h"
#include "bench/options.h"

struct bench {
    struct options options;
    struct json json;
    char folder[512]; // of the driver and the measuring programs
    char cpu[16];     // options.cpu as text
};

// Markdown goes to stdout, the same figures in full to the JSON file. 0, or -1 when nothing could
// be measured.
int report_kernels(struct bench *bench);
int report_calls(struct bench *bench);
int report_regret(struct bench *bench);
int report_regions(struct bench *bench);
int report_loops(struct bench *bench);
int report_lazy(struct bench *bench);
int report_wait(struct bench *bench);

// Prints what this machine is.
void machine_describe(struct bench *bench);

// Says on a terminal what is being measured; NULL clears the line.
void bench_show(const char *part, const char *what);

// The CPU kind that OpenBLAS should take this CPU for (OPENBLAS_CORETYPE) when it has to compete
// with our kernels of a level; "": its own choice.
const char *bench_core(int isa);

#endif
