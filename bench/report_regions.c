// SPDX-License-Identifier: MIT
// Regions with next to nothing to do: what it costs to enter and leave them, with the library and
// without. Then loops that are small and large by turns. Overheads of constructs: overheads.c.
#include "bench/overheads.h"
#include "bench/report.h"

enum { FORWARDED_NS = 40, ALTERNATE_NS = 100, ALTERNATE_LARGE = 512 };

static const double one_thread_ns[TEAM_RUNTIMES] = {15, 30};
static const double alternate_ratio = 1.05;

// A region that has one thread anyway.
static void report_one(struct report *report, const char *name, const char *target)
{
    double without = report_median(report, TEAM_PLAIN, name, 0);
    double with = report_median(report, TEAM_PRELOAD, name, 0);

    report_print_change(without, with);
    report_write(report, name, 0, without, with);
    report_check(report, target, with, one_thread_ns[report->pairs.team.runtime], 0);
}

// Beyond the loop itself, called as a plain function.
static double small_loop(const struct report *report, enum team_mode mode)
{
    return pairs_difference(&report->pairs, pairs_find(&report->pairs, mode, "loop", 0),
                            pairs_find(&report->pairs, mode, "plain", 0));
}

static void report_small_loop(struct report *report)
{
    double without = small_loop(report, TEAM_PLAIN), lazy = small_loop(report, TEAM_PRELOAD);
    double trimmed = small_loop(report, TEAM_TRIM);

    report_print_change(without, lazy);
    report_print_change(without, trimmed);
    report_write(report, "small loop", 0, without, lazy);
    report_write(report, "small loop, trim", 0, without, trimmed);
    report_check(report, "trimmed region, ns", trimmed, one_thread_ns[report->pairs.team.runtime],
                 0);
}

static void report_forwarded(struct report *report)
{
    const struct pairs *pairs = &report->pairs;
    struct place without = pairs_find(pairs, TEAM_PLAIN, "forwarded", 0);
    struct place with = pairs_find(pairs, TEAM_PRELOAD, "forwarded", 0);
    double more = pairs_difference(pairs, with, without), noise = pairs_noise(pairs, without);
    char texts[3][32];

    printf(" %s | %s ± %s |", pairs_format(pairs_median(pairs, without), texts[0]),
           pairs_format(more, texts[1]), pairs_format(noise, texts[2]));
    report_write(report, "forwarded", 0, pairs_median(pairs, without), pairs_median(pairs, with));
    report_check(report, "forwarded region, ns more", more, FORWARDED_NS, noise);
}

static int measure_forks(struct report *report, const struct team *team)
{
    static const char list[] = "one,if0,nested,loop,plain,forwarded";
    const struct pairs_plan plan = {.part = "forks",
                                    .samples = "15",
                                    .sample_us = "300",
                                    .lists = {list, list, list, list},
                                    .rounds = report->bench->options.quick ? 3 : 9};

    return pairs_measure(report->bench, team, &plan, &report->pairs);
}

// OMP_NUM_THREADS=1, in the same column order as the others.
static int report_single(struct report *report, const struct team *team)
{
    static const char list[] = "default";
    const struct pairs_plan plan = {.part = "forks",
                                    .samples = "15",
                                    .sample_us = "300",
                                    .lists = {[TEAM_PLAIN] = list, [TEAM_PRELOAD] = list},
                                    .rounds = report->bench->options.quick ? 3 : 9};
    const struct team one = {team->runtime, 1, team->spinning, NULL};

    if (pairs_measure(report->bench, &one, &plan, &report->pairs) != 0)
        return -1;
    report_one(report, "default", "OMP_NUM_THREADS=1, ns");
    return 0;
}

static int report_forks_of(struct report *report, const struct team *team)
{
    char title[64];

    team_title(team, title, sizeof title);
    bench_show("regions", title);
    if (measure_forks(report, team) != 0)
        return -1;
    bench_show(NULL, NULL);
    printf("| %s |", title);
    report_one(report, "one", "num_threads(1), ns");
    report_one(report, "if0", "if(0), ns");
    report_one(report, "nested", "nested, ns");
    report_small_loop(report);
    report_forwarded(report);
    int status = report_single(report, team);
    putchar('\n');
    return status;
}

