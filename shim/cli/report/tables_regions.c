// SPDX-License-Identifier: MIT
// Tables of regions: by site, by module, and of dynamic loops.
#include <stdlib.h>
#include <string.h>

#include "shim/cli/report/content.h"

static const struct column site_columns[] = {
    {"region", COLUMN_TEXT, NULL},
    {"calls", COLUMN_COUNT, NULL},
    {"one thread", COLUMN_COUNT, "plain calls: the region would have had one thread anyway"},
    {"trimmed", COLUMN_COUNT, "on one thread, where the policy allows fewer threads"},
    {"lazy", COLUMN_COUNT, "begun on one thread as its whole team"},
    {"folded", COLUMN_COUNT, "lazy calls that ended there"},
    {"promoted", COLUMN_COUNT, "lazy calls that got their team in mid-flight"},
    {"rescued", COLUMN_COUNT, "lazy calls that got their team from the thread that watches"},
    {"team", COLUMN_COUNT, "with their team"},
    {"forwarded", COLUMN_COUNT, "left to the runtime, untouched and unmeasured"},
};

static const struct column time_columns[] = {
    {"region", COLUMN_TEXT, NULL},
    {"team mean", COLUMN_TIME, "of a call with its team"},
    {"lazy mean", COLUMN_TIME, "of a call that was folded"},
    {"trim mean", COLUMN_TIME, "of a trimmed call"},
    {"team costs", COLUMN_TIME,
     "fork and join of a call with its team: its time less that of its "
     "slowest thread"},
    {"saved", COLUMN_TIME, "what folded calls took less than their teams would have"},
    {"remaining", COLUMN_TIME, "fork and join in all: the most that a smaller team could win"},
    {"unmeasured", COLUMN_COUNT, "calls with a team whose price is not known"},
};

static const struct column module_columns[] = {
    {"module", COLUMN_TEXT, NULL},     {"regions", COLUMN_COUNT, NULL},
    {"calls", COLUMN_COUNT, NULL},     {"one thread", COLUMN_COUNT, NULL},
    {"folded", COLUMN_COUNT, NULL},    {"team", COLUMN_COUNT, NULL},
    {"forwarded", COLUMN_COUNT, NULL}, {"saved", COLUMN_TIME, NULL},
    {"remaining", COLUMN_TIME, NULL},
};

static const struct column loop_columns[] = {
    {"dynamic loop", COLUMN_TEXT, NULL},
    {"in blocks", COLUMN_COUNT, "runs that were handed out by us"},
    {"kept", COLUMN_COUNT, "runs by the loop's own chunk"},
    {"chunk", COLUMN_COUNT, "of the last run"},
    {"n", COLUMN_COUNT, "iterations of the last run"},
    {"mean", COLUMN_TIME, "of a run in blocks"},
    {"mean kept", COLUMN_TIME, "of a run by its own chunk"},
};

#define COLUMNS(list) .columns = (list), .width = sizeof(list) / sizeof *(list)

static void fill_sites(struct table *table, const struct model *model)
{
    for (size_t i = 0; i < model->sums.sites.count; i++) {
        const struct site *site = model_site_at(model, i);
        table_text(table, site->name);
        table_number(table, (double)model_site_calls(site));
        table_figure(table, (double)site->calls[WAY_ONE_THREAD]);
        table_figure(table, (double)site->calls[WAY_TRIMMED]);
        table_figure(table, (double)site->calls[WAY_LAZY]);
        for (int end = 0; end < ENDS; end++)
            table_figure(table, (double)site->ends[end]);
        table_figure(table, (double)site->calls[WAY_TEAM]);
        table_figure(table, (double)site->calls[WAY_FORWARDED]);
    }
    table_sort(table, 1);
}

static void fill_times(struct table *table, const struct model *model)
{
    for (size_t i = 0; i < model->sums.sites.count; i++) {
        const struct site *site = model_site_at(model, i);
        table_text(table, site->name);
        table_mean(table, site->team_ns, site->timed);
        table_mean(table, site->lazy_ns, site->ends[END_FOLDED]);
        table_mean(table, site->trimmed_ns, site->calls[WAY_TRIMMED]);
        table_mean(table, site->fork_join_ns, site->timed);
        table_figure(table, (double)site->saved_ns);
        table_figure(table, (double)site->fork_join_ns);
        table_figure(table, (double)site->unmeasured);
    }
    table_sort(table, 5);
    table_sort(table, 6);
}

