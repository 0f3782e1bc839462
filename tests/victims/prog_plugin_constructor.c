// SPDX-License-Identifier: MIT
// Hazard: a constructor calls BLAS while dlopen holds the loader's lock, and a thread that it waits
// for makes a first call too: a lock of ours taken before the loader's would never be released.
// link: -ldl
#include <dlfcn.h>
#include <stdio.h>

typedef double answer_function(void);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        void *plugin = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        answer_function *answer =
            plugin ? (answer_function *)dlsym(plugin, "constructor_answer") : NULL;

        if (!answer)
            return printf("%s\n", dlerror()), 1;
        printf("%g\n", answer());
    }
    return 0;
}
