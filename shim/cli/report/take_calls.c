// SPDX-License-Identifier: MIT
// Lines of single calls: counted by process, and used where its summary is missing.
#include "shim/cli/report/take_inner.h"

#include <string.h>

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

void take_blas_call(struct model *model, struct process *process, const struct json_line *line)
{
    struct routine *routine = model_routine(model, &process->calls, take_string(line, "routine"));
    bool kernel = begins(take_string(line, "decision"), "kernel");
    *(kernel ? &routine->kernel : &routine->forwarded) += 1;
    if (json_line_find(line, "bytes")) {
        struct weighted *bytes = list_add(&routine->medians, sizeof *bytes);
        *bytes = (struct weighted){take_number(model, line, "bytes"), 1};
    }
}

static void count_way(struct site *site, const char *decision)
{
    static const char *const ways[WAYS] = {"one thread", "trimmed to 1", "lazy", "team", "forward"};
    for (int way = 0; way < WAYS; way++)
        site->calls[way] += strcmp(decision, ways[way]) == 0;
    if (begins(decision, "trimmed to ") && strcmp(decision, ways[WAY_TRIMMED]) != 0)
        site->calls[WAY_TEAM]++;
    site->ends[END_FOLDED] += begins(decision, "folded");
    site->ends[END_PROMOTED] += begins(decision, "promoted");
    site->ends[END_RESCUED] += begins(decision, "rescued");
}

void take_region_call(struct model *model, struct process *process, const struct json_line *line)
{
    struct site *site = model_site(model, &process->calls, take_string(line, "site"));
    const char *decision = take_string(line, "decision");
    count_way(site, decision);
    if (strcmp(decision, "eager") == 0)
        site->why = model_keep(model, take_string(line, "rule"));
    if (json_line_find(line, "team"))
        site->size = take_number(model, line, "team");
}

void take_loop_call(struct model *model, struct process *process, const struct json_line *line)
{
    struct loop *loop = model_loop(model, &process->calls, take_string(line, "site"));
    bool kept = strcmp(take_string(line, "decision"), "keep") == 0;
    *(kept ? &loop->kept : &loop->runs) += 1;
    loop->chunk = take_number(model, line, "chunk");
    loop->n = take_number(model, line, "n");
}

// ---- into the sums

static void add_routine(struct model *model, struct process *process, struct routine *calls)
{
    struct routine *sum = model_routine(model, &model->sums, calls->name);
    struct weighted *median = list_add(&sum->medians, sizeof *median);
    *median = (struct weighted){model_median(&calls->medians), calls->kernel + calls->forwarded};
    sum->kernel = model_sum(sum->kernel, calls->kernel);
    sum->forwarded = model_sum(sum->forwarded, calls->forwarded);
    process->kernel += calls->kernel;
    process->forwarded += calls->forwarded;
}

static void add_site(struct model *model, struct process *process, const struct site *calls)
{
    struct site *sum = model_site(model, &model->sums, calls->name);
    uint64_t unmeasured = calls->calls[WAY_TEAM] + calls->calls[WAY_FORWARDED] +
                          calls->ends[END_PROMOTED] + calls->ends[END_RESCUED];
    for (int way = 0; way < WAYS; way++)
        sum->calls[way] = model_sum(sum->calls[way], calls->calls[way]);
    for (int end = 0; end < ENDS; end++)
        sum->ends[end] = model_sum(sum->ends[end], calls->ends[end]);
    sum->size = calls->size > sum->size ? calls->size : sum->size;
    sum->unmeasured = model_sum(sum->unmeasured, unmeasured);
    process->unmeasured += unmeasured;
    process->regions += model_site_calls(calls);
    if (*calls->why)
        sum->why = calls->why;
}

static void add_loop(struct model *model, const struct loop *calls)
{
    struct loop *sum = model_loop(model, &model->sums, calls->name);
    sum->runs = model_sum(sum->runs, calls->runs);
    sum->kept = model_sum(sum->kept, calls->kept);
    sum->chunk = calls->chunk;
    sum->n = calls->n;
}

static void add_calls(struct model *model, struct process *process)
{
    const struct sums *calls = &process->calls;
    for (size_t i = 0; i < calls->routines.count; i++)
        add_routine(model, process, (struct routine *)calls->routines.items + i);
    for (size_t i = 0; i < calls->sites.count; i++)
        add_site(model, process, (struct site *)calls->sites.items + i);
    for (size_t i = 0; i < calls->loops.count; i++)
        add_loop(model, (struct loop *)calls->loops.items + i);
}

void take_missing(struct model *model)
{
    for (size_t i = 0; i < model->processes.count; i++) {
        struct process *process = model_process_at(model, i);
        process->counted = process->summed || process->level == LEVEL_CALLS;
        if (!process->summed && process->counted)
            add_calls(model, process);
    }
}
