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
// order: groups of 64 bytes go to chains of additions in turn, lane by lane, chains and then lanes
// are folded in a fixed tree, and blocks of SUM_BLOCK parts (a complex element has two) are added
// pairwise. The order depends on n alone, so every ISA with FMA gives the same bits whatever the
// alignment or stride. Error of a sum or of each part of a product:
//     |computed - exact| <= (c + ceil(log2(blocks)) + 9) u sum|terms| + O(u^2)
// where u is the unit roundoff of the type and c the longest chain, which is at most SUM_CHAIN
// (doubles without FMA) and with FMA 513 for dot and nrm2, 342 for asum and sum, 683 for complex
// products, for floats half of these: the bound of pairwise summation (Higham, Accuracy and
// Stability of Numerical Algorithms, 4.2). nrm2 halves it, and adds u for the root.
//
// Special values. Sums and norms return what IEEE arithmetic gives, but the sum of nothing but
// zeros is +0: a result that is NaN or infinite tells the caller to ask somebody else if the exact
// NaN matters. amax and amin return a NaN if they met one, else infinity if they met one. Index
// searches return -1 when they met a NaN or an infinity, or a complex element whose |re| + |im|
// overflows. Kernels that update vectors return how many elements they have done: n, or fewer when
// they stopped before a group that would have received a NaN or an infinity; the elements from
// there on are untouched. A factor must be finite. Scaling by 0 is a multiplication.
#ifndef TEAMTRIM_KERNELS_H
#define TEAMTRIM_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUM_BLOCK = 16384, SUM_CHAIN = 1025 };

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
