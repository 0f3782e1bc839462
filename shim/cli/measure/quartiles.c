// SPDX-License-Identifier: MIT
// Sorts samples, and thins them out.
#include "shim/cli/measure/quartiles.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double at(const double *sorted, size_t count, double part)
{
    double place = part * (double)(count - 1);
    size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

struct quartiles quartiles_find(double *values, size_t count)
{
    if (count == 0)
        return (struct quartiles){0};
    qsort(values, count, sizeof *values, compare);
    return (struct quartiles){at(values, count, 0.25), at(values, count, 0.5),
                              at(values, count, 0.75)};
}

static void thin_out(struct quartiles_store *store)
{
    store->used /= 2;
    for (size_t i = 0; i < store->used; i++)
        store->values[i] = store->values[2 * i];
    store->skip = 2 * store->skip + 1;
}

void quartiles_add(struct quartiles_store *store, double value)
{
    if (store->seen++ % (store->skip + 1))
        return;
    if (store->used == QUARTILES_ROOM)
        thin_out(store);
    store->values[store->used++] = value;
}
