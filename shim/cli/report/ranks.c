// SPDX-License-Identifier: MIT
// Figures by rank, and how far they lie apart.
#include "shim/cli/report/ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ranks_are_known(const struct model *model)
{
    for (size_t i = 0; i < model->processes.count; i++)
        if (model_process_at(model, i)->rank >= 0)
            return true;
    return false;
}

bool ranks_are_alike(const struct model *model)
{
    const char *name = NULL;
    for (size_t i = 0; i < model->processes.count; i++) {
        const struct process *process = model_process_at(model, i);
        if (model_is_active(process) && name && strcmp(name, process->name) != 0)
            return false;
        name = model_is_active(process) ? process->name : name;
    }
    return true;
}

static const char *name_rank(struct model *model, const struct process *process)
{
    char name[200];
    if (process->rank >= 0)
        snprintf(name, sizeof name, "rank %lld", (long long)process->rank);
    else
        snprintf(name, sizeof name, "%.160s [%llu]", *process->name ? process->name : "process",
                 (unsigned long long)process->pid);
    return model_keep(model, name);
}

static struct rank *find_rank(struct model *model, struct list *ranks,
                              const struct process *process)
{
    struct rank *rank = ranks->items;
    for (size_t i = 0; process->rank >= 0 && i < ranks->count; i++)
        if (rank[i].number == process->rank)
            return &rank[i];
    rank = list_add(ranks, sizeof *rank);
    rank->number = process->rank;
    rank->name = name_rank(model, process);
    return rank;
}

static void add_process(struct rank *rank, const struct process *process)
{
    if (process->wall_ns > rank->wall_ns)
        rank->wall_ns = process->wall_ns;
    rank->kernel_ns = model_sum(rank->kernel_ns, process->kernel_ns);
    rank->forwarded_ns = model_sum(rank->forwarded_ns, process->forwarded_ns);
    rank->regions = model_sum(rank->regions, process->regions);
    rank->saved_ns = model_sum(rank->saved_ns, process->saved_ns);
    rank->fork_join_ns = model_sum(rank->fork_join_ns, process->fork_join_ns);
    rank->unmeasured = model_sum(rank->unmeasured, process->unmeasured);
}

static int by_rank(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

struct rank *ranks_of(struct model *model, size_t *count)
{
    struct list ranks = {0};
    for (size_t i = 0; i < model->processes.count; i++) {
        const struct process *process = model_process_at(model, i);
        if (model_is_active(process))
            add_process(find_rank(model, &ranks, process), process);
    }
    if (ranks.count > 0 && ranks_are_known(model))
        qsort(ranks.items, ranks.count, sizeof(struct rank), by_rank);
    *count = ranks.count;
    return ranks.items;
}

static uint64_t figure(const struct rank *rank, size_t offset)
{
    return *(const uint64_t *)((const char *)rank + offset);
}

static int by_value(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

struct spread ranks_spread(const struct rank *ranks, size_t count, size_t offset)
{
    struct list values = {0};
    struct spread spread = {.at_most = ranks};
    for (size_t i = 0; i < count; i++) {
        uint64_t value = figure(&ranks[i], offset);
        *(uint64_t *)list_add(&values, sizeof value) = value;
        spread.sum = model_sum(spread.sum, value);
        if (value > figure(spread.at_most, offset))
            spread.at_most = &ranks[i];
    }
    if (count > 0) {
        uint64_t *sorted = values.items;
        qsort(sorted, count, sizeof *sorted, by_value);
        spread.least = sorted[0];
        spread.middle = sorted[(count - 1) / 2] / 2 + sorted[count / 2] / 2 +
                        (sorted[(count - 1) / 2] & sorted[count / 2] & 1);
        spread.most = sorted[count - 1];
    }
    free(values.items);
    return spread;
}
