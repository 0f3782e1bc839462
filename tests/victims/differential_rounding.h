// SPDX-License-Identifier: MIT
// Draws cases of random reals and holds each result against long double arithmetic, within the
// bounds that any order of summation keeps. u is the unit roundoff of the element:
//   sums      |got - exact| <= (n + 8) u sum|terms|, norms (n + 8) u exact
//   updates   |got - exact| <= 4 u times the sum of the magnitudes of the element's terms (2 ulp);
//             complex ones, with twice the terms, 8 u
//   searches, copy and swap: exact
// No call on such numbers may raise an exception other than inexact or underflow.
#include "tests/victims/differential_memory.h"

#include <math.h>

typedef long double real;

struct expected {
    real value, bound;
};

static double roundoff(const struct routine *routine)
{
    return routine->size == 8 ? 0x1p-53 : 0x1p-24;
}

static double load_part(const struct routine *routine, int vector, int n, int increment, int i,
                        size_t part)
{
    const unsigned char *at = element_at(routine, vector, n, increment, i) + part * routine->size;
    double wide;
    float narrow;

    memcpy(&wide, at, 8);
    memcpy(&narrow, at, 4);
    return routine->size == 8 ? wide : (double)narrow;
}

// Both vectors before the call, in the order of BLAS, as pairs (re, im).
static double before[2][2 * 20000];

static void load_before(const struct routine *routine, const struct call *call)
{
    for (int i = 0; i < call->n; i++)
        for (size_t part = 0; part < 2; part++) {
            bool real_part = part < routine->parts;

            before[0][2 * i + part] =
                real_part ? load_part(routine, 0, call->n, call->incx, i, part) : 0;
            before[1][2 * i + part] =
                real_part ? load_part(routine, 1, call->n, call->incy, i, part) : 0;
        }
}

// One term of a scalar times an element: value and magnitude of its part.
static void add_product(struct expected *sum, const double scalar[2], const double *element,
                        size_t part)
{
    real a = (real)scalar[0] * element[part];
    real b = part ? (real)scalar[1] * element[0] : -(real)scalar[1] * element[1];

    sum->value += a + b;
    sum->bound += fabsl(a) + fabsl(b);
}

// x = h[0] x + h[2] y, y = h[1] x + h[3] y for every update: h as complex numbers.
static void fill_matrix(const struct routine *routine, const struct call *call, double h[4][2])
{
    const double *p = call->param;
    const double c = call->alpha[0], s = call->beta[0];

    memset(h, 0, 4 * sizeof *h);
    h[0][0] = h[3][0] = 1;
    if (routine->shape == SHAPE_SCAL || routine->shape == SHAPE_SCAL_R)
        h[0][0] = c;
    if (routine->shape == SHAPE_SCAL_C)
        memcpy(h[0], call->alpha, sizeof h[0]);
    if (routine->shape >= SHAPE_AXPY && routine->shape <= SHAPE_AXPBY_C) {
        memcpy(h[1], call->alpha, routine->parts * sizeof(double));
        if (routine->shape >= SHAPE_AXPBY)
            memcpy(h[3], call->beta, routine->parts * sizeof(double));
    }
    if (routine->shape == SHAPE_ROT || routine->shape == SHAPE_ROT_R) {
        h[0][0] = h[3][0] = c;
        h[2][0] = s;
        h[1][0] = -s;
    }
    if (routine->shape == SHAPE_COPY || routine->shape == SHAPE_COPY_C)
        h[1][0] = 1, h[3][0] = 0;
    if (routine->shape == SHAPE_SWAP || routine->shape == SHAPE_SWAP_C)
        h[1][0] = h[2][0] = 1, h[0][0] = h[3][0] = 0;
    if (routine->shape == SHAPE_ROTM && p[0] != -2) { // param: flag, h11, h21, h12, h22
        h[0][0] = p[0] == 0 ? 1 : p[1];
        h[1][0] = p[0] == 1 ? -1 : p[2];
        h[2][0] = p[0] == 1 ? 1 : p[3];
        h[3][0] = p[0] == 0 ? 1 : p[4];
    }
}

static bool check_updates(const struct routine *routine, const struct call *call)
{
    const double u = roundoff(routine) * (routine->parts == 2 ? 8 : 4);
    double h[4][2];

    fill_matrix(routine, call, h);
    for (int i = 0; i < call->n; i++)
        for (size_t part = 0; part < routine->parts; part++)
            for (int vector = 0; vector < 1 + routine_has_two_vectors(routine); vector++) {
                struct expected sum = {0, 0};
                double got =
                    load_part(routine, vector, call->n, vector ? call->incy : call->incx, i, part);

                add_product(&sum, h[vector], &before[0][2 * i], part);
                add_product(&sum, h[vector + 2], &before[1][2 * i], part);
                if (!(fabsl(got - sum.value) <= sum.bound * u))
                    return false;
            }
    return true;
}

