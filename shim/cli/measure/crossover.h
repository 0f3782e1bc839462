// SPDX-License-Identifier: MIT
// Measures on each BLAS that is installed from which sizes on its team beats one thread.
#ifndef TEAMTRIM_CLI_CROSSOVER_H
#define TEAMTRIM_CLI_CROSSOVER_H

#include <stdbool.h>

#include "shim/cli/measure/cells.h"

enum { CROSSOVER_BLAS = 4, CROSSOVER_TEAMS = 3 };

struct crossover_blas {
    char *path;      // allocated
    char title[128]; // "openblas-openmp 0.3.21, kernels of SkylakeX"
    bool openblas, mkl;
    char note[WAITINGS][64]; // why it has no cells of a way of waiting; "": it has
};

struct crossover {
    struct crossover_blas blas[CROSSOVER_BLAS];
    int blas_count, left_out; // of the threaded ones
    int teams[CROSSOVER_TEAMS], team_count;
    struct cells cells;
    double wall, cpu; // seconds that kernels ran, in all, and had the CPU
};

// Called before each child, with what it will measure. False: leave off.
typedef bool crossover_step(void *context, const char *next);

// Finds the libraries that have teams; those that are the same but for their name count once.
void crossover_find_blas(struct crossover *crossover);

// Teams up to `cpus` threads on all libraries found, in about `seconds`.
void crossover_measure(struct crossover *crossover, int cpus, bool quick, double seconds,
                       crossover_step *step, void *context);

void crossover_free(struct crossover *crossover);

#endif
