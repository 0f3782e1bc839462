// SPDX-License-Identifier: MIT
// Runs a child for each library, team and way of waiting, and collects what they print.
#include "shim/cli/measure/crossover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/blas_library.h"
#include "shim/cli/child.h"
#include "shim/cli/installed.h"
#include "shim/cli/measure/fits.h"
#include "shim/cli/measure/level1.h"
#include "shim/cli/measure/seconds.h"

// For a child: with less it tells nothing, or few of all sizes.
static const double least_seconds = 0.3, full_seconds = 1;

// ---- libraries

// OpenBLAS picks its kernels by the CPU unless told which: then the program's will be told, too.
static const char *core_setting(char *text, size_t size)
{
    const char *core = getenv("OPENBLAS_CORETYPE");
    snprintf(text, size, "OPENBLAS_CORETYPE=%s", core ? core : "");
    return core && *core ? text : NULL;
}

static bool has_team(const struct blas_library *told)
{
    return strcmp(told->kind, "openblas-openmp") == 0 ||
           strcmp(told->kind, "openblas-pthread") == 0 || strcmp(told->kind, "mkl") == 0 ||
           (strcmp(told->kind, "blis") == 0 && strstr(told->version, "AOCL"));
}

static void title_blas(char *title, size_t size, const struct blas_library *told)
{
    int used =
        snprintf(title, size, "%s%s%s", told->kind, *told->version ? " " : "", told->version);
    if (*told->core)
        snprintf(title + used, size - (size_t)used, ", kernels of %s", told->core);
}

static void add_blas(struct crossover *crossover, const char *path, const struct blas_library *told)
{
    struct crossover_blas added = {.openblas = strncmp(told->kind, "openblas", 8) == 0,
                                   .mkl = strcmp(told->kind, "mkl") == 0};
    title_blas(added.title, sizeof added.title, told);
    for (int i = 0; i < crossover->blas_count; i++)
        if (strcmp(crossover->blas[i].title, added.title) == 0)
            return;
    if (crossover->blas_count == CROSSOVER_BLAS || !(added.path = strdup(path)))
        crossover->left_out++;
    else
        crossover->blas[crossover->blas_count++] = added;
}

void crossover_find_blas(struct crossover *crossover)
{
    char core[64];
    const char *const environment[] = {core_setting(core, sizeof core), NULL};
    struct installed_list list;
    installed_find_blas(&list);
    for (size_t i = 0; i < list.count; i++) {
        struct blas_library told;
        if (blas_library_ask(list.items[i].path, environment, &told) && has_team(&told))
            add_blas(crossover, list.items[i].path, &told);
    }
    installed_free(&list);
}

// ---- what a child prints

static void read_cell(struct crossover *crossover, const char *line, struct cell cell)
{
    char name[32];
    int threaded, rested;
    if (sscanf(line, "%31s %ld %lf %d %d %d %lf %lf %lf %lf %lf %lf", name, &cell.stride,
               &cell.bytes, &threaded, &rested, &cell.samples, &cell.kernel, &cell.team_ns,
               &cell.half_kernel[0], &cell.half_team[0], &cell.half_kernel[1],
               &cell.half_team[1]) != 12)
        return;
    const struct level1_row *row = level1_find(name);
    if (!row || !(cell.kernel > 0) || !(cell.team_ns > 0))
        return;
    cell.threaded = threaded;
    cell.rested = rested;
    cell.base = row->base;
    cell.vectors = fits_find_base(row->base)->vectors;
    cells_add(&crossover->cells, &cell);
}

// `cell` is what all cells of the child have in common.
static void read_line(struct crossover *crossover, const char *line, struct cell *cell)
{
    double wall, cpu;
    int team;
    if (strncmp(line, "cell ", 5) == 0) {
        read_cell(crossover, line + 5, *cell);
    } else if (sscanf(line, "team %d", &team) == 1 && team > 1) {
        cell->team = team; // MKL leaves siblings out, and builds of OpenBLAS have a limit
    } else if (sscanf(line, "burst %lf %lf", &wall, &cpu) == 2) {
        crossover->wall += wall;
        crossover->cpu += cpu;
    } else if (strncmp(line, "refused ", 8) == 0) {
        char *note = crossover->blas[cell->blas].note[cell->waiting];
        snprintf(note, sizeof crossover->blas[0].note[0], "%s", line + 8);
    }
}

