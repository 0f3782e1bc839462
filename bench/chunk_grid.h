// SPDX-License-Identifier: MIT
// The experiment behind the cost model of chunks: unit tasks, our chunk against every fixed one.
#ifndef TEAMTRIM_BENCH_CHUNK_GRID_H
#define TEAMTRIM_BENCH_CHUNK_GRID_H

#include "bench/report.h"

// Into JSON's array at hand. 0, or -1 after a message.
int chunk_grid_report(struct report *report);

#endif
