// SPDX-License-Identifier: MIT
// Regret: what the whole intercepted path takes over the better of one thread and the full team.
//
// Processes take turns, each for all sizes: a team's state, parked or spinning, is then that of a
// program in the midst of such calls. Nothing is pinned: the scheduler's placing of a team is part
// of its price.
#include <string.h>

#include "bench/figures.h"
#include "bench/setting.h"
#include "bench/stats.h"
#include "kernels/kernels.h"

// OURS is preloaded, the others are not; the team is measured twice, to tell noise.
enum run { OURS, TEAM, TEAM_AGAIN, ONE, RUNS };
enum { ROUNDS_MAX = 16, GROUPS_MAX = 64, CELLS_SHOWN = 12 };

static const long sizes[] = {1,     8,     64,     512,    2000,   8000,    12000, 20000,
                             40000, 80000, 150000, 300000, 600000, 1000000, 0};
static const long quick_sizes[] = {8, 512, 8000, 12000, 40000, 150000, 1000000, 0};

static const char names[] =
    "cblas_ddot,cblas_daxpy,cblas_dasum,cblas_dcopy,cblas_dscal,cblas_dnrm2,"
    "cblas_zdotc_sub";

struct rounds {
    int count;
    struct figures runs[ROUNDS_MAX][RUNS];
};

struct cell {
    char name[32], group[96];
    long n;
    double ours, team, one; // ns
    double regret, noise;   // ours / better; team / team
};

struct cells {
    size_t count;
    struct cell cell[GROUPS_MAX * 128];
};

static double median_ratio(const struct rounds *rounds, int row, enum run above, enum run below)
{
    double ratios[ROUNDS_MAX];

    for (int i = 0; i < rounds->count; i++)
        ratios[i] =
            rounds->runs[i][above].row[row].values[0] / rounds->runs[i][below].row[row].values[0];
    return stats_median(ratios, (size_t)rounds->count);
}

static double median_time(const struct rounds *rounds, int row, enum run run)
{
    double times[ROUNDS_MAX];

    for (int i = 0; i < rounds->count; i++)
        times[i] = rounds->runs[i][run].row[row].values[0];
    return stats_median(times, (size_t)rounds->count);
}

// The better one is chosen once, by medians: the smaller of two in each round would be smaller by
// luck.
static void fill_cell(const struct rounds *rounds, int row, struct cell *cell)
{
    const struct figure *figure = &rounds->runs[0][OURS].row[row];

    snprintf(cell->name, sizeof cell->name, "%s", figure->name);
    cell->n = figure->n;
    cell->ours = median_time(rounds, row, OURS);
    cell->team = median_time(rounds, row, TEAM);
    cell->one = median_time(rounds, row, ONE);
    cell->regret = median_ratio(rounds, row, OURS, cell->one < cell->team ? ONE : TEAM);
    cell->noise = median_ratio(rounds, row, TEAM_AGAIN, TEAM);
}

static void write_cell(struct json *json, const struct cell *cell)
{
    json_open_object(json, NULL);
    json_add_text(json, "group", cell->group);
    json_add_text(json, "name", cell->name);
    json_add_number(json, "n", (double)cell->n);
    json_add_number(json, "ours_ns", cell->ours);
    json_add_number(json, "team_ns", cell->team);
    json_add_number(json, "one_ns", cell->one);
    json_add_number(json, "regret", cell->regret);
    json_add_number(json, "team_over_team", cell->noise);
    json_close_object(json);
}

static const struct cell *find_worst(const struct cell *cells, size_t count)
{
    const struct cell *worst = cells;

    for (size_t i = 1; i < count; i++)
        if (cells[i].regret > worst->regret)
            worst = &cells[i];
    return worst;
}

static double percentile(const struct cell *cells, size_t count, double percent, bool noise)
{
    double values[1024];

    for (size_t i = 0; i < count; i++)
        values[i] = noise ? cells[i].noise : cells[i].regret;
    return stats_percentile(values, count, percent);
}

static void print_group(const struct cell *cells, size_t count)
{
    const struct cell *worst = find_worst(cells, count);

    printf("| %s | %.2f | %.2f | %.2f | %s n=%ld | %.2f |\n", cells->group,
           percentile(cells, count, 50, false), percentile(cells, count, 95, false), worst->regret,
           worst->name, worst->n, percentile(cells, count, 95, true));
}

