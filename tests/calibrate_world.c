// SPDX-License-Identifier: MIT
// A machine whose times follow a formula.
#include "tests/calibrate_world.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

double world_kernel(double bytes)
{
    return bytes / 100;
}

double world_team(double bytes, int team, double wake)
{
    return wake + bytes / 100 / team;
}

static struct cell cell_of(const char *base, double bytes)
{
    const struct fits_base *row = fits_find_base(base);
    cr_assert_not_null(row, "%s", base);
    return (struct cell){.base = row->base,
                         .vectors = row->vectors,
                         .team = 2,
                         .stride = 1,
                         .bytes = bytes,
                         .threaded = true,
                         .samples = 10};
}

static void set_times(struct cell *cell, double kernel, double team)
{
    cell->kernel = cell->half_kernel[0] = cell->half_kernel[1] = kernel;
    cell->team_ns = cell->half_team[0] = cell->half_team[1] = team;
}

void world_add(struct cells *cells, const char *base, int team, int waiting, double wake)
{
    for (double bytes = 4096; bytes <= 8 << 20; bytes *= 2) {
        struct cell cell = cell_of(base, bytes);
        cell.team = team;
        cell.waiting = waiting;
        set_times(&cell, world_kernel(bytes), world_team(bytes, team, wake));
        cr_assert(cells_add(cells, &cell));
    }
}

void world_add_strided(struct cells *cells, const char *base, double ratio)
{
    for (double bytes = 4096; bytes <= 65536; bytes *= 4) {
        struct cell cell = cell_of(base, bytes);
        cell.stride = 2;
        cell.threaded = false;
        set_times(&cell, ratio * world_kernel(bytes), world_kernel(bytes));
        cr_assert(cells_add(cells, &cell));
    }
}

static void fill_forks(struct calibration *c)
{
    c->forks[0] = (struct fork_cost){"libgomp", 2, true, 900, 1000, 1100, 700, 50};
    c->forks[1] = (struct fork_cost){"libomp 14", 2, false, 9e3, 1e4, 1.1e5, 7e3, 50};
    c->fork_count = 2;
}

static void fill_model(struct calibration *c)
{
    static const double model[CHUNK_COEFFICIENTS] = {9.5, 0.5, 0.4, 0.03, -0.05, 0.9};
    memcpy(c->model.coefficients, model, sizeof model);
    c->model.error = 0.4;
    c->model.samples = 12;
}

static void fill_crossover(struct crossover *crossover)
{
    static const char *const bases[] = {"asum", "nrm2", "iamax", "dot", "copy",
                                        "scal", "axpy", "swap",  "rot"};
    snprintf(crossover->blas[0].title, sizeof crossover->blas[0].title, "openblas-openmp 0.3.21");
    snprintf(crossover->blas[1].title, sizeof crossover->blas[1].title, "it's mkl's");
    snprintf(crossover->blas[1].note[PARKED], sizeof crossover->blas[1].note[PARKED],
             "its team does not park");
    crossover->blas_count = 2;
    crossover->teams[0] = 2;
    crossover->team_count = 1;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        // The team pays from 512K on parked, from 128K spinning, but for rot.
        world_add(&crossover->cells, bases[i], 2, PARKED, 2621);
        world_add(&crossover->cells, bases[i], 2, SPINNING, i == 8 ? 5243 : 655);
        world_add_strided(&crossover->cells, bases[i], i == 3 ? 0.5 : 1.5);
    }
}

void world_fill(struct calibration *c)
{
    *c = (struct calibration){.machine = "Abacus 3000, 2 CPUs",
                              .date = "2026-01-02 03:04 UTC",
                              .cpus = 2,
                              .seconds = 18,
                              .built_in = {393216, 65536},
                              .before = {393216, 65536},
                              .bandwidths = 1,
                              .has_atomics = true};
    c->bandwidth[0] = (struct bandwidth){"L1 (32K)", 16384, 100, 90, 80};
    c->atomics = (struct atomics_cost){2, 5, 60, 140};
    fill_forks(c);
    fill_model(c);
    fill_crossover(&c->crossover);
    fits_find(&c->fits, &c->crossover.cells, c->built_in);
}
