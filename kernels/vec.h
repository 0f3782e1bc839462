// SPDX-License-Identifier: MIT
// What a vector is to the kernel templates, and the small tools that its definitions share.
//
// The kernels are written over one logical vector of 64 bytes, f64x8 or f32x16, whatever the
// registers: one zmm, two ymm, four xmm or plain variables. A narrower register type is lifted to
// twice its lanes by vec_pair_tpl.h, so a fold always adds the upper half of the lanes to the lower
// one, then the upper quarter, and so on: the same bits on every ISA.
//
// Primitives of a vector type F of LANES elements T:
//   set1(a) set2(even, odd)           all lanes, or alternating
//   load(p) store(p, v)               LANES elements, any alignment
//   load_part(p, k)                   the first k (all if k >= LANES; 0 <= k < 64), 0 in the lanes
//                                     beyond, and the memory there is not touched
//   load_pieces(p, k) store_pieces(p, v, k)
//                                     the first k, k < LANES, by plain moves of 1, 2, 4... elements
//                                     to lanes of its own choice (pairs stay pairs if k is even):
//                                     unlike masked moves these forward from store to load
//   load_step(p, step)                elements `step` apart
//   load_step2(p, step)               pairs of elements, their starts `step` elements apart
//   load_wide(p), _part, _step        (f64 only) the same loads from floats
//   add mul max min abs madd(a, b, c) madd is a b + c: fused where the ISA has FMA, else two steps;
//                                     max and min of a NaN are unspecified
//   swap_pairs(v)                     lanes 1 0 3 2 ...
//   slide(a, b, k)                    lanes k to k + LANES - 1 of a followed by b, 0 <= k <= LANES
//   keep(v, k, fill)                  the first k lanes of v, and those of `fill` beyond
//   sum(v), sum_pairs(v, T[2]) most(v) least(v)
//                                     folds; sum_pairs keeps even and odd lanes apart
//   nonfinite(v) nonfinite4(a, b, c, d)
//                                     whether a lane is a NaN or an infinity; raises no flag
//   nans_none() nans_add(nans, a, b) nans_any(nans)
//                                     whether any lane of the vectors added so far was a NaN
//   match(a, b)                       bit i is set when lanes i are equal
#ifndef TEAMTRIM_VEC_H
#define TEAMTRIM_VEC_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels.h"

// Each kernel body must see its constant arguments (stride kind, operation), so nothing of it may
// be left to the compiler's judgement of size.
#define INLINE static inline __attribute__((always_inline))

// Shared code off the short paths, which must stay small.
#define NOINLINE __attribute__((noinline))

#define JOIN(a, b) JOIN_EXPANDED(a, b)
#define JOIN_EXPANDED(a, b) a##b

// A primitive F_op that is one intrinsic on the member v.
#define WRAP_MAKE(F, op, From, intrinsic) \
    INLINE struct F F##_##op(From a)      \
    {                                     \
        return (struct F){intrinsic(a)};  \
    }
#define WRAP_BINARY(F, op, intrinsic)                \
    INLINE struct F F##_##op(struct F a, struct F b) \
    {                                                \
        return (struct F){intrinsic(a.v, b.v)};      \
    }
#define WRAP_MADD(F, intrinsic)                                  \
    INLINE struct F F##_madd(struct F a, struct F b, struct F c) \
    {                                                            \
        return (struct F){intrinsic(a.v, b.v, c.v)};             \
    }
#define WRAP_STORE(F, T, intrinsic)         \
    INLINE void F##_store(T *p, struct F a) \
    {                                       \
        intrinsic(p, a.v);                  \
    }

INLINE kernel_index vec_clamp(kernel_index k, kernel_index lanes)
{
    return k < 0 ? 0 : k > lanes ? lanes : k;
}

// A mask of the first k of `lanes` lanes, 4 * words bytes each, is read at this address.
INLINE const int32_t *vec_mask(kernel_index k, kernel_index lanes, kernel_index words)
{
    static const int32_t ones_then_zeros[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
    return ones_then_zeros + 8 - words * vec_clamp(k, lanes);
}

#endif