static int measure_run(struct bench *bench, const struct setting *setting, enum run run,
                       struct figures *figures)
{
    struct setting used = *setting;
    struct environment environment;
    char list[160];

    if (run == ONE)
        used.threads = 1;
    figures_join_sizes(bench->options.quick ? quick_sizes : sizes, list, sizeof list);
    setting_fill_environment(bench, &used, run == OURS ? MODE_PRELOAD : MODE_PLAIN, &environment);
    figures->rows = 0;
    return figures_run(bench,
                       (const char *const[]){"victim", "any", bench->options.quick ? "5" : "7",
                                             "100", list, "teams", names, NULL},
                       environment.list, figures);
}

static int measure_rounds(struct bench *bench, const struct setting *setting, struct rounds *rounds)
{
    rounds->count = bench->options.quick ? 3 : 7;
    for (int i = 0; i < rounds->count; i++)
        for (int turn = 0; turn < RUNS; turn++) {
            int run = (turn + i) % RUNS; // none always follows the same other
            if (measure_run(bench, setting, (enum run)run, &rounds->runs[i][run]) != 0)
                return -1;
        }
    return 0;
}

static int report_group(struct bench *bench, const struct setting *setting, struct cells *cells)
{
    static struct rounds rounds;
    struct cell *first = &cells->cell[cells->count];
    size_t count = 0;
    char title[64], group[96];

    setting_title(setting, title, sizeof title);
    snprintf(group, sizeof group, "%s, %d threads%s%s", title, setting->threads,
             setting->provider == PROVIDER_OPENBLAS_OPENMP ? ", waiting " : "",
             setting->waiting                                ? setting->waiting
             : setting->provider == PROVIDER_OPENBLAS_OPENMP ? "as it is"
                                                             : "");
    bench_show("regret", group);
    if (measure_rounds(bench, setting, &rounds) != 0)
        return -1;
    bench_show(NULL, NULL);
    for (; count < (size_t)rounds.runs[0][OURS].rows; count++) {
        fill_cell(&rounds, (int)count, &first[count]);
        snprintf(first[count].group, sizeof first[count].group, "%s", group);
        write_cell(&bench->json, &first[count]);
    }
    print_group(first, count);
    cells->count += count;
    return 0;
}

static void print_worst(struct cells *cells)
{
    printf(
        "\n| the worst cells | regret | ours | full team | one thread |\n|---|--:|--:|--:|--:|\n");
    for (int i = 0; i < CELLS_SHOWN && cells->count; i++) {
        struct cell *worst = &cells->cell[find_worst(cells->cell, cells->count) - cells->cell];
        printf("| %s, %s n=%ld | %.2f | %.1f us | %.1f us | %.1f us |\n", worst->group, worst->name,
               worst->n, worst->regret, worst->ours / 1e3, worst->team / 1e3, worst->one / 1e3);
        *worst = cells->cell[--cells->count];
    }
    putchar('\n');
}

static int report_settings(struct bench *bench, struct setting setting, struct cells *cells)
{
    static const char *const waitings[] = {"passive", "active", NULL};
    bool openmp = setting.provider == PROVIDER_OPENBLAS_OPENMP;
    int status = 0;

    for (setting.threads = 2; setting.threads <= 4; setting.threads += 2)
        for (int i = 0; i < (openmp ? 3 : 1); i++) {
            setting.waiting = openmp ? waitings[i] : NULL;
            status |= report_group(bench, &setting, cells);
        }
    return status;
}

int report_regret(struct bench *bench)
{
    static const enum provider_id providers[] = {PROVIDER_OPENBLAS_OPENMP,
                                                 PROVIDER_OPENBLAS_PTHREAD};
    static struct cells cells;
    const char *core = bench_core((int)kernels_isa_best());
    int status = 0;

    printf("## Regret\n\nOur time over that of the better of one thread and the full team.\n\n"
           "| | median | 95 %% | worst | where | team over itself, 95 %% "
           "|\n|---|--:|--:|--:|---|--:|\n");
    json_open_array(&bench->json, "regret");
    for (int i = 0; i < 2; i++) {
        struct setting setting = {.provider = providers[i], .core = *core ? core : NULL};
        if (!setting_usable(&setting))
            continue;
        status |= report_settings(bench, setting, &cells);
        setting.core = NULL;
        if (*core && !bench->options.quick)
            status |= report_settings(bench, setting, &cells);
    }
    json_close_array(&bench->json);
    print_worst(&cells);
    return status;
}
