// SPDX-License-Identifier: MIT
// By the names that an object defines, and its file's.
#include "shim/omp/object_kind.h"

#include <string.h>

static bool defines_one_of(const struct module *module, const char *const *symbols)
{
    for (; *symbols; symbols++)
        if (module_defines(module, *symbols))
            return true;
    return false;
}

// Names that only a runtime, only a BLAS defines.
bool object_is_runtime(const struct module *module)
{
    static const char *const symbols[] = {"__kmpc_fork_call", "GOMP_parallel", NULL};
    return module->path[0] && defines_one_of(module, symbols);
}

// MKL's threading layer defines no BLAS name, but its file name tells.
bool object_is_blas(const struct module *module)
{
    static const char *const symbols[] = {"dgemm_",          "cblas_dgemm",       "dgemm_64_",
                                          "cblas_dgemm64_",  "dgemm_64",          "scipy_dgemm_",
                                          "scipy_dgemm_64_", "scipy_cblas_dgemm", NULL};
    static const char *const files[] = {"blas", "libmkl", "libblis", "lapack", "libarmpl", NULL};
    const char *slash = strrchr(module->path, '/');
    const char *file = slash ? slash + 1 : module->path;
    for (const char *const *part = files; *part; part++)
        if (!strncmp(file, "lib", 3) && strstr(file, *part))
            return true;
    return defines_one_of(module, symbols);
}
