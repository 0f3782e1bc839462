// SPDX-License-Identifier: MIT
// Hazard: a library that defines ddot_ and calls it, beside one that imports it from elsewhere.
// Each must reach its own.
//
// link: -ldl
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *importer = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    void *provider = argc > 2 ? dlopen(argv[2], RTLD_NOW | RTLD_LOCAL) : NULL;
    double (*call)(void);

    if (!importer || !provider) {
        fprintf(stderr, "self_calling: %s\n", dlerror());
        return 1;
    }
    *(void **)&call = dlsym(provider, "self_calling");
    printf("%g %g\n", call(), call());
    return 0;
}