struct module {
    const char *name;
    uint64_t regions, calls, plain, folded, team, forwarded, saved, remaining;
};

// "libfoo.so" of "libfoo.so+0x1a40 (solve)".
static struct module *find_module(struct model *model, struct list *modules, const char *site)
{
    char name[200];
    size_t length = strcspn(site, "+");
    length = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, site, length);
    name[length] = '\0';
    for (size_t i = 0; i < modules->count; i++) {
        struct module *module = (struct module *)modules->items + i;
        if (strcmp(module->name, name) == 0)
            return module;
    }
    struct module *module = list_add(modules, sizeof *module);
    module->name = model_keep(model, *name ? name : "(code in no file)");
    return module;
}

static void add_to_module(struct module *module, const struct site *site)
{
    module->regions++;
    module->calls = model_sum(module->calls, model_site_calls(site));
    module->plain = model_sum(module->plain, site->calls[WAY_ONE_THREAD]);
    module->folded = model_sum(module->folded, site->ends[END_FOLDED]);
    module->team = model_sum(module->team, site->calls[WAY_TEAM]);
    module->forwarded = model_sum(module->forwarded, site->calls[WAY_FORWARDED]);
    module->saved = model_sum(module->saved, site->saved_ns);
    module->remaining = model_sum(module->remaining, site->fork_join_ns);
}

static void fill_modules(struct table *table, struct model *model)
{
    struct list modules = {0};
    for (size_t i = 0; i < model->sums.sites.count; i++)
        add_to_module(find_module(model, &modules, model_site_at(model, i)->name),
                      model_site_at(model, i));
    for (size_t i = 0; i < modules.count; i++) {
        const struct module *m = (struct module *)modules.items + i;
        table_text(table, m->name);
        table_number(table, (double)m->regions);
        table_number(table, (double)m->calls);
        table_figure(table, (double)m->plain);
        table_figure(table, (double)m->folded);
        table_figure(table, (double)m->team);
        table_figure(table, (double)m->forwarded);
        table_figure(table, (double)m->saved);
        table_figure(table, (double)m->remaining);
    }
    table_sort(table, 2);
    free(modules.items);
}

static void fill_loops(struct table *table, const struct model *model)
{
    for (size_t i = 0; i < model->sums.loops.count; i++) {
        const struct loop *loop = model_loop_at(model, i);
        table_text(table, loop->name);
        table_figure(table, (double)loop->runs);
        table_figure(table, (double)loop->kept);
        table_figure(table, (double)loop->chunk);
        table_figure(table, (double)loop->n);
        table_mean(table, loop->run_ns, loop->runs);
        table_mean(table, loop->kept_ns, loop->kept);
    }
    table_sort(table, 1);
}

void tables_fill_regions(struct content *content)
{
    struct table *tables = content->tables;
    tables[TABLE_SITES] = (struct table){.id = "sites",
                                         .title = "Regions: what became of their calls",
                                         .name_last = true,
                                         COLUMNS(site_columns)};
    tables[TABLE_TIMES] =
        (struct table){.id = "times",
                       .title = "Regions: what they took",
                       .name_last = true,
                       .note = "remaining: a bound, from the calls that were timed",
                       COLUMNS(time_columns)};
    tables[TABLE_MODULES] = (struct table){
        .id = "modules", .title = "Regions by module", .name_last = true, COLUMNS(module_columns)};
    tables[TABLE_LOOPS] = (struct table){
        .id = "loops", .title = "Dynamic loops", .name_last = true, COLUMNS(loop_columns)};
    fill_sites(&tables[TABLE_SITES], content->model);
    fill_times(&tables[TABLE_TIMES], content->model);
    fill_modules(&tables[TABLE_MODULES], content->model);
    fill_loops(&tables[TABLE_LOOPS], content->model);
}
