// SPDX-License-Identifier: MIT
// All kernels of one ISA, over its f64x8 and f32x16, and the table that names them. Included by
// each isa_<name>.c after its vectors, with KERNELS_TABLE defined and the constants of sums:
// ADD_WAYS, PRODUCT_WAYS and CROSS_WAYS chains; from SUM_ALIGN_GROUPS groups on (0: never) they
// read whole cache lines, which does not change their bits.
#ifndef TEAMTRIM_LEVEL1_H
#define TEAMTRIM_LEVEL1_H

#include <float.h>
#include <string.h>

#include "fp_state.h"
#include "isa.h"
#include "stride.h"
#include "vec.h"

enum sum_term {
    TERM_ELEMENT,
    TERM_MAGNITUDE,
    TERM_SQUARE,
    TERM_SCALED_SQUARE,
    TERM_PRODUCT,
    TERM_CROSS
};
enum search { SEARCH_MOST, SEARCH_LEAST };
enum update { UPDATE_SCAL, UPDATE_AXPY, UPDATE_AXPBY };

// Parts examined before the search compares with the best block so far. Larger blocks cost more to
// go through again for the position, smaller ones more folds.
enum { SEARCH_BLOCK = 1024 };

// Head elements are done apart, so that the stores of the rest do not cross cache lines, from this
// many groups on.
enum { ALIGN_GROUPS = 2 };

// From this many bytes on the C library's copy, which knows the caches, is at least as fast.
enum { COPY_BY_LIBRARY = 4096 };

#define FN(name) JOIN(LETTER, JOIN(_, name))
#define V(op) OF(VEC, op)
#define OF(vector, op) JOIN(vector, JOIN(_, op))

#define T float
#define E float
#define VEC f32x16
#define FULL_VEC f32x16
#define HALF_VEC f32x8
#define QUARTER_VEC f32x4
#define LANES 16
#define LETTER s
#define COMPLEX_LETTER c
#define MAGNITUDE_LETTERS sc
#define MIXED_LETTERS cs
#define LOAD(how) JOIN(f32x16_load, how)
#define LARGEST FLT_MAX
#define SQRT __builtin_sqrtf
#define SQUARES_SAFE 0x1p-60F
#define SQUARES_DOWN 0x1p-90F
#define SQUARES_UP 0x1p+88F
#include "level1_tpl.h"

#define T double
#define E double
#define VEC f64x8
#define FULL_VEC f64x8
#define HALF_VEC f64x4
#define QUARTER_VEC f64x2
#define LANES 8
#define LETTER d
#define COMPLEX_LETTER z
#define MAGNITUDE_LETTERS dz
#define MIXED_LETTERS zd
#define LOAD(how) JOIN(f64x8_load, how)
#define LARGEST DBL_MAX
#define SQRT __builtin_sqrt
#define SQUARES_SAFE 0x1p-900
#define SQUARES_DOWN 0x1p-600
#define SQUARES_UP 0x1p+700
#include "level1_tpl.h"

// Completes the set of wide loads: there is no complex dsdot.
INLINE struct f64x8 f64x8_load_wide_step2(const float *p, kernel_index step)
{
    (void)step;
    return f64x8_load_wide(p);
}

#define T double
#define E float
#define VEC f64x8
#define LANES 8
#define LETTER ds
#define LOAD(how) JOIN(f64x8_load_wide, how)
#include "stride_tpl.h"
#include "sums_tpl.h"

static double kernel_dsdot(kernel_index n, const float *x, const float *y)
{
    return ds_dot(n, x, stride_unit(), y, stride_unit());
}

static double kernel_dsdot_strided(kernel_index n, const float *x, kernel_index incx,
                                   const float *y, kernel_index incy)
{
    return ds_dot(n, x, stride_apart(1, incx), y, stride_apart(1, incy));
}

#undef T
#undef E
#undef VEC
#undef LANES
#undef LETTER
#undef LOAD

const struct kernels KERNELS_TABLE = {
#define KERNEL(result, name, ...) .name = kernel_##name,
#include "kernels.def"
#undef KERNEL
};

#endif
