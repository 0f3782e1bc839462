// SPDX-License-Identifier: MIT
// Chooses CPUs by their cores and groups.
#include "shim/cli/measure/cpu_pairs.h"

#include <stdlib.h>
#include <string.h>

static bool share_core(const struct machine_place *a, const struct machine_place *b)
{
    return a->core >= 0 && a->core == b->core;
}

static bool find_pair(const struct machine_place *places, int count, bool one_group, bool one_core,
                      int pair[2])
{
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            const struct machine_place *a = &places[i], *b = &places[j];
            if ((a->group == b->group) != one_group || share_core(a, b) != one_core)
                continue;
            pair[0] = a->cpu;
            pair[1] = b->cpu;
            return true;
        }
    return false;
}

bool cpu_pairs_within(const struct machine_place *places, int count, int pair[2])
{
    return find_pair(places, count, true, false, pair) ||
           find_pair(places, count, true, true, pair);
}

bool cpu_pairs_across(const struct machine_place *places, int count, int pair[2])
{
    return find_pair(places, count, false, false, pair);
}

// Whether no place before this one has its group (or its core).
static bool is_first_of_group(const struct machine_place *places, int at)
{
    for (int i = 0; i < at; i++)
        if (places[i].group == places[at].group)
            return false;
    return true;
}

static bool is_first_of_core(const struct machine_place *places, int at)
{
    for (int i = 0; i < at; i++)
        if (share_core(&places[i], &places[at]))
            return false;
    return true;
}

int cpu_pairs_count_groups(const struct machine_place *places, int count)
{
    int groups = 0;
    for (int i = 0; i < count; i++)
        groups += is_first_of_group(places, i);
    return groups;
}

int cpu_pairs_count_cores(const struct machine_place *places, int count)
{
    int cores = 0;
    for (int i = 0; i < count; i++)
        cores += is_first_of_core(places, i);
    return cores;
}

// ---- teams: places in the order in which they are taken

struct candidate {
    int cpu, group;
    bool sibling; // of a core that is taken already
    int turn;     // how many of its group come before it
};

static int compare_packed(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->sibling != y->sibling)
        return x->sibling - y->sibling;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static int compare_spread(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->sibling == y->sibling && x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    return compare_packed(a, b);
}

static void fill_candidates(struct candidate *candidates, const struct machine_place *places,
                            int count)
{
    for (int i = 0; i < count; i++) {
        candidates[i] =
            (struct candidate){places[i].cpu, places[i].group, !is_first_of_core(places, i), 0};
        for (int j = 0; j < i; j++)
            candidates[i].turn += candidates[j].group == candidates[i].group &&
                                  candidates[j].sibling == candidates[i].sibling;
    }
}

int cpu_pairs_choose_team(const struct machine_place *places, int count, int size, bool spread,
                          int *cpus)
{
    struct candidate *candidates = calloc((size_t)count + 1, sizeof *candidates);
    int groups = 0;
    if (!candidates || size > count || size < 1) {
        free(candidates);
        return 0;
    }
    fill_candidates(candidates, places, count);
    qsort(candidates, (size_t)count, sizeof *candidates, spread ? compare_spread : compare_packed);
    for (int i = 0; i < size; i++) {
        bool seen = false;
        for (int j = 0; j < i; j++)
            seen = seen || candidates[j].group == candidates[i].group;
        groups += !seen;
        cpus[i] = candidates[i].cpu;
    }
    free(candidates);
    return groups;
}
