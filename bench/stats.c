// SPDX-License-Identifier: MIT
// Statistics of samples: median, percentile, geometric mean.
#include "bench/stats.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

double stats_percentile(double *values, size_t count, double percent)
{
    double place = percent / 100 * (double)(count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < count ? below + 1 : below;

    qsort(values, count, sizeof *values, compare);
    return values[below] + (place - (double)below) * (values[above] - values[below]);
}

double stats_median(double *values, size_t count)
{
    return stats_percentile(values, count, 50);
}

double stats_geometric_mean(const double *values, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += log(values[i]);
    return exp(sum / (double)count);
}