static double scalar_result(const struct call *call, size_t part, size_t size)
{
    double wide;
    float narrow;

    memcpy(&wide, call->result + part * size, 8);
    memcpy(&narrow, call->result + part * size, 4);
    return size == 8 ? wide : (double)narrow;
}

static struct expected expect_dot(const struct routine *routine, const struct call *call,
                                  size_t part)
{
    const bool conjugate = routine->shape == SHAPE_DOT_C && routine->name[4] == 'c';
    struct expected sum = {0, 0};

    for (int i = 0; i < call->n; i++) {
        double x[2] = {before[0][2 * i], before[0][2 * i + 1]};

        if (conjugate)
            x[1] = -x[1];
        add_product(&sum, x, &before[1][2 * i], part);
    }
    if (routine->shape == SHAPE_SDSDOT) {
        sum.value += (float)call->alpha[0];
        sum.bound += fabsl((float)call->alpha[0]);
    }
    return sum;
}

static bool check_dot(const struct routine *routine, const struct call *call)
{
    size_t size = routine->shape == SHAPE_DSDOT ? 8 : routine->size;

    for (size_t part = 0; part < routine->parts; part++) {
        struct expected sum = expect_dot(routine, call, part);
        real slack = (call->n + 8) * (real)(size == 8 ? 0x1p-53 : 0x1p-24) * sum.bound;

        if (!(fabsl(scalar_result(call, part, size) - sum.value) <= slack))
            return false;
    }
    return true;
}

static struct expected expect_reduced(const struct routine *routine, const struct call *call)
{
    struct expected sum = {0, 0};
    bool squares = strcmp(routine->base, "nrm2") == 0, sums = strcmp(routine->base, "sum") == 0;

    for (int i = 0; i < call->n; i++) {
        real re = before[0][2 * i], im = before[0][2 * i + 1];

        sum.value += squares ? re * re + im * im : sums ? re + im : fabsl(re) + fabsl(im);
        sum.bound += fabsl(re) + fabsl(im);
    }
    if (squares)
        sum.value = sum.bound = sqrtl(sum.value);
    return sum;
}

// The first element with the greatest (or least) |re| + |im|, which a float or double sums with one
// rounding.
static int find_extreme(const struct routine *routine, const struct call *call)
{
    bool least = strstr(routine->base, "min") != NULL;
    int best = 0;
    double best_size = 0;

    for (int i = 0; i < call->n; i++) {
        double size = fabs(before[0][2 * i]) + fabs(before[0][2 * i + 1]);

        if (routine->size == 4)
            size = (double)(float)size;
        if (i == 0 || (least ? size < best_size : size > best_size)) {
            best = i;
            best_size = size;
        }
    }
    return best;
}

static bool check_reduced(const struct routine *routine, const struct call *call)
{
    struct expected sum = expect_reduced(routine, call);
    double got = scalar_result(call, 0, routine->size);
    real slack = (call->n * (int)routine->parts + 8) * (real)roundoff(routine) * sum.bound;

    if (strstr(routine->base, "max") || strstr(routine->base, "min")) {
        const double *element = &before[0][2 * find_extreme(routine, call)];

        sum.value = fabsl((real)element[0]) + fabsl((real)element[1]);
        slack = 2 * roundoff(routine) * sum.value;
    }
    return fabsl(got - sum.value) <= slack;
}

static bool check_case(const struct routine *routine, const struct call *call)
{
    switch (routine->shape) {
    case SHAPE_DOT:
    case SHAPE_DSDOT:
    case SHAPE_SDSDOT:
    case SHAPE_DOT_C:
        return check_dot(routine, call);
    case SHAPE_REDUCE:
    case SHAPE_REDUCE_C:
        return check_reduced(routine, call);
    case SHAPE_INDEX:
    case SHAPE_INDEX_C:
        return call->index == find_extreme(routine, call);
    case SHAPE_FORWARD:
        return true;
    default:
        return check_updates(routine, call);
    }
}

static double draw_real(uint64_t *state)
{
    return ldexp((double)(int64_t)draw(state) * 0x1p-63, draw_below(state, 7) - 3);
}

static void draw_rounding_case(const struct routine *routine, struct call *call, uint64_t *state)
{
    static const int lengths[] = {1, 2, 3, 7, 8, 9, 16, 31, 100, 257, 1000, 4097, 20000};
    static const int increments[] = {1, 1, 1, 2, 3, -1, -2};
    static const double flags[] = {-2, -1, 0, 1};

    call->n = lengths[draw_below(state, sizeof lengths / sizeof *lengths)];
    call->incx = increments[draw_below(state, routine_has_two_vectors(routine) ? 7 : 5)];
    call->incy = draw_below(state, 2) ? call->incx : increments[draw_below(state, 7)];
    for (int i = 0; i < 2; i++) { // floats, so that both precisions get what is checked
        call->alpha[i] = (float)draw_real(state);
        call->beta[i] = (float)draw_real(state);
    }
    for (int i = 1; i < 5; i++)
        call->param[i] = (float)draw_real(state);
    call->param[0] = flags[draw_below(state, 4)];
}
