// SPDX-License-Identifier: MIT
// What a region loses in its first calls, while the library learns about it.
#ifndef TEAMTRIM_BENCH_FIRST_CALLS_H
#define TEAMTRIM_BENCH_FIRST_CALLS_H

#include "bench/report.h"

// Into JSON's array at hand. 0, or -1 after a message.
int first_calls_report(struct report *report);

#endif
