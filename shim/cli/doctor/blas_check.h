// SPDX-License-Identifier: MIT
// BLAS libraries: what each says of itself, and whether its kernels are right for this CPU.
#ifndef TEAMTRIM_CLI_DOCTOR_BLAS_CHECK_H
#define TEAMTRIM_CLI_DOCTOR_BLAS_CHECK_H

#include "shim/cli/blas_library.h"
#include "shim/cli/doctor/environment.h"
#include "shim/cli/doctor/threads.h"

#include <stdbool.h>

// Asks the library in a process with that environment. False if it does not answer.
bool blas_check_ask(const char *path, const struct environment *environment,
                    struct blas_library *told);

// "openblas-openmp 0.3.21, 32-bit integers, kernels Haswell, 2 threads".
void blas_check_describe(const struct blas_library *told, char *text, size_t size);

// A row for a library that has answered, with what is wrong with it. `more` ends the row's text;
// NULL: it is installed, and perhaps nobody's. `environment` is what it was asked in.
void blas_check_report(const char *name, const struct blas_library *told, const char *more,
                       const struct environment *environment, const struct threads *threads);

#endif
