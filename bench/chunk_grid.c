// SPDX-License-Identifier: MIT
// The experiment behind the cost model of chunks: unit tasks, our chunk against every fixed one.
//
// First a search finds the best fixed chunk of each cell without the library. Then runs take turns:
// that chunk and guided without it, chunk 1 with it. So the best is not measured in the run that
// chose it, where it would be the luckiest too.
#include "bench/chunk_grid.h"

#include <stdlib.h>
#include <string.h>

#include "bench/stats.h"

enum { CELLS_MAX = 32, LIST = 1024 };
enum { FIXED, GUIDED }; // columns of the part "grid"

static const double ratio_limit = 1.10, share_limit = 0.10;

struct cells {
    int count;
    char names[CELLS_MAX][32];
    long index[CELLS_MAX], tasks[CELLS_MAX], chunk[CELLS_MAX];
    double chunk_one[CELLS_MAX]; // ns of the loop with chunk 1, without the library
};

// "INDEX:TASKS:CHUNK,..."
static void join_cells(const struct cells *cells, bool with_chunk, char list[LIST])
{
    size_t used = 0;

    list[0] = '\0';
    for (int i = 0; i < cells->count && used < LIST; i++)
        used +=
            (size_t)snprintf(list + used, LIST - used, "%s%ld:%ld:%ld", i ? "," : "",
                             cells->index[i], cells->tasks[i], with_chunk ? cells->chunk[i] : 0);
}

// How many tasks make a loop of some milliseconds: by the undisturbed one of three, and the same
// for all teams. Quick: every third cell, which still has each amount of each kind.
static int find_cells(const struct bench *bench, const struct team *team, struct cells *cells)
{
    static struct figures figures;

    *cells = (struct cells){0};
    for (int i = 0; i < 3; i++) {
        if (team_run(bench, team, TEAM_PLAIN, (const char *const[]){"sizes", "1", "0", NULL},
                     &figures) != 0)
            return -1;
        for (int row = 0; row < figures.rows - 1 && row < CELLS_MAX; row++)
            if ((long)figures.row[row].values[0] > cells->tasks[row])
                cells->tasks[row] = (long)figures.row[row].values[0];
    }
    for (int row = 0; row < figures.rows - 1 && row < CELLS_MAX; row++) {
        if (bench->options.quick && (row + row / 3 + row / 9) % 3)
            continue;
        cells->index[cells->count] = row;
        cells->tasks[cells->count++] = cells->tasks[row];
    }
    return 0;
}

static int search_chunks(const struct bench *bench, const struct team *team, struct cells *cells)
{
    static struct figures figures;
    char list[LIST];
    const char *const arguments[] = {"search", bench->options.quick ? "3" : "7", "0", list, NULL};

    join_cells(cells, false, list);
    if (team_run(bench, team, TEAM_PLAIN, arguments, &figures) != 0)
        return -1;
    for (int i = 0; i < cells->count && i < figures.rows; i++) {
        const struct figure *row = &figures.row[i];
        snprintf(cells->names[i], sizeof cells->names[i], "%s", row->name);
        cells->chunk[i] = (long)row->values[0];
        cells->chunk_one[i] = row->values[2];
    }
    return 0;
}

static int measure_cells(struct report *report, const struct team *team, const struct cells *cells)
{
    char fixed[LIST], ours[LIST];
    const struct pairs_plan plan = {.part = "grid",
                                    .samples = "5",
                                    .sample_us = "20000",
                                    .lists = {[TEAM_PLAIN] = fixed, [TEAM_PRELOAD] = ours},
                                    .rounds = report->bench->options.quick ? 2 : 5};

    join_cells(cells, true, fixed);
    join_cells(cells, false, ours);
    return pairs_measure(report->bench, team, &plan, &report->pairs);
}

// Ours over the better of the best fixed chunk and guided.
static double find_ratio(const struct pairs *pairs, int row)
{
    struct place fixed = {TEAM_PLAIN, row, FIXED}, guided = {TEAM_PLAIN, row, GUIDED};
    bool guided_wins = pairs_median(pairs, guided) < pairs_median(pairs, fixed);

    return pairs_ratio(pairs, (struct place){TEAM_PRELOAD, row, 0}, guided_wins ? guided : fixed);
}

