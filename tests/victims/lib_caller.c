// SPDX-License-Identifier: MIT
// A plug-in that calls BLAS and is linked to the machine's libblas.so.3.
#include "tests/victims/caller.h"
