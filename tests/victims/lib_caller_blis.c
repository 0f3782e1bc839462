// SPDX-License-Identifier: MIT
// A plug-in that calls BLAS and is linked to BLIS, whatever libblas.so.3 is.
//
// provider: blis-openmp/libblis.so.4
// link: -lm
#include "tests/victims/caller.h"
