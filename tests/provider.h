// SPDX-License-Identifier: MIT
// The BLAS libraries of this machine that tests and benchmarks choose among. Rows: provider.def.
#ifndef TEAMTRIM_TESTS_PROVIDER_H
#define TEAMTRIM_TESTS_PROVIDER_H

enum provider_id {
#define PROVIDER(id, name, folder, lapack) PROVIDER_##id,
#include "provider.def"
#undef PROVIDER
    PROVIDER_COUNT
};

// "openblas-openmp", ...
const char *provider_name(enum provider_id provider);

// "LD_LIBRARY_PATH=..." that makes libblas.so.3 and liblapack.so.3 this provider's; NULL if its
// libblas.so.3 is not installed. Lives as long as the process.
const char *provider_variable(enum provider_id provider);

// Debian's library folder, as /usr/lib/x86_64-linux-gnu; the same lifetime.
const char *provider_system_folder(void);

#endif
