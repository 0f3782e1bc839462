// SPDX-License-Identifier: MIT
// A plug-in that calls BLAS and is linked to BLIS, whatever libblas.so.3 is.
// link: @LIB@/blis-openmp/libblis.so.4 -Wl,--disable-new-dtags,-rpath,@LIB@/blis-openmp -lm
#include "tests/victims/caller.h"
