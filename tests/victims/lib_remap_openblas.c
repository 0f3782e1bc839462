// SPDX-License-Identifier: MIT
// A caller of the size of its twin, linked to OpenBLAS: dnrm2 {3,4} with increment -1 tells which.
// link: @LIB@/openblas-openmp/libopenblas.so.0 -Wl,--disable-new-dtags,-rpath,@LIB@/openblas-openmp -lm
#include "tests/victims/remap.h"

double remap_answer(void)
{
    return remap_norm();
}
