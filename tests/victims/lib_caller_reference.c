// SPDX-License-Identifier: MIT
// A plug-in that calls BLAS and is linked to the reference BLAS, whatever other plug-ins use.
// link: @LIB@/blas/libblas.so.3 -Wl,--disable-new-dtags,-rpath,@LIB@/blas -lm
#include "tests/victims/caller.h"
