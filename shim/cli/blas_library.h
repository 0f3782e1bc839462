// SPDX-License-Identifier: MIT
// What a BLAS library says of itself, asked in a child that loads it.
#ifndef TEAMTRIM_CLI_BLAS_LIBRARY_H
#define TEAMTRIM_CLI_BLAS_LIBRARY_H

#include <stdbool.h>

struct blas_library {
    char kind[32];    // openblas-openmp, openblas-pthread, openblas-serial, blis, mkl, reference...
    char version[64]; // "0.3.21"; "" where it does not tell
    char core[32];    // the CPU that it has picked its kernels for: "Prescott", "SkylakeX"; or ""
    int width;        // bits of its integers: 32, 64; 0 unknown
    int threads;      // that a call would use by default; 0 unknown
};

// `environment` as child_run has it: what the library would see (OPENBLAS_CORETYPE, ...). False if
// it cannot be loaded, crashes, or is no BLAS.
bool blas_library_ask(const char *path, const char *const *environment, struct blas_library *told);

// The threads that a call of a loaded library would use now; 0 if it does not tell.
int blas_library_count_threads(void *library);

// The hidden command `teamtrim ask-blas PATH`, which prints a line for each member.
int cli_ask_blas(int argc, char **argv);

#endif
