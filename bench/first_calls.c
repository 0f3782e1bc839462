// SPDX-License-Identifier: MIT
// What a region loses in its first calls, while the library learns about it.
#include "bench/first_calls.h"
#include "bench/stats.h"

enum { SITES = 6, CALLS = 100 }; // as omp_fresh.c prints them
enum { COUNTED = 30, IN_A_ROW = 5, FASTER = 3 };

static double time_of(const struct pairs *pairs, int round, enum team_mode mode, int site, int call)
{
    return pairs->runs[round][mode].row[site * CALLS + call].values[0];
}

static double sum_first(const struct pairs *pairs, int round, enum team_mode mode)
{
    double sums[SITES] = {0};

    for (int site = 0; site < SITES; site++)
        for (int call = 0; call < COUNTED; call++)
            sums[site] += time_of(pairs, round, mode, site, call);
    return stats_median(sums, SITES);
}

static double find_usual(const struct pairs *pairs, int round)
{
    double values[SITES * CALLS];

    for (int i = 0; i < SITES * CALLS; i++)
        values[i] = time_of(pairs, round, TEAM_PLAIN, i / CALLS, i % CALLS);
    return stats_median(values, SITES * CALLS);
}

// The first of some calls in a row that take less than the limit, from 1 on; CALLS: there are none.
static int find_lazy(const struct pairs *pairs, int round, int site, double limit)
{
    int fast = 0;

    for (int call = 0; call < CALLS; call++) {
        fast = time_of(pairs, round, TEAM_PRELOAD, site, call) < limit ? fast + 1 : 0;
        if (fast == IN_A_ROW)
            return call + 2 - IN_A_ROW;
    }
    return CALLS;
}

static double median_lazy(const struct pairs *pairs)
{
    double values[PAIRS_ROUNDS * SITES];

    for (int i = 0; i < pairs->rounds * SITES; i++)
        values[i] = find_lazy(pairs, i / SITES, i % SITES, find_usual(pairs, i / SITES) / FASTER);
    return stats_median(values, (size_t)(pairs->rounds * SITES));
}

static void report_learning(struct report *report)
{
    const struct pairs *pairs = &report->pairs;
    double without[PAIRS_ROUNDS], with[PAIRS_ROUNDS], ratios[PAIRS_ROUNDS];
    size_t rounds = (size_t)pairs->rounds;

    for (int i = 0; i < pairs->rounds; i++) {
        without[i] = sum_first(pairs, i, TEAM_PLAIN);
        with[i] = sum_first(pairs, i, TEAM_PRELOAD);
        ratios[i] = with[i] / without[i];
    }
    double before = stats_median(without, rounds), after = stats_median(with, rounds);
    double lazy = median_lazy(pairs);
    report_print_change(before, after);
    printf(lazy < CALLS ? " %.2f | %.0f |\n" : " %.2f | none of %.0f |\n",
           stats_median(ratios, rounds), lazy);
    report_write(report, "first calls", COUNTED, before, after);
    report_write(report, "lazy from call", (long)lazy, before / COUNTED, after / COUNTED);
}

static int report_team(struct report *report, const struct team *team)
{
    const struct pairs_plan plan = {.part = "fresh",
                                    .samples = "0",
                                    .sample_us = "0",
                                    .lists = {[TEAM_PLAIN] = "", [TEAM_PRELOAD] = ""},
                                    .rounds = report->bench->options.quick ? 3 : 5};
    char title[64];

    team_title(team, title, sizeof title);
    bench_show("lazy, first calls", title);
    if (pairs_measure(report->bench, team, &plan, &report->pairs) != 0)
        return -1;
    bench_show(NULL, NULL);
    printf("| %s |", title);
    report_learning(report);
    return 0;
}

int first_calls_report(struct report *report)
{
    struct team teams[TEAMS_MAX];
    int count = team_list(report->bench->options.quick, teams), status = 0;

    printf("### The first %d calls of a region\n\nOne iteration each, summed. Fast: the first of "
           "%d calls in a row that take less than 1/%d of the median without.\n\n",
           COUNTED, IN_A_ROW, FASTER);
    printf("| without → with | first %d calls | ratio | fast from call |\n|---|--:|--:|--:|\n",
           COUNTED);
    for (int i = 0; i < count; i++)
        status |= report_team(report, &teams[i]);
    putchar('\n');
    return status;
}
