// SPDX-License-Identifier: MIT
// What each kernel must compute, in long double and the plainest way.
#ifndef TEST_KERNELS_REFERENCE_H
#define TEST_KERNELS_REFERENCE_H

#include <float.h>
#include <math.h>

#include "test_kernels_rows.h"

enum { REFERENCE_PARTS = 2 * 100001 };

// Values go in, results replace them; `size` is the sum of the magnitudes of the terms that made
// each result, of which rounding errors are a fraction.
struct reference {
    long double x[REFERENCE_PARTS], y[REFERENCE_PARTS];
    long double x_size[REFERENCE_PARTS], y_size[REFERENCE_PARTS];
    long double result[2], result_size[2];
    kernel_index index;
};

static long double magnitude(const struct row *row, const long double *x, kernel_index i)
{
    if (row->parts == 1)
        return fabsl(x[i]);
    // In the type itself: ties are decided by the rounded sum.
    if (row->bytes == sizeof(float))
        return fabsf((float)x[2 * i]) + fabsf((float)x[2 * i + 1]);
    return fabs((double)x[2 * i]) + fabs((double)x[2 * i + 1]);
}

// r += a x, parts of a complex number or one part each.
static void add_product(int a_parts, int parts, const long double *a, const long double *x,
                        long double *r, long double *size)
{
    for (int part = 0; part < parts; part++) {
        r[part] += a[0] * x[part];
        size[part] += fabsl(a[0] * x[part]);
    }
    if (a_parts == 2) {
        r[0] -= a[1] * x[1];
        r[1] += a[1] * x[0];
        size[0] += fabsl(a[1] * x[1]);
        size[1] += fabsl(a[1] * x[0]);
    }
}

static void reference_reduce(const struct row *row, kernel_index n, struct reference *r)
{
    long double *sum = r->result, *size = r->result_size;
    for (kernel_index i = 0; i < n * row->parts; i++) {
        long double x = r->x[i], conjugate[2] = {x, 0};
        long double term = row->op == OP_NRM2 ? x * x : row->op == OP_ASUM ? fabsl(x) : x;
        if (row->op == OP_DOTU || row->op == OP_DOTC) {
            conjugate[1] = row->op == OP_DOTC ? -r->x[i + 1] : r->x[i + 1];
            add_product(2, 2, conjugate, r->y + i, sum, size);
            i++;
            continue;
        }
        if (row->op == OP_DOT)
            term = x * r->y[i];
        sum[0] += term;
        size[0] += fabsl(term);
    }
    if (row->op == OP_NRM2)
        sum[0] = size[0] = sqrtl(sum[0]);
}

static void reference_search(const struct row *row, kernel_index n, struct reference *r)
{
    bool most = row->op == OP_AMAX || row->op == OP_IAMAX;
    r->index = 0;
    for (kernel_index i = 1; i < n; i++) {
        long double a = magnitude(row, r->x, i), best = magnitude(row, r->x, r->index);
        if (most ? a > best : a < best)
            r->index = i;
    }
    r->result[0] = magnitude(row, r->x, r->index);
}

static void reference_update(const struct row *row, kernel_index i, const struct scalars *s,
                             struct reference *r)
{
    long double x[2] = {r->x[i], row->parts == 2 ? r->x[i + 1] : 0};
    long double y[2] = {r->y[i], row->parts == 2 ? r->y[i + 1] : 0};
    static const long double one[2] = {1, 0};
    long double *to = row->op == OP_SCAL ? r->x + i : r->y + i;
    long double *size = row->op == OP_SCAL ? r->x_size + i : r->y_size + i;
    for (int part = 0; part < row->parts; part++)
        to[part] = 0;
    add_product(row->scalar_parts, row->parts, s->alpha, x, to, size);
    if (row->op == OP_AXPY)
        add_product(1, row->parts, one, y, to, size);
    if (row->op == OP_AXPBY)
        add_product(row->scalar_parts, row->parts, s->beta, y, to, size);
}

static void reference_part(const struct row *row, kernel_index i, const struct scalars *s,
                           struct reference *r)
{
    long double x = r->x[i], y = r->y[i];
    const long double *h = s->h;
    if (row->op == OP_SWAP || row->op == OP_COPY)
        r->y[i] = x;
    if (row->op == OP_SWAP)
        r->x[i] = y;
    if (row->op == OP_ROT) {
        r->x[i] = h[0] * x + h[2] * y;
        r->y[i] = h[1] * x + h[3] * y;
        r->x_size[i] = fabsl(h[0] * x) + fabsl(h[2] * y);
        r->y_size[i] = fabsl(h[1] * x) + fabsl(h[3] * y);
    }
}

static void reference_compute(const struct row *row, kernel_index n, const struct scalars *s,
                              struct reference *r)
{
    for (int part = 0; part < 2; part++)
        r->result[part] = r->result_size[part] = 0;
    for (kernel_index i = 0; i < n * row->parts; i++)
        r->x_size[i] = r->y_size[i] = 0;
    r->index = n;
    if (row->op <= OP_SUM)
        reference_reduce(row, n, r);
    else if (row->op <= OP_IAMIN)
        reference_search(row, n, r);
    else if (row->op == OP_SCAL || row->op == OP_AXPY || row->op == OP_AXPBY)
        for (kernel_index i = 0; i < n; i++)
            reference_update(row, i * row->parts, s, r);
    else
        for (kernel_index i = 0; i < n * row->parts; i++)
            reference_part(row, i, s, r);
}

#endif