static void write_cell(struct report *report, const struct cells *cells, int row, double ratio)
{
    const struct pairs *pairs = &report->pairs;
    struct json *json = &report->bench->json;

    team_open_json(json, &pairs->team);
    json_add_text(json, "task", cells->names[row]);
    json_add_number(json, "tasks", (double)cells->tasks[row]);
    json_add_number(json, "best_chunk", (double)cells->chunk[row]);
    json_add_number(json, "best_chunk_ns",
                    pairs_median(pairs, (struct place){TEAM_PLAIN, row, FIXED}));
    json_add_number(json, "guided_ns",
                    pairs_median(pairs, (struct place){TEAM_PLAIN, row, GUIDED}));
    json_add_number(json, "chunk_1_ns", cells->chunk_one[row]);
    json_add_number(json, "ours_ns", pairs_median(pairs, (struct place){TEAM_PRELOAD, row, 0}));
    json_add_number(json, "ratio", ratio);
    json_close_object(json);
}

static void print_team(struct report *report, const struct cells *cells)
{
    const struct pairs *pairs = &report->pairs;
    double ratios[CELLS_MAX], fixed[CELLS_MAX], guided[CELLS_MAX], before[CELLS_MAX];
    int good = 0, worst = 0;
    char title[64];

    for (int i = 0; i < cells->count; i++) {
        struct place ours = {TEAM_PRELOAD, i, 0}, best = {TEAM_PLAIN, i, FIXED};
        ratios[i] = find_ratio(pairs, i);
        fixed[i] = pairs_ratio(pairs, ours, best);
        guided[i] = pairs_ratio(pairs, ours, (struct place){TEAM_PLAIN, i, GUIDED});
        before[i] = cells->chunk_one[i] / pairs_median(pairs, best);
        good += ratios[i] <= ratio_limit;
        worst = ratios[i] > ratios[worst] ? i : worst;
        write_cell(report, cells, i, ratios[i]);
    }
    size_t count = (size_t)cells->count;
    team_title(&pairs->team, title, sizeof title);
    printf("| %s | %d of %zu | %.2f | %.2f | %.2f | %.2f, %s, best chunk %ld |\n", title, good,
           count, stats_geometric_mean(before, count), stats_geometric_mean(fixed, count),
           stats_geometric_mean(guided, count), ratios[worst], cells->names[worst],
           cells->chunk[worst]);
    report_check(report, "unit tasks, share of cells over 1.10 of the best",
                 1 - (double)good / (double)count, share_limit, 0);
}

static int report_team(struct report *report, const struct team *team, const struct cells *cells)
{
    struct cells found = *cells;
    int status;

    bench_show("loops", "the best chunk for unit tasks");
    status = search_chunks(report->bench, team, &found);
    if (status == 0)
        status = measure_cells(report, team, &found);
    bench_show(NULL, NULL);
    if (status == 0)
        print_team(report, &found);
    return status;
}

// Teams of 2; more threads than CPUs say more about the kernel's turns than about chunks.
int chunk_grid_report(struct report *report)
{
    struct team teams[TEAMS_MAX];
    struct cells cells[TEAM_RUNTIMES];
    int status = 0;

    printf("### Unit tasks: chunk 1 with the library against the best fixed chunk without\n\nTasks "
           "read and write 0, 64 or 1024 bytes and compute for 10, 100 or 1000 ns; chunks are all "
           "powers of two.\n\n| | within 1.10 of the best | before: chunk 1 / best | ours / best "
           "fixed | ours / guided | worst |\n|---|--:|--:|--:|--:|---|\n");
    team_list(true, teams);
    for (int i = 0; i < TEAMS_OF_A_SIZE; i++) {
        struct cells *own = &cells[teams[i].runtime];
        if (teams[i].spinning) // the first of a runtime's two
            status |= find_cells(report->bench, &teams[i], own);
        if (status == 0)
            status |= report_team(report, &teams[i], own);
    }
    putchar('\n');
    return status;
}
