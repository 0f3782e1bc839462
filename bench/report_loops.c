// SPDX-License-Identifier: MIT
// Dynamic loops with the library and without: tiny, long unequal and clustered iterations. The
// search for the best chunk is in chunk_grid.c.
#include "bench/chunk_grid.h"
#include "bench/report.h"

static const double tiny_limit = 1.5, unequal_limit = 1.05, cluster_limit = 0.65;

static double ratio_of(const struct report *report, enum team_mode mode, const char *above,
                       const char *below)
{
    return pairs_ratio(&report->pairs, pairs_find(&report->pairs, mode, above, 0),
                       pairs_find(&report->pairs, mode, below, 0));
}

static void report_change(struct report *report, const char *name)
{
    double without = report_median(report, TEAM_PLAIN, name, 0);
    double with = report_median(report, TEAM_PRELOAD, name, 0);

    report_print_change(without, with);
    report_write(report, name, 0, without, with);
}

static void report_tiny(struct report *report)
{
    double ratio = ratio_of(report, TEAM_PRELOAD, "tiny dynamic", "tiny static");

    report_change(report, "tiny static");
    report_change(report, "tiny dynamic");
    printf(" %.2f → %.2f |", ratio_of(report, TEAM_PLAIN, "tiny dynamic", "tiny static"), ratio);
    report_check(report, "1e6 tiny iterations, dynamic,1 / static", ratio, tiny_limit, 0);
}

static void report_unequal(struct report *report)
{
    const struct pairs *pairs = &report->pairs;
    struct place without = pairs_find(pairs, TEAM_PLAIN, "unequal", 0);
    double ratio = pairs_ratio(pairs, pairs_find(pairs, TEAM_PRELOAD, "unequal", 0), without);

    report_change(report, "unequal");
    printf(" %.2f |", ratio);
    report_check(report, "48 unequal iterations, with / without", ratio, unequal_limit, 0);
}

// The target is for two threads, with a CPU for each.
static void report_cluster(struct report *report)
{
    double ratio = ratio_of(report, TEAM_PRELOAD, "cluster", "cluster serial");

    report_change(report, "cluster");
    printf(" %.2f → %.2f |\n", ratio_of(report, TEAM_PLAIN, "cluster", "cluster serial"), ratio);
    if (report->pairs.team.threads == 2)
        report_check(report, "300 long among 250000 tiny, team of 2 / one thread", ratio,
                     cluster_limit, 0);
}

static int report_team(struct report *report, const struct team *team)
{
    const struct pairs_plan plan = {.part = "loops",
                                    .samples = "9",
                                    .sample_us = "80000",
                                    .lists = {[TEAM_PLAIN] = "", [TEAM_PRELOAD] = ""},
                                    .rounds = report->bench->options.quick ? 2 : 4};
    char title[64];

    team_title(team, title, sizeof title);
    bench_show("loops", title);
    if (pairs_measure(report->bench, team, &plan, &report->pairs) != 0)
        return -1;
    bench_show(NULL, NULL);
    printf("| %s |", title);
    report_tiny(report);
    report_unequal(report);
    report_cluster(report);
    return 0;
}

static int report_teams(struct report *report)
{
    struct team teams[TEAMS_MAX];
    int count = team_list(report->bench->options.quick, teams), status = 0;

    if (report->bench->options.quick)
        count = TEAMS_OF_A_SIZE;
    printf("| without → with | 1e6 tiny, static | dynamic,1 | dynamic / static | 48 unequal | ");
    printf("ratio | 300 long among 250000 tiny | over one thread |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < count; i++)
        status |= report_team(report, &teams[i]);
    putchar('\n');
    return status;
}

int report_loops(struct bench *bench)
{
    static struct report report;
    int status;

    report.bench = bench;
    printf("## Dynamic loops\n\n");
    json_open_object(&bench->json, "loops");
    json_open_array(&bench->json, "loops");
    status = report_teams(&report);
    json_close_array(&bench->json);
    json_open_array(&bench->json, "unit_tasks");
    status |= chunk_grid_report(&report);
    json_close_array(&bench->json);
    json_close_object(&bench->json);
    report_print_targets(&report, "Dynamic loops: targets");
    return status;
}
