// SPDX-License-Identifier: MIT
// Tables of level-1 BLAS: by routine, by provider.
#include "shim/cli/report/content.h"

static const struct column routine_columns[] = {
    {"routine", COLUMN_TEXT, NULL},
    {"calls", COLUMN_COUNT, NULL},
    {"kernel", COLUMN_COUNT, "calls that our kernel ran on one thread"},
    {"forwarded", COLUMN_COUNT, "calls that went to the BLAS"},
    {"kernel time", COLUMN_TIME, NULL},
    {"forward time", COLUMN_TIME, NULL},
    {"kernel mean", COLUMN_TIME, NULL},
    {"forward mean", COLUMN_TIME, NULL},
    {"median bytes", COLUMN_BYTES, "of a call: half of them move no more"},
};

static const struct column provider_columns[] = {
    {"BLAS", COLUMN_TEXT, NULL},        {"kind", COLUMN_TEXT, NULL},
    {"kernel", COLUMN_COUNT, NULL},     {"forwarded", COLUMN_COUNT, NULL},
    {"kernel time", COLUMN_TIME, NULL}, {"forward time", COLUMN_TIME, NULL},
};

static void fill_routines(struct table *table, const struct model *model)
{
    for (size_t i = 0; i < model->sums.routines.count; i++) {
        const struct routine *r = model_routine_at(model, i);
        table_text(table, r->name);
        table_number(table, (double)r->kernel + (double)r->forwarded);
        table_figure(table, (double)r->kernel);
        table_figure(table, (double)r->forwarded);
        table_figure(table, (double)r->kernel_ns);
        table_figure(table, (double)r->forwarded_ns);
        table_mean(table, r->kernel_ns, r->kernel);
        table_mean(table, r->forwarded_ns, r->forwarded);
        table_number(table, (double)model_median(&r->medians));
    }
    table_sort(table, 1);
}

static void fill_providers(struct table *table, const struct model *model)
{
    for (size_t i = 0; i < model->sums.providers.count; i++) {
        const struct provider *p = model_provider_at(model, i);
        table_text(table, p->path);
        table_text(table, p->kind);
        table_figure(table, (double)p->kernel);
        table_figure(table, (double)p->forwarded);
        table_figure(table, (double)p->kernel_ns);
        table_figure(table, (double)p->forwarded_ns);
    }
}

void tables_fill_level1(struct content *content)
{
    struct table *tables = content->tables;
    bool several = content->model->processes.count > 1;
    tables[TABLE_ROUTINES] = (struct table){
        .id = "routines",
        .title = "Level-1 BLAS by routine",
        .note = several ? "median bytes: of the processes' medians, by their calls" : NULL,
        .columns = routine_columns,
        .width = sizeof routine_columns / sizeof *routine_columns};
    tables[TABLE_PROVIDERS] =
        (struct table){.id = "providers",
                       .title = "Level-1 BLAS by library",
                       .name_last = true,
                       .columns = provider_columns,
                       .width = sizeof provider_columns / sizeof *provider_columns};
    fill_routines(&tables[TABLE_ROUTINES], content->model);
    fill_providers(&tables[TABLE_PROVIDERS], content->model);
}
