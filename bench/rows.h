// SPDX-License-Identifier: MIT
// The routines that can be timed, as rows of one table: those of shim/names/symbols.def that have a
// kernel for unit strides and constant parameters.
#ifndef TEAMTRIM_BENCH_ROWS_H
#define TEAMTRIM_BENCH_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/job.h"
#include "kernels/kernels.h"

typedef void (*any_function)(void);

// Makes so many calls, one after another.
typedef void row_loop(struct job *job, any_function function, long calls);

struct row {
    const char *name, *base;
    size_t size;                                // of a float or double
    int parts;                                  // of an element
    bool function;                              // CBLAS adds _sub to its name
    row_loop *kernel, *by_value, *by_reference; // the last is NULL where results may be hidden
    size_t offset;                              // of the kernel in struct kernels
};

extern const struct row rows[];
extern const size_t rows_count;

// Our kernel of a row.
any_function row_kernel(const struct row *row, const struct kernels *kernels);

// Writes the CBLAS name of a row.
void row_spell_cblas(const struct row *row, char *name, size_t room);

// The row of a full name, cblas_ddot or ddot_; NULL if there is none.
const struct row *row_find(const char *name, bool *by_value);

// Whether the routine is one that all peers have: BLAS level 1, without OpenBLAS's additions.
bool row_is_common(const struct row *row);

#endif
