// SPDX-License-Identifier: MIT
// The kernels of the "avx2" level: AVX2 and FMA.
#ifdef __AVX2__

#include "vec_avx2.h"

#define FULL f64x8
#define HALF f64x4
#define LANES 8
#define T double
#define WIDE
#include "vec_pair_tpl.h"

#define FULL f32x16
#define HALF f32x8
#define LANES 16
#define T float
#include "vec_pair_tpl.h"

// The chains of a sum; as many on every ISA with FMA, since they fix its order.
#define ADD_WAYS 6
#define PRODUCT_WAYS 4
#define CROSS_WAYS 3
#define SUM_ALIGN_GROUPS 32
#define KERNELS_TABLE kernels_avx2
#include "level1.h"

#endif
