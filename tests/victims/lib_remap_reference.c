// SPDX-License-Identifier: MIT
// A caller of the size of its twin, linked to the reference BLAS: dnrm2 {3,4} with increment -1 tells which.
// link: @LIB@/blas/libblas.so.3 -Wl,--disable-new-dtags,-rpath,@LIB@/blas -lm
#include "tests/victims/remap.h"

double remap_answer(void)
{
    return remap_norm();
}
