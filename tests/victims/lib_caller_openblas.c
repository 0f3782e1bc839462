// SPDX-License-Identifier: MIT
// A plug-in that calls BLAS and is linked to OpenBLAS, whatever libblas.so.3 is.
//
// provider: openblas-openmp/libopenblas.so.0
// link: -lm
#include "tests/victims/caller.h"
