// SPDX-License-Identifier: MIT
// Makes, reads and judges lists of team sizes.
#include "shim/cli/measure/team_sizes.h"

#include <stdlib.h>

static void add(struct team_sizes *sizes, int size)
{
    int place = sizes->count;
    if (size > TEAM_SIZES_LARGEST || place == TEAM_SIZES_MOST)
        return;
    while (place > 0 && sizes->sizes[place - 1] >= size)
        place--;
    if (place < sizes->count && sizes->sizes[place] == size)
        return;
    for (int i = sizes->count++; i > place; i--)
        sizes->sizes[i] = sizes->sizes[i - 1];
    sizes->sizes[place] = size;
}

void team_sizes_fill(struct team_sizes *sizes, int cpus)
{
    enum { SMALL = 4 };
    *sizes = (struct team_sizes){0};
    for (int size = 1; size < cpus && size <= TEAM_SIZES_LARGEST / 2; size *= 2)
        add(sizes, size);
    add(sizes, cpus);
    if (cpus <= SMALL) {
        add(sizes, 2 * cpus);
        add(sizes, 7 * cpus);
    }
}

const char *team_sizes_parse(struct team_sizes *sizes, const char *list)
{
    *sizes = (struct team_sizes){0};
    for (;;) {
        char *end;
        long size = *list >= '0' && *list <= '9' ? strtol(list, &end, 10) : 0;
        if (size < 1 || size > TEAM_SIZES_LARGEST || (*end != ',' && *end != '\0'))
            return "expected numbers of threads from 1 to 65536 with commas between, such as 2,4,8";
        if (sizes->count == TEAM_SIZES_MOST)
            return "expected at most 32 numbers";
        add(sizes, (int)size);
        if (*end == '\0')
            return NULL;
        list = end + 1;
    }
}

double team_sizes_capacity(int cpus, double quota)
{
    return quota > 0 && quota < cpus ? quota : cpus;
}

double team_sizes_break_even(double cost, int team, double capacity)
{
    double at_once = team < capacity ? team : capacity;
    return at_once > 1 ? cost * at_once / (at_once - 1) : 0;
}
