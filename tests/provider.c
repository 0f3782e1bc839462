// SPDX-License-Identifier: MIT
// Finds the BLAS libraries of this machine that tests and benchmarks choose among.
#include "tests/provider.h"

#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

static const struct {
    const char *name, *folder, *lapack;
} providers[] = {
#define PROVIDER(id, name, folder, lapack) {name, folder, lapack},
#include "provider.def"
#undef PROVIDER
};

const char *provider_name(enum provider_id provider)
{
    return providers[provider].name;
}

const char *provider_system_folder(void)
{
    static char folder[256];
    struct utsname system;

    // There may be folders of other CPUs beside, for cross-compilers.
    if (!*folder && uname(&system) == 0)
        snprintf(folder, sizeof folder, "/usr/lib/%s-linux-gnu", system.machine);
    return folder;
}

const char *provider_variable(enum provider_id provider)
{
    static char variables[PROVIDER_COUNT][1024];
    char *variable = variables[provider];
    const char *system = provider_system_folder();
    char library[512];

    snprintf(library, sizeof library, "%s/%s/libblas.so.3", system, providers[provider].folder);
    if (access(library, R_OK) != 0)
        return NULL;
    snprintf(variable, sizeof variables[0], "LD_LIBRARY_PATH=%s/%s:%s/%s", system,
             providers[provider].folder, system, providers[provider].lapack);
    return variable;
}