static void read_output(struct crossover *crossover, char *output, struct cell cell)
{
    char *rest = NULL;
    for (char *line = strtok_r(output, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        read_line(crossover, line, &cell);
}

// ---- children

// OpenBLAS's own threads wait by a variable of theirs: 2^N cycles.
static void run_child(struct crossover *crossover, const struct cell *cell, bool quick,
                      double seconds)
{
    enum { VARIABLES = 4 };
    static const char *const names[VARIABLES] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                                                 "MKL_NUM_THREADS", "BLIS_NUM_THREADS"};
    static const char *const timeouts[WAITINGS] = {"OPENBLAS_THREAD_TIMEOUT=4",
                                                   "OPENBLAS_THREAD_TIMEOUT=30"};
    const struct crossover_blas *blas = &crossover->blas[cell->blas];
    char threads[VARIABLES][40], core[64], time[16];
    const char *environment[VARIABLES + WAITING_SETTINGS + 3] = {NULL};
    struct child_result result;
    int used = 0;
    for (; used < VARIABLES; used++) {
        snprintf(threads[used], sizeof threads[used], "%s=%d", names[used], cell->team);
        environment[used] = threads[used];
    }
    for (int i = 0; i < WAITING_SETTINGS; i++)
        environment[used++] = waiting_settings[cell->waiting][i];
    environment[used++] = timeouts[cell->waiting];
    environment[used] = core_setting(core, sizeof core);
    snprintf(time, sizeof time, "%.3f", seconds);
    child_run((const char *const[]){"measure-blas", blas->path, waiting_names[cell->waiting],
                                    blas->openblas ? "10000" : "0", time, quick ? "quick" : "full",
                                    NULL},
              environment, seconds + 1, false, &result);
    size_t before = crossover->cells.count;
    read_output(crossover, result.output, *cell);
    char *note = crossover->blas[cell->blas].note[cell->waiting];
    if (crossover->cells.count == before && *note == '\0')
        snprintf(note, sizeof crossover->blas[0].note[0], "%s",
                 result.status == 0 ? "too slow to measure in time" : "could not be measured");
    child_free(&result);
}

// Two threads, what the machine has, and, where that is far from two and there is time, a size
// between them.
static void choose_teams(struct crossover *crossover, int cpus, double seconds)
{
    int between = 2;
    while (between * between < 2 * cpus)
        between *= 2;
    crossover->teams[crossover->team_count++] = cpus;
    if (cpus > 2)
        crossover->teams[crossover->team_count++] = 2;
    if (between > 2 && between < cpus &&
        seconds / (3 * WAITINGS * crossover->blas_count) > 2 * least_seconds)
        crossover->teams[crossover->team_count++] = between;
}

void crossover_measure(struct crossover *crossover, int cpus, bool quick, double seconds,
                       crossover_step *step, void *context)
{
    double end = seconds_now() + seconds;
    choose_teams(crossover, cpus, seconds);
    int children = crossover->team_count * WAITINGS * crossover->blas_count;
    for (int i = 0; i < children; i++) {
        // Ways of waiting change fastest, then libraries: what is missing in the end is a team.
        int waiting = i % WAITINGS, blas = i / WAITINGS % crossover->blas_count;
        int team = crossover->teams[i / WAITINGS / crossover->blas_count];
        char what[160];
        snprintf(what, sizeof what, "%s, %d threads %s", crossover->blas[blas].title, team,
                 waiting_names[waiting]);
        if (!step(context, what))
            return;
        double share = (end - seconds_now()) / (children - i);
        if (share < least_seconds)
            return;
        run_child(crossover,
                  &(struct cell){.blas = blas,
                                 .team = team,
                                 .waiting = waiting,
                                 .adjustable = crossover->blas[blas].mkl},
                  quick || share < full_seconds, share);
    }
}

void crossover_free(struct crossover *crossover)
{
    for (int i = 0; i < crossover->blas_count; i++)
        free(crossover->blas[i].path);
    cells_free(&crossover->cells);
    *crossover = (struct crossover){0};
}
