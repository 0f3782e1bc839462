// SPDX-License-Identifier: MIT
// Overheads of OpenMP constructs by EPCC's method, before and after, for all teams in one table.
#include "bench/overheads.h"

enum { CONSTRUCTS_MAX = 32 };

struct overhead {
    double without, with; // ns
};

struct overheads {
    int constructs;
    char names[CONSTRUCTS_MAX][48];
    struct overhead cells[CONSTRUCTS_MAX][TEAMS_MAX];
};

static void take_team(struct report *report, int team, struct overheads *table)
{
    const struct figures *run = &report->pairs.runs[0][TEAM_PLAIN];
    int rows = run->rows - 1; // without "switches"

    table->constructs = rows < CONSTRUCTS_MAX ? rows : CONSTRUCTS_MAX;
    for (int row = 0; row < table->constructs; row++) {
        const struct figure *figure = &run->row[row];
        struct overhead *cell = &table->cells[row][team];
        cell->without = pairs_median(&report->pairs, (struct place){TEAM_PLAIN, row, 0});
        cell->with = pairs_median(&report->pairs, (struct place){TEAM_PRELOAD, row, 0});
        snprintf(table->names[row], sizeof table->names[row], figure->n ? "%s, chunk %ld" : "%s",
                 figure->name, figure->n);
        report_write(report, figure->name, figure->n, cell->without, cell->with);
    }
}

// A line for each construct, under the teams of one size.
static void print_teams(const struct overheads *table, int first, const struct team *teams)
{
    char title[64];

    printf("| **%d threads** |", teams[first].threads);
    for (int i = 0; i < TEAMS_OF_A_SIZE; i++) {
        team_title(&teams[first + i], title, sizeof title);
        printf(" %s |", title);
    }
    putchar('\n');
    if (first == 0)
        printf("|---|--:|--:|--:|--:|\n");
    for (int row = 0; row < table->constructs; row++) {
        printf("| %s |", table->names[row]);
        for (int i = 0; i < TEAMS_OF_A_SIZE; i++)
            report_print_change(table->cells[row][first + i].without,
                                table->cells[row][first + i].with);
        putchar('\n');
    }
}

int overheads_report(struct report *report)
{
    static struct overheads table;
    bool quick = report->bench->options.quick;
    const struct pairs_plan plan = {.part = "epcc",
                                    .samples = "5",
                                    .sample_us = "1000",
                                    .lists = {[TEAM_PLAIN] = "", [TEAM_PRELOAD] = ""},
                                    .rounds = quick ? 2 : 5};
    struct team teams[TEAMS_MAX];
    int count = team_list(quick, teams);

    if (quick)
        count = TEAMS_OF_A_SIZE;

    for (int team = 0; team < count; team++) {
        bench_show("regions", "overheads of constructs");
        if (pairs_measure(report->bench, &teams[team], &plan, &report->pairs) != 0)
            return -1;
        take_team(report, team, &table);
    }
    bench_show(NULL, NULL);
    printf("### Overheads by EPCC's method\n\nWhat a construct takes beyond its delays on one "
           "thread, without → with; for a loop with a chunk: beyond\nthe 128 delays of 0.1 us of "
           "each thread. More threads than CPUs: their waiting for a CPU is part of it.\n\n");
    for (int first = 0; first < count; first += TEAMS_OF_A_SIZE)
        print_teams(&table, first, teams);
    putchar('\n');
    return 0;
}
