// SPDX-License-Identifier: MIT
// The lazy team, the library's default: what small regions take once they are learned, and whether
// large ones lose. The first calls are in first_calls.c, scikit-learn in predict.c.
#include "bench/first_calls.h"
#include "bench/predict.h"
#include "bench/report.h"

enum { LARGE = 4096, PAUSES = 1000 }; // as omp_lazy.c has them

static const double small_ns = 500, large_ratio = 1.15, long_ratio = 1.01, cpu_ratio = 0.1;

typedef void report_row(struct report *report);

struct table {
    const char *title; // for a terminal
    const struct pairs_plan *plan;
    report_row *row;
};

static int report_team(struct report *report, const struct team *team, const struct table *table)
{
    char title[64];

    team_title(team, title, sizeof title);
    bench_show(table->title, title);
    if (pairs_measure(report->bench, team, table->plan, &report->pairs) != 0)
        return -1;
    bench_show(NULL, NULL);
    printf("| %s |", title);
    table->row(report);
    putchar('\n');
    return 0;
}

static int report_teams(struct report *report, const struct table *table)
{
    struct team teams[TEAMS_MAX];
    int count = team_list(report->bench->options.quick, teams), status = 0;

    for (int i = 0; i < count; i++)
        status |= report_team(report, &teams[i], table);
    putchar('\n');
    return status;
}

// Each virtual thread may cost something.
static void report_call(struct report *report, const char *name, double base, double per_thread)
{
    double without = report_median(report, TEAM_PLAIN, name, 0);
    double with = report_median(report, TEAM_PRELOAD, name, 0);
    int threads = report->pairs.team.threads;
    double limit = base + per_thread * threads;
    char text[32], target[64];

    report_print_change(without, with);
    printf(" %s |", pairs_format(limit, text));
    report_print_met(with, limit, 0);
    report_write(report, name, 0, without, with);
    snprintf(target, sizeof target, "%s, team of %d, ns", name, threads);
    report_check(report, target, with, limit, 0);
}

static void report_calls_row(struct report *report)
{
    report_call(report, "one", 60, 25);
    report_call(report, "cython", 100, 60);
}

static int report_small(struct report *report)
{
    static const char list[] = "one,cython";
    const struct pairs_plan plan = {.part = "lazy",
                                    .samples = "15",
                                    .sample_us = "300",
                                    .lists = {[TEAM_PLAIN] = list, [TEAM_PRELOAD] = list},
                                    .rounds = report->bench->options.quick ? 3 : 9};
    const struct table table = {"lazy, small regions", &plan, report_calls_row};

    printf("After 200 calls. Cython's: a loop over 4 iterations that does not wait, then a "
           "barrier.\n\n"
           "| without → with | one iteration | at most | met | Cython's | at most | met |\n"
           "|---|--:|--:|---|--:|--:|---|\n");
    return report_teams(report, &table);
}

static void report_ratio(struct report *report, const char *name, long n, const char *target,
                         double limit)
{
    const struct pairs *pairs = &report->pairs;
    struct place without = pairs_find(pairs, TEAM_PLAIN, name, n);
    struct place with = pairs_find(pairs, TEAM_PRELOAD, name, n);
    double ratio = pairs_ratio(pairs, with, without), noise = pairs_noise_share(pairs, without);

    report_print_change(pairs_median(pairs, without), pairs_median(pairs, with));
    printf(" %.3f ± %.3f |", ratio, noise);
    report_print_met(ratio, limit, noise);
    report_write(report, name, n, pairs_median(pairs, without), pairs_median(pairs, with));
    report_check(report, target, ratio, limit, noise);
}

static void report_sizes_row(struct report *report)
{
    double without = report_median(report, TEAM_PLAIN, "sizes", 1);
    double with = report_median(report, TEAM_PRELOAD, "sizes", 1);

    report_print_change(without, with);
    report_print_met(with, small_ns, 0);
    report_write(report, "sizes", 1, without, with);
    report_check(report, "S = 1 among 4096, ns", with, small_ns, 0);
    report_ratio(report, "sizes", LARGE, "S = 4096 among 1, with / without", large_ratio);
    report_ratio(report, "long", 0, "5 ms of work, with / without", long_ratio);
}

static int report_large(struct report *report)
{
    static const char list[] = "sizes,long";
    const bool quick = report->bench->options.quick;
    const struct pairs_plan plan = {.part = "lazy",
                                    .samples = quick ? "20" : "40",
                                    .sample_us = quick ? "60000" : "120000",
                                    .lists = {list, list, list, NULL},
                                    .rounds = quick ? 2 : 5};
    const struct table table = {"lazy, large regions", &plan, report_sizes_row};

    printf("### Large regions, and small among large ones\n\nOne region over S elements of some 25 "
           "ns: "
           "19 calls with S = 1 (beyond its body), one with S = %d, and so on. Another\none of "
           "5 ms on one thread.\n\n"
           "| without → with | S = 1 | at most %.0f ns | S = %d | ratio | at most %.4g | 5 ms | "
           "ratio | at most %.4g |\n|---|--:|---|--:|--:|---|--:|--:|---|\n",
           LARGE, small_ns, LARGE, large_ratio, long_ratio);
    return report_teams(report, &table);
}

static void report_pauses_row(struct report *report)
{
    const struct pairs *pairs = &report->pairs;
    struct place without = pairs_find(pairs, TEAM_PLAIN, "pauses", PAUSES);
    struct place with = pairs_find(pairs, TEAM_PRELOAD, "pauses", PAUSES);
    double ratio = pairs_ratio(pairs, with, without);

    report_print_change(pairs_median(pairs, without), pairs_median(pairs, with));
    printf(" %.3f |", ratio);
    report_print_met(ratio, cpu_ratio, 0);
    report_write(report, "pauses, CPU time", PAUSES, pairs_median(pairs, without),
                 pairs_median(pairs, with));
    report_check(report, "CPU time with pauses, with / without", ratio, cpu_ratio, 0);
}

static int report_pauses(struct report *report)
{
    const struct pairs_plan plan = {.part = "pauses",
                                    .samples = "1000",
                                    .sample_us = "0",
                                    .lists = {[TEAM_PLAIN] = "", [TEAM_PRELOAD] = ""},
                                    .rounds = report->bench->options.quick ? 2 : 5};
    const struct table table = {"lazy, pauses", &plan, report_pauses_row};
    int status = 0;

    printf("### CPU time of %d regions of one iteration, with pauses of 0.2 ms\n\n"
           "| without → with | CPU time | ratio | at most %.4g |\n|---|--:|--:|---|\n",
           PAUSES, cpu_ratio);
    for (int runtime = 0; runtime < TEAM_RUNTIMES; runtime++) {
        const struct team team = {
            .runtime = (enum team_runtime)runtime, .threads = 2, .spinning = true};
        status |= report_team(report, &team, &table);
    }
    putchar('\n');
    return status;
}

int report_lazy(struct bench *bench)
{
    static const struct {
        const char *name;
        int (*report)(struct report *report);
    } parts[] = {{"small", report_small},
                 {"large", report_large},
                 {"pauses", report_pauses},
                 {"first_calls", first_calls_report},
                 {"predict", predict_report}};
    static struct report report;
    int status = 0;

    report.bench = bench;
    printf("## The lazy team\n\n");
    json_open_object(&bench->json, "lazy");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        json_open_array(&bench->json, parts[i].name);
        status |= parts[i].report(&report);
        json_close_array(&bench->json);
    }
    json_close_object(&bench->json);
    report_print_targets(&report, "The lazy team: targets");
    return status;
}
