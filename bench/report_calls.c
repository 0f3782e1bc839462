// SPDX-License-Identifier: MIT
// Small calls of a program linked to BLAS, with the library preloaded and without: what they cost,
// and what of that is the thunk's.
#include <stddef.h>
#include <string.h>

#include "bench/figures.h"
#include "bench/setting.h"
#include "bench/stats.h"
#include "kernels/kernels.h"

enum { LINKED, ORIGINAL, KERNEL }; // the columns of prog_victim
enum { MODES = MODE_DISABLED + 1, ROUNDS_MAX = 16 };

static const long sizes[] = {1, 8, 64, 0};
enum { SIZES = sizeof sizes / sizeof *sizes - 1 };

static const char all_names[] = "ddot_,daxpy_,dscal_,dnrm2_,dcopy_,idamax_,cblas_ddot,cblas_daxpy,"
                                "cblas_dscal,cblas_dnrm2,cblas_dcopy,cblas_idamax";

// Victims take turns: each round runs every mode once, as processes of some tens of milliseconds.
struct calls {
    int rounds;
    struct figures runs[ROUNDS_MAX][MODES];
};

// A cell's figures, each the median over the rounds.
struct price {
    double without, with, ratio; // ns, ns, with / without
    double thunk;                // ns that an intercepted kernel call takes beyond the kernel
    double forward;              // ns that a forwarded call takes beyond the original's
};

static double median_of(const struct calls *calls, int row,
                        double (*figure)(const struct figures round[MODES], int row))
{
    double values[ROUNDS_MAX];

    for (int i = 0; i < calls->rounds; i++)
        values[i] = figure(calls->runs[i], row);
    return stats_median(values, (size_t)calls->rounds);
}

static double value(const struct figures round[MODES], enum setting_mode mode, int row, int column)
{
    return round[mode].row[row].values[column];
}

static double figure_without(const struct figures round[MODES], int row)
{
    return value(round, MODE_PLAIN, row, LINKED);
}

static double figure_with(const struct figures round[MODES], int row)
{
    return value(round, MODE_PRELOAD, row, LINKED);
}

static double figure_ratio(const struct figures round[MODES], int row)
{
    return figure_with(round, row) / figure_without(round, row);
}

static double figure_thunk(const struct figures round[MODES], int row)
{
    return figure_with(round, row) - value(round, MODE_PRELOAD, row, KERNEL);
}

static double figure_forward(const struct figures round[MODES], int row)
{
    return value(round, MODE_DISABLED, row, LINKED) - value(round, MODE_DISABLED, row, ORIGINAL);
}

static struct price find_price(const struct calls *calls, int row)
{
    return (struct price){median_of(calls, row, figure_without), median_of(calls, row, figure_with),
                          median_of(calls, row, figure_ratio), median_of(calls, row, figure_thunk),
                          median_of(calls, row, figure_forward)};
}

static void write_price(struct json *json, const struct figure *row, const struct price *price)
{
    json_open_object(json, NULL);
    json_add_text(json, "name", row->name);
    json_add_number(json, "n", (double)row->n);
    json_add_number(json, "without_ns", price->without);
    json_add_number(json, "with_ns", price->with);
    json_add_number(json, "ratio", price->ratio);
    json_add_number(json, "thunk_ns", price->thunk);
    json_add_number(json, "forward_ns", price->forward);
    json_close_object(json);
}

// A line of the table: a name at all sizes.
static void print_name(struct bench *bench, const struct calls *calls, int first,
                       struct price *prices)
{
    const struct figure *row = &calls->runs[0][0].row[first];

    printf("| %s |", row->name);
    for (int i = 0; i < SIZES; i++) {
        prices[i] = find_price(calls, first + i);
        write_price(&bench->json, row + i, &prices[i]);
        printf(prices[i].ratio > 1 ? " %.1f → %.1f (**%.2f**) |" : " %.1f → %.1f (%.2f) |",
               prices[i].without, prices[i].with, prices[i].ratio);
    }
    printf(" %.1f, %.1f, %.1f |", prices[0].thunk, prices[1].thunk, prices[2].thunk);
    printf(" %.1f, %.1f, %.1f |\n", prices[0].forward, prices[1].forward, prices[2].forward);
}

