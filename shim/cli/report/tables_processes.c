// SPDX-License-Identifier: MIT
// Tables of processes: each, and over ranks; and of messages.
#include <stddef.h>
#include <stdio.h>

#include "shim/cli/report/content.h"

static const struct column process_columns[] = {
    {"process", COLUMN_TEXT, NULL},
    {"rank", COLUMN_COUNT, NULL},
    {"host", COLUMN_TEXT, NULL},
    {"CPUs", COLUMN_COUNT, "that it may use"},
    {"wall time", COLUMN_TIME, NULL},
    {"level-1 calls", COLUMN_COUNT, NULL},
    {"regions", COLUMN_COUNT, "calls of them"},
    {"saved", COLUMN_TIME, "what folded calls took less than their teams would have"},
    {"fork+join", COLUMN_TIME, "the most that a smaller team could still win"},
    {"share", COLUMN_SHARE, "of the wall time"},
    {"unmeasured", COLUMN_COUNT, "calls with a team whose price is not known"},
};

static const struct column rank_columns[] = {
    {"figure", COLUMN_TEXT, NULL}, {"sum", COLUMN_TIME, NULL},  {"least", COLUMN_TIME, NULL},
    {"median", COLUMN_TIME, NULL}, {"most", COLUMN_TIME, NULL}, {"by", COLUMN_TEXT, NULL},
};

static const struct column message_columns[] = {{"message", COLUMN_TEXT, NULL},
                                                {"times", COLUMN_COUNT, NULL}};

#define COLUMNS(list) .columns = (list), .width = sizeof(list) / sizeof *(list)

static void add_process(struct table *table, struct model *model, const struct process *p)
{
    char name[200];
    snprintf(name, sizeof name, "%.160s [%llu]", *p->name ? p->name : "unnamed",
             (unsigned long long)p->pid);
    table_text(table, model_keep(model, name));
    if (p->rank >= 0)
        table_number(table, (double)p->rank);
    else
        table_none(table);
    table_text(table, p->host);
    table_figure(table, (double)p->cpus);
    table_figure(table, (double)p->wall_ns);
    table_figure(table, (double)p->kernel + (double)p->forwarded);
    table_figure(table, (double)p->regions);
    table_figure(table, (double)p->saved_ns);
    table_figure(table, (double)p->fork_join_ns);
    if (p->bound_ns > 0)
        table_number(table, (double)p->fork_join_ns / (double)p->bound_ns);
    else
        table_none(table);
    table_figure(table, (double)p->unmeasured);
}

static void fill_processes(struct table *table, struct model *model)
{
    for (size_t i = 0; i < model->processes.count; i++)
        add_process(table, model, model_process_at(model, i));
    table_sort(table, 4);
    table_sort(table, 8);
}

// Figures that nobody has say nothing.
static void fill_ranks(struct table *table, const struct content *content)
{
    static const struct {
        const char *name;
        size_t offset;
    } rows[] = {
        {"wall time", offsetof(struct rank, wall_ns)},
        {"level-1 kernels", offsetof(struct rank, kernel_ns)},
        {"level-1 forwarded", offsetof(struct rank, forwarded_ns)},
        {"saved by folding", offsetof(struct rank, saved_ns)},
        {"fork and join", offsetof(struct rank, fork_join_ns)},
    };
    bool wanted = content->rank_count > 1 &&
                  (ranks_are_known(content->model) || ranks_are_alike(content->model));
    for (size_t i = 0; wanted && i < sizeof rows / sizeof *rows; i++) {
        struct spread spread = ranks_spread(content->ranks, content->rank_count, rows[i].offset);
        if (spread.most == 0)
            continue;
        table_text(table, rows[i].name);
        table_number(table, (double)spread.sum);
        table_number(table, (double)spread.least);
        table_number(table, (double)spread.middle);
        table_number(table, (double)spread.most);
        table_text(table, spread.at_most->name);
    }
}

static void fill_messages(struct table *table, const struct model *model)
{
    const struct message *messages = model->messages.items;
    for (size_t i = 0; i < model->messages.count; i++) {
        table_text(table, messages[i].text);
        table_number(table, (double)messages[i].count);
    }
}

void tables_fill_processes(struct content *content)
{
    struct table *tables = content->tables;
    bool ranks = ranks_are_known(content->model);
    tables[TABLE_PROCESSES] =
        (struct table){.id = "processes", .title = "Processes", COLUMNS(process_columns)};
    tables[TABLE_RANKS] = (struct table){
        .id = "ranks", .title = ranks ? "Ranks" : "Over processes", COLUMNS(rank_columns)};
    tables[TABLE_MESSAGES] = (struct table){
        .id = "messages", .title = "Messages", .name_last = true, COLUMNS(message_columns)};
    fill_processes(&tables[TABLE_PROCESSES], content->model);
    fill_ranks(&tables[TABLE_RANKS], content);
    fill_messages(&tables[TABLE_MESSAGES], content->model);
}
