// SPDX-License-Identifier: MIT
// The plots of a page: what each shows of a report.
#include "shim/cli/report/html_out.h"
#include "shim/cli/report/units.h"

static struct plot_row *add(struct plot *plot, const char *label)
{
    struct plot_row *row = list_add(&plot->rows, sizeof *row);
    row->label = label;
    return row;
}

static void write_times(FILE *page, const struct model *model)
{
    struct plot plot = {
        .id = "saved",
        .title = "Time saved and time remaining, by region",
        .about =
            "Saved: what calls that were folded on one thread took less than their teams would "
            "have. Remaining: what fork and join still cost, the most that a smaller team could "
            "win.",
        .series = {"saved", "remaining"},
        .colours = {"good", "rest"},
        .show = units_time};
    for (size_t i = 0; i < model->sums.sites.count; i++) {
        const struct site *site = model_site_at(model, i);
        struct plot_row *row = add(&plot, site->name);
        row->values[0] = (double)site->saved_ns;
        row->values[1] = (double)site->fork_join_ns;
    }
    plot_write(page, &plot);
}

// A lazy call that is still under way when the process ends is in none of these.
static void write_ways(FILE *page, const struct model *model)
{
    struct plot plot = {
        .id = "ways",
        .title = "Calls of regions, by what became of them",
        .about = "Shares of each region's calls; the figure behind a bar counts them all.",
        .series = {"one thread", "trimmed", "folded", "promoted or rescued", "team", "forwarded"},
        .colours = {"plain", "trim", "good", "late", "team", "other"},
        .stacked = true,
        .show = units_count};
    for (size_t i = 0; i < model->sums.sites.count; i++) {
        const struct site *site = model_site_at(model, i);
        struct plot_row *row = add(&plot, site->name);
        row->values[0] = (double)site->calls[WAY_ONE_THREAD];
        row->values[1] = (double)site->calls[WAY_TRIMMED];
        row->values[2] = (double)site->ends[END_FOLDED];
        row->values[3] = (double)site->ends[END_PROMOTED] + (double)site->ends[END_RESCUED];
        row->values[4] = (double)site->calls[WAY_TEAM];
        row->values[5] = (double)site->calls[WAY_FORWARDED];
    }
    plot_write(page, &plot);
}

static void write_ranks(FILE *page, const struct content *content)
{
    bool ranks = ranks_are_known(content->model);
    struct plot plot = {
        .id = "by-rank",
        .title = ranks ? "Fork and join, by rank" : "Fork and join, by process",
        .about = "What is left of it, the most that a smaller team could still win; and what "
                 "folded calls have saved.",
        .series = {"saved", "fork and join"},
        .colours = {"good", "rest"},
        .show = units_time};
    for (size_t i = 0; content->rank_count > 1 && i < content->rank_count; i++) {
        struct plot_row *row = add(&plot, content->ranks[i].name);
        row->values[0] = (double)content->ranks[i].saved_ns;
        row->values[1] = (double)content->ranks[i].fork_join_ns;
    }
    plot_write(page, &plot);
}

static void write_routines(FILE *page, const struct model *model)
{
    struct plot plot = {
        .id = "level1",
        .title = "Level-1 BLAS calls, by who ran them",
        .about = "Shares of each routine's calls; the figure behind a bar counts them all.",
        .series = {"kernel, on one thread", "forwarded to the BLAS"},
        .colours = {"good", "other"},
        .stacked = true,
        .show = units_count};
    for (size_t i = 0; i < model->sums.routines.count; i++) {
        const struct routine *r = model_routine_at(model, i);
        struct plot_row *row = add(&plot, r->name);
        row->values[0] = (double)r->kernel;
        row->values[1] = (double)r->forwarded;
    }
    plot_write(page, &plot);
}

void plots_write(FILE *page, const struct content *content)
{
    write_times(page, content->model);
    write_ways(page, content->model);
    write_ranks(page, content);
    write_routines(page, content->model);
}
