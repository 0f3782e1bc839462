// SPDX-License-Identifier: MIT
// What scikit-learn takes to predict one row (predict_row.py).
#ifndef TEAMTRIM_BENCH_PREDICT_H
#define TEAMTRIM_BENCH_PREDICT_H

#include "bench/report.h"

// Into JSON's array at hand; a message where scikit-learn is missing. 0, or -1 after a message.
int predict_report(struct report *report);

#endif
