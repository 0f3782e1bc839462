// SPDX-License-Identifier: MIT
// A caller of the size of its twin, linked to OpenBLAS: dnrm2 {3,4} with increment -1 tells which.
//
// provider: openblas-openmp/libopenblas.so.0
// link: -lm
#include "tests/victims/remap.h"

double remap_answer(void)
{
    return remap_norm();
}
