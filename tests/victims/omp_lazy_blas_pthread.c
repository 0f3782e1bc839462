// SPDX-License-Identifier: MIT
// Hazard: calls of an OpenBLAS that has threads of its own, inside small regions.
//
// provider: openblas-pthread/libopenblas.so.0
// link: -lm
#include "tests/victims/omp_lazy_blas.h"
