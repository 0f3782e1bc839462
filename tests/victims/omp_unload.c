// SPDX-License-Identifier: MIT
// Hazard: regions in the destructor of a plug-in. Argument: the plug-in.
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    int threads = 0;
    // The runtime stays, whoever else goes.
#pragma omp parallel num_threads(2) reduction(+ : threads)
    threads++;
    printf("%d threads\n", threads);
    for (int cycle = 0; count > 1 && cycle < 5; cycle++) {
        void *handle = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
        if (!handle) {
            printf("%s\n", dlerror());
            return 1;
        }
        dlclose(handle);
    }
    return 0;
}
