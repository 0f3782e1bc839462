// SPDX-License-Identifier: MIT
// The kernels of the "scalar" level: plain C for any CPU.
#include "vec.h"

#define FULL f64x2
#define T double
#include "vec_scalar_tpl.h"

#define FULL f64x4
#define HALF f64x2
#define LANES 4
#define T double
#define WIDE
#include "vec_pair_tpl.h"

#define FULL f64x8
#define HALF f64x4
#define LANES 8
#define T double
#define WIDE
#include "vec_pair_tpl.h"

#define FULL f32x2
#define T float
#include "vec_scalar_tpl.h"

#define FULL f32x4
#define HALF f32x2
#define LANES 4
#define T float
#include "vec_pair_tpl.h"

#define FULL f32x8
#define HALF f32x4
#define LANES 8
#define T float
#include "vec_pair_tpl.h"

#define FULL f32x16
#define HALF f32x8
#define LANES 16
#define T float
#include "vec_pair_tpl.h"

#define ADD_WAYS 2
#define PRODUCT_WAYS 2
#define CROSS_WAYS 2
#define SUM_ALIGN_GROUPS 0
#define KERNELS_TABLE kernels_scalar
#include "level1.h"
