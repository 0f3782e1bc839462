// SPDX-License-Identifier: MIT
// The level-1 routines that are timed: our kernel and a library's Fortran function, on the same
// vectors.
#ifndef TEAMTRIM_CLI_LEVEL1_H
#define TEAMTRIM_CLI_LEVEL1_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/kernels.h"

struct level1_job {
    int64_t n, stride; // 64 bits serve libraries of either width
    double *x, *y;     // or of floats
};

typedef void level1_ours(const struct kernels *kernels, const struct level1_job *job);
typedef void level1_theirs(void *function, const struct level1_job *job);

struct level1_row {
    const char *name, *base;
    unsigned bytes;   // moved per element: all vectors, read and written
    unsigned element; // bytes of one
    level1_ours *ours;
    level1_theirs *theirs; // by reference; little-endian, so that 32 bits of the count serve
};

enum { LEVEL1_ROWS = 12 };
extern const struct level1_row level1_rows[LEVEL1_ROWS];

// NULL if there is none of that name.
const struct level1_row *level1_find(const char *name);

// The library's function, by any of the usual spellings; NULL if it has none.
void *level1_find_theirs(void *library, const struct level1_row *row);

// Vectors that `bytes` each fill. Values are such that a million calls neither overflow nor vanish.
// -1 without memory.
int level1_make_vectors(struct level1_job *job, size_t bytes);
void level1_fill_vectors(const struct level1_job *job, size_t bytes, unsigned element);

#endif
