// SPDX-License-Identifier: MIT
// Runs a measuring program and reads the table that it prints.
#ifndef TEAMTRIM_BENCH_FIGURES_H
#define TEAMTRIM_BENCH_FIGURES_H

#include "bench/bench.h"

enum { FIGURES_COLUMNS = 16, FIGURES_ROWS = 1024 };

struct figure {
    char name[32];
    long n;
    double values[FIGURES_COLUMNS];
};

struct figures {
    int columns, rows;
    char titles[FIGURES_COLUMNS][32];
    struct figure row[FIGURES_ROWS];
};

// Runs a program of the driver's folder with the arguments up to NULL and adds its rows. 0, or -1
// after a message; what the program says on stderr goes to ours.
int figures_run(const struct bench *bench, const char *const *command,
                const char *const *environment, struct figures *figures);

// "1,8,64" from a list that ends with 0.
void figures_join_sizes(const long *sizes, char *list, size_t room);

#endif
