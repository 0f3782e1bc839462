// SPDX-License-Identifier: MIT
// Our kernels against the same routines of other libraries, on one thread. A routine is a process
// of its own, so that what one leaves in the heap does not decide where the next one's vectors lie.
#include <math.h>
#include <string.h>

#include "bench/figures.h"
#include "bench/rows.h"
#include "bench/stats.h"

// prog_kernels gives each subject two columns: ns a call, and time over ours.
enum { NS, RATIO, PER_SUBJECT, AGAIN = PER_SUBJECT, FIRST_PEER = 2 * PER_SUBJECT };

enum { SMALL_N = 30000, SIZES = 17 }; // up to SMALL_N the targets are about the processor

static const double target_small = 0.95, target_large = 0.97;

static const long sizes[SIZES + 1] = {1,   2,   4,    8,    16,    32,    64,     100,     128,
                                      256, 512, 1000, 3000, 10000, 30000, 100000, 1000000, 0};

struct cells {
    double values[FIGURES_ROWS];
    size_t count;
};

// Long vectors stream from memory, where no kernel can be much faster than another.
static double target_of(const struct figure *cell)
{
    return cell->n <= SMALL_N ? target_small : target_large;
}

// The column of the fastest peer's ratio.
static int find_fastest(const struct figures *figures, const struct figure *cell)
{
    int fastest = FIRST_PEER + RATIO;

    for (int i = fastest; i < figures->columns; i += PER_SUBJECT)
        if (!(cell->values[i] >= cell->values[fastest])) // a NaN loses too
            fastest = isnan(cell->values[i]) ? fastest : i;
    return fastest;
}

static double fastest_ratio(const struct figures *figures, const struct figure *cell)
{
    return cell->values[find_fastest(figures, cell)];
}

// The values of a column (0: of the fastest peer), for a routine (NULL: all) and a range of n.
static struct cells collect(const struct figures *figures, int column, const char *routine,
                            long least, long most)
{
    struct cells cells = {.count = 0};

    for (const struct figure *cell = figures->row; cell < figures->row + figures->rows; cell++) {
        double value = column ? cell->values[column] : fastest_ratio(figures, cell);
        bool wanted = !routine || strcmp(routine, cell->name) == 0;
        if (wanted && cell->n >= least && cell->n <= most && !isnan(value))
            cells.values[cells.count++] = value;
    }
    return cells;
}

static double mean(struct cells cells)
{
    return cells.count ? stats_geometric_mean(cells.values, cells.count) : NAN;
}

static double percentile(struct cells cells, double percent)
{
    return cells.count ? stats_percentile(cells.values, cells.count, percent) : NAN;
}

static int count_below(struct cells cells, double limit)
{
    int count = 0;

    for (size_t i = 0; i < cells.count; i++)
        count += cells.values[i] < limit;
    return count;
}

static void print_routine(const struct figures *figures, int first)
{
    const char *name = figures->row[first].name;

    printf("| %s |", name);
    for (int i = first; i < figures->rows && strcmp(figures->row[i].name, name) == 0; i++) {
        double ratio = fastest_ratio(figures, &figures->row[i]);
        printf(ratio < target_of(&figures->row[i]) ? " **%.2f** |" : " %.2f |", ratio);
    }
    printf(" %.2f |\n", mean(collect(figures, 0, name, 1, SMALL_N)));
}

static void print_routines(const struct figures *figures)
{
    printf(
        "Time of the fastest peer over ours: above 1 we are faster, bold is below target.\n\n|  |");
    for (int i = 0; i < SIZES; i++)
        printf(" %ld |", sizes[i]);
    printf(" mean to %d |\n|---|", SMALL_N);
    for (int i = 0; i <= SIZES; i++)
        printf("--:|");
    putchar('\n');
    for (int i = 0; i < figures->rows; i++)
        if (i == 0 || strcmp(figures->row[i].name, figures->row[i - 1].name) != 0)
            print_routine(figures, i);
    putchar('\n');
}

static void print_peers(const struct figures *figures)
{
    printf("| peer | geometric mean of its time over ours, n to %d | worst |\n|---|--:|--:|\n",
           SMALL_N);
    for (int i = FIRST_PEER + RATIO; i < figures->columns; i += PER_SUBJECT) {
        struct cells cells = collect(figures, i, NULL, 1, SMALL_N);
        printf("| %s | %.2f | %.2f |\n", figures->titles[i], mean(cells), percentile(cells, 0));
    }
    putchar('\n');
}

static void print_misses(const struct figures *figures)
{
    for (const struct figure *cell = figures->row; cell < figures->row + figures->rows; cell++) {
        int fastest = find_fastest(figures, cell);
        if (cell->values[fastest] < target_of(cell))
            printf("- below target: %s n=%ld %.3f (%s %.1f ns, ours %.1f ns)\n", cell->name,
                   cell->n, cell->values[fastest], figures->titles[fastest],
                   cell->values[fastest - RATIO + NS], cell->values[NS]);
    }
    putchar('\n');
}

struct summary {
    double mean, worst, below, cells; // n to SMALL_N
    double worst_100000, worst_1000000;
    double noise[2]; // 1st and 99th percentile of ours over itself
};

