// SPDX-License-Identifier: MIT
// Rows, calls and vectors of the routines that are timed.
#include "shim/cli/measure/level1.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Factors that leave the vectors as large as they are, whatever the number of calls.
static const double turn = -1, step = 1e-9, cosine = 0.6, sine = 0.8;
static const double matrix[4] = {0.6, -0.8, 0.8, 0.6};
static const float step_float = 1e-9F;

// Names in the functions below: job, and x and y of the row's element.
#define FUNCTION(E, head, body)               \
    static void head                          \
    {                                         \
        E *x = (E *)job->x, *y = (E *)job->y; \
        (void)x, (void)y;                     \
        body;                                 \
    }
#define OURS(E, name, unit, strided)                                                      \
    FUNCTION(E, ours_##name(const struct kernels *kernels, const struct level1_job *job), \
             if (job->stride == 1) kernels->name unit;                                    \
             else kernels->name##_strided strided)
#define THEIRS(E, name, R, parameters, arguments)                            \
    FUNCTION(E, theirs_##name(void *function, const struct level1_job *job), \
             ((R(*) parameters)(uintptr_t)function)arguments)

#define COUNT const int64_t *
#define N job->n
#define STRIDE job->stride

// R: what the library's function returns. A result is dropped; an index may be of either width.
#define ONE_VECTOR(E, R, name)            \
    OURS(E, name, (N, x), (N, x, STRIDE)) \
    THEIRS(E, name, R, (COUNT, const E *, COUNT), (&N, x, &STRIDE))
#define TWO_VECTORS(E, R, name)                         \
    OURS(E, name, (N, x, y), (N, x, STRIDE, y, STRIDE)) \
    THEIRS(E, name, R, (COUNT, E *, COUNT, E *, COUNT), (&N, x, &STRIDE, y, &STRIDE))
#define AXPY(E, name, factor)                                               \
    OURS(E, name, (N, factor, x, y), (N, factor, x, STRIDE, y, STRIDE))     \
    THEIRS(E, name, void, (COUNT, const E *, const E *, COUNT, E *, COUNT), \
           (&N, &factor, x, &STRIDE, y, &STRIDE))

ONE_VECTOR(double, double, dasum)
ONE_VECTOR(double, double, dnrm2)
ONE_VECTOR(double, int64_t, idamax)
ONE_VECTOR(float, float, sasum)
TWO_VECTORS(double, double, ddot)
TWO_VECTORS(double, void, dcopy)
TWO_VECTORS(double, void, dswap)
TWO_VECTORS(float, float, sdot)
AXPY(double, daxpy, step)
AXPY(float, saxpy, step_float)
OURS(double, dscal, (N, turn, x), (N, turn, x, STRIDE))
THEIRS(double, dscal, void, (COUNT, const double *, double *, COUNT), (&N, &turn, x, &STRIDE))
OURS(double, drot, (N, x, y, matrix), (N, x, STRIDE, y, STRIDE, matrix))
THEIRS(double, drot, void,
       (COUNT, double *, COUNT, double *, COUNT, const double *, const double *),
       (&N, x, &STRIDE, y, &STRIDE, &cosine, &sine))

#define ROW(E, vectors, name, base)                                                \
    {                                                                              \
#name, #base, (vectors) * sizeof(E), sizeof(E), ours_##name, theirs_##name \
    }
const struct level1_row level1_rows[LEVEL1_ROWS] = {
    ROW(double, 1, dasum, asum),   ROW(double, 2, ddot, dot),   ROW(double, 3, daxpy, axpy),
    ROW(double, 1, dnrm2, nrm2),   ROW(double, 2, dscal, scal), ROW(double, 4, drot, rot),
    ROW(double, 1, idamax, iamax), ROW(double, 2, dcopy, copy), ROW(double, 4, dswap, swap),
    ROW(float, 1, sasum, asum),    ROW(float, 2, sdot, dot),    ROW(float, 3, saxpy, axpy),
};

const struct level1_row *level1_find(const char *name)
{
    for (size_t i = 0; i < LEVEL1_ROWS; i++)
        if (strcmp(level1_rows[i].name, name) == 0)
            return &level1_rows[i];
    return NULL;
}

void *level1_find_theirs(void *library, const struct level1_row *row)
{
    static const char *const spellings[][2] = {
        {"", "_"}, {"", "_64_"}, {"", "64_"}, {"scipy_", "_"}, {"scipy_", "_64_"}};
    void *found = NULL;
    for (size_t i = 0; !found && i < sizeof spellings / sizeof *spellings; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s%s%s", spellings[i][0], row->name, spellings[i][1]);
        found = dlsym(library, name);
    }
    return found;
}

// Not a multiple of a page apart: loads of one would wait for stores to the other.
enum { APART = 1088 };

int level1_make_vectors(struct level1_job *job, size_t bytes)
{
    char *memory = aligned_alloc(64, (2 * bytes + APART + 63) / 64 * 64);
    if (!memory)
        return -1;
    job->x = (double *)memory;
    job->y = (double *)(memory + bytes + APART);
    return 0;
}

void level1_fill_vectors(const struct level1_job *job, size_t bytes, unsigned element)
{
    float *x = (float *)job->x, *y = (float *)job->y;
    for (size_t i = 0; element == sizeof(float) && i < bytes / sizeof(float); i++) {
        x[i] = 1 + (float)(i % 8) / 8;
        y[i] = 2 - x[i];
    }
    for (size_t i = 0; element == sizeof(double) && i < bytes / sizeof(double); i++) {
        job->x[i] = 1 + (double)(i % 8) / 8;
        job->y[i] = 2 - job->x[i];
    }
}
