// SPDX-License-Identifier: MIT
// The kernels of the "avx512" level: AVX-512 F, DQ, VL and BW.
#ifdef __AVX512F__

#include "vec_avx512.h"

// The chains of a sum; as many on every ISA with FMA, since they fix its order.
#define ADD_WAYS 6
#define PRODUCT_WAYS 4
#define CROSS_WAYS 3
#define SUM_ALIGN_GROUPS 32
#define KERNELS_TABLE kernels_avx512
#include "level1.h"

#endif