static struct summary summarize(const struct figures *figures)
{
    struct cells small = collect(figures, 0, NULL, 1, SMALL_N);
    struct cells noise = collect(figures, AGAIN + RATIO, NULL, 1, SMALL_N);

    return (struct summary){mean(small),
                            percentile(small, 0),
                            count_below(small, target_small),
                            (double)small.count,
                            percentile(collect(figures, 0, NULL, 100000, 100000), 0),
                            percentile(collect(figures, 0, NULL, 1000000, 1000000), 0),
                            {percentile(noise, 1), percentile(noise, 99)}};
}

static void print_summary(const struct summary *s)
{
    printf("| the fastest peer over ours | | target |\n|---|--:|--:|\n"
           "| geometric mean, n to %d | %.2f | 1.3 |\n| worst cell | %.2f | %.2f |\n"
           "| cells below %.2f | %.0f of %.0f | 0 |\n",
           SMALL_N, s->mean, s->worst, target_small, target_small, s->below, s->cells);
    printf("| worst at n = 100000 | %.2f | %.2f |\n| worst at n = 1000000 | %.2f | %.2f |\n"
           "| noise: 98 %% of our times over our own | %.2f to %.2f | |\n\n",
           s->worst_100000, target_large, s->worst_1000000, target_large, s->noise[0], s->noise[1]);
}

static void write_summary(struct json *json, const struct summary *s)
{
    json_add_number(json, "geometric_mean", s->mean);
    json_add_number(json, "worst", s->worst);
    json_add_number(json, "below_target", s->below);
    json_add_number(json, "cells_to_30000", s->cells);
    json_add_number(json, "worst_100000", s->worst_100000);
    json_add_number(json, "worst_1000000", s->worst_1000000);
    json_add_number(json, "noise_1st_percentile", s->noise[0]);
    json_add_number(json, "noise_99th_percentile", s->noise[1]);
}

static void write_cells(struct json *json, const struct figures *figures)
{
    json_open_array(json, "cells");
    for (const struct figure *cell = figures->row; cell < figures->row + figures->rows; cell++) {
        json_open_object(json, NULL);
        json_add_text(json, "routine", cell->name);
        json_add_number(json, "n", (double)cell->n);
        for (int i = 0; i < figures->columns; i += PER_SUBJECT)
            json_add_number(json, figures->titles[i], cell->values[i + NS]);
        json_add_number(json, "fastest_over_ours", fastest_ratio(figures, cell));
        json_close_object(json);
    }
    json_close_array(json);
}

static int measure_routine(const struct bench *bench, const struct row *row, int isa,
                           struct figures *figures)
{
    static const char *const alone[] = {"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1",
                                        "BLIS_NUM_THREADS=1", NULL};
    const char *name = kernels_isa_name((enum kernels_isa)isa);
    const char *rounds = bench->options.quick ? "15" : "31";
    char list[256], cblas[64];

    figures_join_sizes(sizes, list, sizeof list);
    row_spell_cblas(row, cblas, sizeof cblas);
    bench_show("kernels", cblas);
    return figures_run(bench,
                       (const char *const[]){"kernels", bench->cpu, rounds,
                                             bench->options.quick ? "20" : "40", list, name,
                                             bench_core(isa), cblas, NULL},
                       alone, figures);
}

static bool wanted(const struct bench *bench, const struct row *row)
{
    const char *routine = bench->options.routine;

    return routine ? strcmp(routine, row->name) == 0 : row_is_common(row);
}

static void report_figures(struct bench *bench, const char *isa, const struct figures *figures)
{
    struct summary summary = summarize(figures);

    printf("## Kernels: %s, one thread\n\n", isa);
    json_open_object(&bench->json, NULL);
    json_add_text(&bench->json, "isa", isa);
    print_summary(&summary);
    write_summary(&bench->json, &summary);
    print_misses(figures);
    print_routines(figures);
    print_peers(figures);
    write_cells(&bench->json, figures);
    json_close_object(&bench->json);
}

static int report_isa(struct bench *bench, int isa)
{
    static struct figures figures;
    int status = 0;

    figures.rows = 0;
    for (const struct row *row = rows; row < rows + rows_count; row++)
        if (wanted(bench, row))
            status |= measure_routine(bench, row, isa, &figures);
    bench_show(NULL, NULL);
    if (!figures.rows)
        return -1;
    report_figures(bench, kernels_isa_name((enum kernels_isa)isa), &figures);
    return status;
}

int report_kernels(struct bench *bench)
{
    const char *isa = bench->options.isa;
    bool all = isa && strcmp(isa, "all") == 0;
    int status = 0;

    json_open_array(&bench->json, "kernels");
    for (int level = ISA_COUNT - 1; level >= 0; level--) {
        bool chosen = isa ? level == kernels_isa_find(isa) : level == (int)kernels_isa_best();
        if (all ? kernels_isa_usable((enum kernels_isa)level) : chosen)
            status |= report_isa(bench, level);
    }
    json_close_array(&bench->json);
    return status;
}
