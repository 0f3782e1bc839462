// SPDX-License-Identifier: MIT
// Hazard: one library's waits are to back off, another's are not, and they take turns at one
// address. Arguments: two plug-ins, how often to open and close each, calls each time.
//
// link: -ldl
#include "tests/victims/plugin.h"

typedef void yield_function(int times);

static plugin_function yield_in(const char *path, int times)
{
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    plugin_function found = plugin_find(plugin, "wait_yield");

    ((yield_function *)found)(times);
    dlclose(plugin);
    return found;
}

int main(int argc, char **argv)
{
    int reused = 0;

    if (argc < 5)
        return 2;
    for (int i = 0; i < atoi(argv[3]); i++)
        reused += yield_in(argv[1], atoi(argv[4])) == yield_in(argv[2], atoi(argv[4]));
    printf("%s\n", reused ? "reused" : "not reused");
    return 0;
}
