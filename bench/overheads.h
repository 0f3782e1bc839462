// SPDX-License-Identifier: MIT
// Overheads of OpenMP constructs by EPCC's method, before and after, for all teams in one table.
#ifndef TEAMTRIM_BENCH_OVERHEADS_H
#define TEAMTRIM_BENCH_OVERHEADS_H

#include "bench/report.h"

// Into JSON's array at hand. 0, or -1 after a message.
int overheads_report(struct report *report);

#endif
