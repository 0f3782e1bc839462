// SPDX-License-Identifier: MIT
// Tables of a calibrated policy: forks, fetch-and-adds, bandwidth, crossovers.
#include "shim/cli/measure/policy_tables.h"

#include <limits.h>
#include <string.h>

static void write_time(FILE *file, double ns)
{
    if (ns < 9995)
        fprintf(file, " %8.0f ns", ns);
    else
        fprintf(file, " %8.1f us", ns / 1000);
}

void policy_tables_write_forks(FILE *file, const struct calibration *c)
{
    if (c->fork_count == 0) {
        fprintf(file, ";\n; Fork and join: not measured (%s).\n",
                c->cpus < 2 ? "one CPU" : "no OpenMP runtime found, or no time");
        return;
    }
    fputs(";\n; Fork and join of an empty region: quartiles, and until the last thread has begun.\n"
          ";   runtime        threads  waiting    lower       median      upper       begun\n",
          file);
    for (int i = 0; i < c->fork_count; i++) {
        const struct fork_cost *cost = &c->forks[i];
        fprintf(file, ";   %-14s %7d  %-8s", cost->runtime, cost->team,
                cost->spinning ? "spinning" : "parked");
        write_time(file, cost->lower);
        write_time(file, cost->median);
        write_time(file, cost->upper);
        write_time(file, cost->begun);
        fputc('\n', file);
    }
    if (c->forks_left_out)
        fputs(";   (the rest was left out for lack of time)\n", file);
}

void policy_tables_write_atomics(FILE *file, const struct calibration *c)
{
    if (!c->has_atomics) {
        fputs(";\n; Fetch-and-add: not measured.\n", file);
        return;
    }
    fprintf(file, ";\n; A fetch-and-add: %.1f ns on one thread", c->atomics.alone);
    if (c->atomics.within > 0)
        fprintf(file, ", %.0f ns each of two within a group of cores that share a cache",
                c->atomics.within);
    if (c->atomics.across > 0)
        fprintf(file, ",\n; %.0f ns across groups", c->atomics.across);
    fprintf(file, " (groups: %d).\n", c->atomics.groups);
}

void policy_tables_write_bandwidth(FILE *file, const struct calibration *c)
{
    char text[SIZE_TEXT];
    if (c->bandwidths == 0)
        return;
    fputs(";\n; One thread by our kernels, GB/s read and written.\n"
          ";   from             vectors      dot    copy    axpy\n",
          file);
    for (int i = 0; i < c->bandwidths; i++) {
        const struct bandwidth *b = &c->bandwidth[i];
        fprintf(file, ";   %-14s %9s  %7.1f %7.1f %7.1f\n", b->place,
                threshold_spell(b->bytes, text), b->dot, b->copy, b->axpy);
    }
}

// ---- crossovers

// Of a library, team, class and way of waiting: its own value.
static struct threshold fit_some(const struct cells *cells, const struct cell *like)
{
    enum { MOST = 1024 };
    static struct trade trades[MOST];
    size_t count = 0;
    for (size_t i = 0; i < cells->count && count < MOST; i++) {
        const struct cell *cell = &cells->items[i];
        if (cell->threaded && cell->stride == 1 && cell->blas == like->blas &&
            cell->team == like->team && cell->waiting == like->waiting &&
            cell->vectors == like->vectors)
            trades[count++] = (struct trade){fits_share_of(cell), cell->kernel, cell->team_ns};
    }
    return threshold_fit(trades, count);
}

static void write_class(FILE *file, const struct crossover *crossover, struct cell like)
{
    static const char *const marks[] = {"", "+", "-"};
    for (int vectors = 0; vectors < VECTORS_CLASSES; vectors++) {
        char text[SIZE_TEXT], marked[SIZE_TEXT + 2];
        like.vectors = (enum vectors_class)vectors;
        struct threshold found = fit_some(&crossover->cells, &like);
        snprintf(marked, sizeof marked, "%s%s",
                 found.trades ? threshold_spell(found.bytes, text) : "", marks[found.edge]);
        fprintf(file, "  %8s", found.trades ? marked : "none");
    }
    fputc('\n', file);
}

// The largest team of a library that is smaller than `below`; 0: there is none.
static int next_team(const struct cells *cells, int blas, int waiting, int below)
{
    int team = 0;
    for (size_t i = 0; i < cells->count; i++) {
        const struct cell *cell = &cells->items[i];
        if (cell->blas == blas && cell->waiting == waiting && cell->team < below &&
            cell->team > team)
            team = cell->team;
    }
    return team;
}

static void write_library(FILE *file, const struct crossover *crossover, int blas)
{
    const struct crossover_blas *library = &crossover->blas[blas];
    fprintf(file, ";   %s\n", library->title);
    for (int waiting = 0; waiting < WAITINGS; waiting++) {
        if (*library->note[waiting])
            fprintf(file, ";     %s: %s\n", waiting_names[waiting], library->note[waiting]);
        for (int team = INT_MAX; (team = next_team(&crossover->cells, blas, waiting, team)) > 0;) {
            fprintf(file, ";     %4d threads %-8s", team, waiting_names[waiting]);
            write_class(file, crossover,
                        (struct cell){.blas = blas, .team = team, .waiting = waiting});
        }
    }
}

void policy_tables_write_crossovers(FILE *file, const struct calibration *c)
{
    if (c->crossover.cells.count == 0)
        return;
    fputs(";\n; Crossovers: bytes a thread beyond the first from which the team wins, by the "
          "vectors that a\n; call moves, each by itself; '+': not even there, '-': already there. "
          "Parked teams: half of\n; the calls come when the team has just gone to sleep, half "
          "when it has slept for 200 us.\n"
          "; Of MKL, whose team grows with the call: all bytes.\n"
          ";                             one       two  three and more\n",
          file);
    for (int blas = 0; blas < c->crossover.blas_count; blas++)
        write_library(file, &c->crossover, blas);
    if (c->crossover.left_out > 0)
        fprintf(file, ";   (%d more were not measured)\n", c->crossover.left_out);
}
