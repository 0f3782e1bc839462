// SPDX-License-Identifier: MIT
// A plug-in that calls BLAS and is linked to OpenBLAS, whatever libblas.so.3 is.
// link: @LIB@/openblas-openmp/libopenblas.so.0 -Wl,--disable-new-dtags,-rpath,@LIB@/openblas-openmp -lm
#include "tests/victims/caller.h"