static int report_forks(struct report *report)
{
    struct team teams[TEAMS_MAX];
    int count = team_list(report->bench->options.quick, teams), status = 0;

    printf("| without → with | num_threads(1) | if(0) | nested | small loop | trim: small loop | "
           "forwarded, without | with: more ± noise | OMP_NUM_THREADS=1 |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < count; i++)
        status |= report_forks_of(report, &teams[i]);
    putchar('\n');
    return status;
}

// How many iterations there are is told before the fork by libgomp's combined constructs alone; for
// the others, to be right about both sizes is not asked for, but large ones must not lose.
static bool count_is_seen(const char *schedule)
{
    return *schedule == 'c';
}

static void report_alternate_schedule(struct report *report, const char *schedule)
{
    const struct pairs *pairs = &report->pairs;
    struct place without = pairs_find(pairs, TEAM_PLAIN, schedule, ALTERNATE_LARGE);
    struct place with = pairs_find(pairs, TEAM_TRIM, schedule, ALTERNATE_LARGE);
    double small = report_median(report, TEAM_TRIM, schedule, 1);
    double before = report_median(report, TEAM_PLAIN, schedule, 1);
    double ratio = pairs_ratio(pairs, with, without);

    report_print_change(before, small);
    report_print_change(pairs_median(pairs, without), pairs_median(pairs, with));
    printf(" %.2f |", ratio);
    report_write(report, schedule, 1, before, small);
    report_write(report, schedule, ALTERNATE_LARGE, pairs_median(pairs, without),
                 pairs_median(pairs, with));
    if (count_is_seen(schedule))
        report_check(report, "alternating, S = 1, ns", small, ALTERNATE_NS, 0);
    report_check(report, "alternating, S = 512, with / without", ratio, alternate_ratio,
                 pairs_noise_share(pairs, without));
}

static int report_alternate_of(struct report *report, const struct team *team)
{
    const struct pairs_plan plan = {.part = "alternate",
                                    .samples = "60",
                                    .sample_us = "0",
                                    .lists = {"", "", NULL, ""},
                                    .rounds = report->bench->options.quick ? 2 : 5};
    char title[64];

    team_title(team, title, sizeof title);
    bench_show("regions", "small and large by turns");
    if (pairs_measure(report->bench, team, &plan, &report->pairs) != 0)
        return -1;
    bench_show(NULL, NULL);
    printf("| %s |", title);
    report_alternate_schedule(report, "static");
    report_alternate_schedule(report, "dynamic");
    if (team->runtime == TEAM_GOMP)
        report_alternate_schedule(report, "combined");
    else
        printf(" | | |");
    putchar('\n');
    return 0;
}

static int report_alternate(struct report *report)
{
    struct team teams[TEAMS_MAX];
    int count = team_list(report->bench->options.quick, teams), status = 0;

    printf("### A loop over S positions, S = 1 and S = 512 by turns, mode = trim\n\nS = 1: beyond "
           "its body. Only libgomp's combined constructs tell the count before the fork.\n\n");
    printf("| without → with | static, S = 1 | S = 512 | ratio | dynamic, S = 1 | S = 512 | "
           "ratio | combined, S = 1 | S = 512 | ratio |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < count; i++)
        status |= report_alternate_of(report, &teams[i]);
    putchar('\n');
    return status;
}

int report_regions(struct bench *bench)
{
    static struct report report;
    int status;

    report.bench = bench;
    printf("## Regions\n\n");
    json_open_object(&bench->json, "regions");
    json_open_array(&bench->json, "forks");
    status = report_forks(&report);
    json_close_array(&bench->json);
    json_open_array(&bench->json, "alternating");
    status |= report_alternate(&report);
    json_close_array(&bench->json);
    json_open_array(&bench->json, "overheads");
    status |= overheads_report(&report);
    json_close_array(&bench->json);
    json_close_object(&bench->json);
    report_print_targets(&report, "Regions: targets");
    return status;
}
