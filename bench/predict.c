// SPDX-License-Identifier: MIT
// What scikit-learn takes to predict one row (predict_row.py).
#include "bench/predict.h"

#include <string.h>

static const char program[] = "predict_row";
static const double limit = 1.3;

static void report_ratio(struct report *report)
{
    const struct pairs *pairs = &report->pairs;
    struct place one = pairs_find(pairs, TEAM_PLAIN, "one", 0);
    struct place without = pairs_find(pairs, TEAM_PLAIN, "team", 0);
    struct place with = pairs_find(pairs, TEAM_PRELOAD, "team", 0);
    double ratio = pairs_ratio(pairs, with, one);
    char text[32];

    printf(" %s |", pairs_format(pairs_median(pairs, one), text));
    report_print_change(pairs_median(pairs, without), pairs_median(pairs, with));
    printf(" %.2f → %.2f |", pairs_ratio(pairs, without, one), ratio);
    report_print_met(ratio, limit, 0);
    putchar('\n');
    report_write(report, "predict, one thread", 0, pairs_median(pairs, one),
                 pairs_median(pairs, with));
    report_write(report, "predict", 0, pairs_median(pairs, without), pairs_median(pairs, with));
    report_check(report, "prediction of a row / one thread", ratio, limit, 0);
}

static int report_team(struct report *report, const struct team *team)
{
    const bool quick = report->bench->options.quick;
    const struct pairs_plan plan = {.part = "predict",
                                    .samples = "60",
                                    .sample_us = "200000",
                                    .lists = {[TEAM_PLAIN] = "one,team", [TEAM_PRELOAD] = "team"},
                                    .rounds = quick ? 1 : 3};
    char title[64];

    team_title(team, title, sizeof title);
    bench_show("lazy, predict", title);
    if (pairs_measure(report->bench, team, &plan, &report->pairs) != 0)
        return -1;
    bench_show(NULL, NULL);
    printf("| %s |", title);
    report_ratio(report);
    return 0;
}

// 0: there is a model; 1: there is no scikit-learn; -1: failed.
static int train(struct report *report)
{
    const struct team one = {.runtime = TEAM_GOMP, .threads = 1, .program = program};
    struct figures *figures = &report->pairs.runs[0][TEAM_PLAIN];

    bench_show("lazy, predict", "training");
    if (team_run(report->bench, &one, TEAM_PLAIN,
                 (const char *const[]){"train", "0", "0", "", NULL}, figures) != 0)
        return -1;
    bench_show(NULL, NULL);
    return strcmp(figures->row[0].name, "missing") == 0;
}

int predict_report(struct report *report)
{
    static const int all[] = {1, 2, 4, 14, 0}, few[] = {2, 14, 0};
    int status;

    printf("### scikit-learn's HistGradientBoosting predicts one row: 100 small regions\n\n");
    status = train(report);
    if (status != 0) {
        if (status > 0)
            printf("scikit-learn is not installed: skipped.\n\n");
        return status > 0 ? 0 : -1;
    }
    printf("| without → with | one thread, without | the team | over one thread | "
           "at most %.4g |\n"
           "|---|--:|--:|--:|---|\n",
           limit);
    for (const int *threads = report->bench->options.quick ? few : all; *threads; threads++)
        for (int spinning = 1; spinning >= 0; spinning--) {
            const struct team team = {TEAM_GOMP, *threads, spinning != 0, program};
            status |= report_team(report, &team);
        }
    putchar('\n');
    return status;
}
