// SPDX-License-Identifier: MIT
// Single-thread SIMD kernels for level-1 BLAS, and the choice among them by CPU.
//
// Shapes. A vector is a pointer to its logical element 0 and a stride in elements: element i is
// x[i * incx], so a caller that follows the BLAS convention for negative strides has already moved
// the pointer to the far end. The plain kernels take unit strides; their `_strided` twins take any
// stride but 0. Complex vectors are interleaved (re, im), their strides count complex elements,
// complex scalars are arrays of two. n is at least 1; vectors that a kernel writes may be the same
// as another, but must not partly overlap it.
//
// Promises. No kernel reads outside its vectors or writes between strides. Sums run in a fixed
// order: 64-byte groups in LANES lanes, folded in a fixed tree, blocks of SUM_BLOCK elements added
// pairwise. The order depends on n alone, so every ISA with FMA gives the same bits whatever the
// alignment or stride. Error of a sum: |computed - exact| <= sum|terms| * u * (SUM_BLOCK / LANES
// + log2(n / SUM_BLOCK) + 10), the bound of pairwise summation (Higham, Accuracy and Stability of
// Numerical Algorithms, 4.2) with u the unit roundoff of the type; one u less with FMA.
//
// Special values. Reductions return what IEEE arithmetic gives: a result that is NaN or infinite
// tells the caller to ask somebody else if the exact NaN matters. Index searches return -1 when
// they met a NaN or an infinity. Kernels that update vectors return how many elements they have
// done: n, or fewer when they stopped before a group that would have received a NaN or an infinity;
// the elements from there on are untouched.
#ifndef TEAMTRIM_KERNELS_H
#define TEAMTRIM_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUM_BLOCK = 4096, SUM_CHAIN = 257 };

typedef ptrdiff_t kernel_index;

// The kernels of one ISA. Rows and signatures: kernels.def.
struct kernels {
#define KERNEL(result, name, ...) result (*name)(__VA_ARGS__);
#include "kernels.def"
#undef KERNEL
};

// ISA levels, from the least to the most able. Rows: isa.def.
enum kernels_isa {
#define ISA(id, name) ISA_##id,
#include "isa.def"
#undef ISA
    ISA_COUNT
};

// "scalar", "sse2", ... as the policy spells it.
const char *kernels_isa_name(enum kernels_isa isa);

// The level of that name, or -1.
int kernels_isa_find(const char *name);

// Whether this build holds kernels for the level and this CPU and operating system can run them.
bool kernels_isa_usable(enum kernels_isa isa);

// The most able usable level.
enum kernels_isa kernels_isa_best(void);

// The kernels of a level; NULL unless kernels_isa_usable(isa). Never freed, safe from any thread
// and before constructors have run.
const struct kernels *kernels_of(enum kernels_isa isa);

#endif
