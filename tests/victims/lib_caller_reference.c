// SPDX-License-Identifier: MIT
// A plug-in that calls BLAS and is linked to the reference BLAS, whatever other plug-ins use.
//
// provider: blas/libblas.so.3
// link: -lm
#include "tests/victims/caller.h"
