// SPDX-License-Identifier: MIT
// Hazard: calls of an OpenBLAS that forks teams by OpenMP, inside small regions.
//
// provider: openblas-openmp/libopenblas.so.0
// link: -lm
#include "tests/victims/omp_lazy_blas.h"
