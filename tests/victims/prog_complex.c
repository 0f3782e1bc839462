// SPDX-License-Identifier: MIT
// Hazard: Fortran's complex functions return in registers or through a hidden first argument; both
// kinds of provider may be in one process. Arguments: the plug-ins to ask.
// link: -ldl
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int round = 0; round < 3; round++)
        for (int i = 1; i < argc; i++) {
            void *plugin = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
            void (*report)(void) = plugin ? (void (*)(void))dlsym(plugin, "complex_report") : NULL;

            if (!report)
                return printf("%s\n", dlerror()), 1;
            report();
        }
    return 0;
}
