// SPDX-License-Identifier: MIT
// A caller of the size of its twin, linked to the reference BLAS: dnrm2 {3,4} with increment -1
// tells which.
//
// provider: blas/libblas.so.3
// link: -lm
#include "tests/victims/remap.h"

double remap_answer(void)
{
    return remap_norm();
}
