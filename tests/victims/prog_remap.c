// SPDX-License-Identifier: MIT
// Hazard: a caller is closed, and another caller with another provider is mapped at its address: what
// was remembered for the first must not answer for the second. Arguments: two plug-ins, then
// libraries that stay open throughout.
// link: -ldl
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 100 };

typedef double answer_function(void);

static double ask(const char *path, void **address)
{
    void *plugin = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    answer_function *answer = plugin ? (answer_function *)dlsym(plugin, "remap_answer") : NULL;
    double value;

    if (!answer) {
        printf("%s\n", dlerror());
        exit(1);
    }
    *address = (void *)answer;
    value = answer();
    dlclose(plugin);
    return value;
}

int main(int argc, char **argv)
{
    int reused = 0;

    if (argc < 3)
        return 2;
    for (int i = 3; i < argc; i++)
        if (!dlopen(argv[i], RTLD_NOW | RTLD_LOCAL))
            printf("%s\n", dlerror());
    for (int round = 0; round < ROUNDS; round++) {
        void *first, *second;
        double one = ask(argv[1], &first), two = ask(argv[2], &second);

        reused += first == second;
        printf("%g %g\n", one, two);
    }
    fprintf(stderr, "reused %d\n", reused);
    return 0;
}
