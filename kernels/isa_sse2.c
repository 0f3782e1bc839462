// SPDX-License-Identifier: MIT
// The kernels of the "sse2" level, which every x86-64 CPU has.
#ifdef __SSE2__

#include "vec_sse2.h"

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

// Two chains of a sum fill half of the registers.
#define ADD_WAYS 2
#define PRODUCT_WAYS 2
#define CROSS_WAYS 2
#define SUM_ALIGN_GROUPS 0
#define KERNELS_TABLE kernels_sse2
#include "level1.h"

#endif
