// SPDX-License-Identifier: MIT
// Hazard: a caller is closed, and another caller with another provider is mapped at its address:
// what was remembered for the first must not answer for the second. Arguments: two plug-ins, then
// libraries that stay open throughout.
//
// link: -ldl
#include "tests/victims/plugin.h"

enum { ROUNDS = 100 };

typedef double answer_function(void);

static double ask(const char *path, plugin_function *address)
{
    void *plugin = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    double value;

    *address = plugin_find(plugin, "remap_answer");
    value = ((answer_function *)*address)();
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
        plugin_function first, second;
        double one = ask(argv[1], &first), two = ask(argv[2], &second);

        reused += first == second;
        printf("%g %g\n", one, two);
    }
    fprintf(stderr, "reused %d\n", reused);
    return 0;
}
