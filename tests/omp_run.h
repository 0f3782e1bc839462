// SPDX-License-Identifier: MIT
// Runs OpenMP victims by runtime and environment, without and with the library preloaded, and holds
// the runs against each other. A victim that is not there fails the test.
#ifndef TEAMTRIM_TESTS_OMP_RUN_H
#define TEAMTRIM_TESTS_OMP_RUN_H

// Compiler and runtime.
enum {
    OMP_GOMP = 1 << 0,       // gcc, libgomp
    OMP_KMP = 1 << 1,        // clang, its libomp
    OMP_KMP19 = 1 << 2,      // clang 19, libomp 19
    OMP_GOMP_ON_14 = 1 << 3, // gcc, that libomp under libgomp's name
    OMP_GOMP_ON_19 = 1 << 4,

    OMP_LIBOMP = OMP_KMP | OMP_KMP19 | OMP_GOMP_ON_14 | OMP_GOMP_ON_19,
    OMP_NATIVE = OMP_GOMP | OMP_KMP | OMP_KMP19, // no compiler's program on another's runtime
    OMP_GCC = OMP_GOMP | OMP_GOMP_ON_14 | OMP_GOMP_ON_19,
    OMP_ALL = OMP_GOMP | OMP_LIBOMP,
};

// Numbers of the rows of omp_environments.def; a set of them is a mask.
enum omp_environment {
#define ENVIRONMENT(id, ...) OMP_ENVIRONMENT_##id,
#define PRELOADED(id, ...)
#include "tests/omp_environments.def"
#undef ENVIRONMENT
#undef PRELOADED
    OMP_ENVIRONMENTS
};

enum omp_preloaded {
#define ENVIRONMENT(id, ...)
#define PRELOADED(id, ...) OMP_PRELOADED_##id,
#include "tests/omp_environments.def"
#undef ENVIRONMENT
#undef PRELOADED
    OMP_PRELOADEDS
};

#define OMP_WITH(id) (1u << OMP_ENVIRONMENT_##id)
#define OMP_AND(id) (1u << OMP_PRELOADED_##id)

// The sets of variants, environments and preloaded rows (besides NONE), then the command: a victim
// without its variant's prefix, and arguments up to NULL, in which "@NAME" becomes the path of the
// victim NAME and "@@NAME" that of NAME in the same variant; what stands before the "@" stays.
// Expects the same stdout, and exit status 0, for each.
void omp_compare(unsigned ran_on, unsigned ran_with, unsigned preloaded_with,
                 const char *const *command);

// Each variant creates at most as many threads and processes under the preload as without, in
// environment FOUR.
void omp_compare_clones(unsigned ran_on, const char *const *command);

#endif