static double over_cells(const struct price *prices, int count, size_t member, double percent)
{
    double values[FIGURES_ROWS];

    for (int i = 0; i < count; i++)
        memcpy(&values[i], (const char *)&prices[i] + member, sizeof *values);
    return stats_percentile(values, (size_t)count, percent);
}

static void print_medians(struct bench *bench, const struct price *prices, int count)
{
    double ratio = over_cells(prices, count, offsetof(struct price, ratio), 50);
    double worst = over_cells(prices, count, offsetof(struct price, ratio), 100);
    double thunk = over_cells(prices, count, offsetof(struct price, thunk), 50);
    double forward = over_cells(prices, count, offsetof(struct price, forward), 50);

    printf("\nRatio: median %.2f, worst %.2f (target 1). Thunk: median %.1f ns. Forwarding: median "
           "%.1f ns.\n\n",
           ratio, worst, thunk, forward);
    json_add_number(&bench->json, "ratio", ratio);
    json_add_number(&bench->json, "worst_ratio", worst);
    json_add_number(&bench->json, "thunk_ns", thunk);
    json_add_number(&bench->json, "forward_ns", forward);
}

static void print_table(struct bench *bench, const struct calls *calls, const char *title)
{
    struct price prices[FIGURES_ROWS];
    int count = calls->runs[0][0].rows;

    printf("### %s\n\n| ns a call: without → with |", title);
    for (int i = 0; i < SIZES; i++)
        printf(" n=%ld |", sizes[i]);
    printf(" thunk, by n | forwarding, by n |\n|---|--:|--:|--:|--:|--:|\n");
    json_open_object(&bench->json, NULL);
    json_add_text(&bench->json, "setting", title);
    json_open_array(&bench->json, "cells");
    for (int i = 0; i + SIZES <= count; i += SIZES)
        print_name(bench, calls, i, &prices[i]);
    json_close_array(&bench->json);
    print_medians(bench, prices, count);
    json_close_object(&bench->json);
}

static int measure_round(struct bench *bench, const struct setting *setting, const char *names,
                         struct figures round[MODES])
{
    struct environment environment;
    char list[64];
    int status = 0;

    figures_join_sizes(sizes, list, sizeof list);
    for (int mode = 0; mode < MODES; mode++) {
        setting_fill_environment(bench, setting, (enum setting_mode)mode, &environment);
        round[mode].rows = 0;
        status |= figures_run(
            bench,
            (const char *const[]){"victim", bench->cpu, "15", "25", list, "calls", names, NULL},
            environment.list, &round[mode]);
    }
    return status;
}

static int report_setting(struct bench *bench, const struct setting *setting, const char *names)
{
    static struct calls calls;
    char title[64];

    if (!setting_usable(setting))
        return 0;
    setting_title(setting, title, sizeof title);
    bench_show("calls", title);
    calls.rounds = bench->options.quick ? 3 : 11;
    for (int i = 0; i < calls.rounds; i++)
        if (measure_round(bench, setting, names, calls.runs[i]) != 0)
            return -1;
    bench_show(NULL, NULL);
    print_table(bench, &calls, title);
    return 0;
}

static int report_provider(struct bench *bench, enum provider_id provider, const char *names)
{
    const char *core = bench_core((int)kernels_isa_best());
    struct setting setting = {.provider = provider};
    int status = report_setting(bench, &setting, names);

    if (!setting_is_openblas(&setting) || !*core)
        return status;
    setting.core = core;
    return status | report_setting(bench, &setting, names);
}

int report_calls(struct bench *bench)
{
    const char *routine = bench->options.routine;
    char names[128];
    int status = 0;

    if (routine)
        snprintf(names, sizeof names, "%s_,cblas_%s", routine, routine);
    printf("## Intercepted calls\n\n");
    json_open_array(&bench->json, "calls");
    for (int provider = 0; provider < PROVIDER_COUNT; provider++)
        status |= report_provider(bench, (enum provider_id)provider, routine ? names : all_names);
    json_close_array(&bench->json);
    return status;
}
