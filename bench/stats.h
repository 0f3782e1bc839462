// SPDX-License-Identifier: MIT
// Statistics of samples. Each takes at least one value; those that sort say so.
#ifndef TEAMTRIM_BENCH_STATS_H
#define TEAMTRIM_BENCH_STATS_H

#include <stddef.h>

// The value below which `percent` of the values lie, between two values by interpolation. Sorts.
double stats_percentile(double *values, size_t count, double percent);

// The same for 50. Sorts.
double stats_median(double *values, size_t count);

// Of positive values.
double stats_geometric_mean(const double *values, size_t count);

#endif
