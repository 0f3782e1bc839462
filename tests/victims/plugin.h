// SPDX-License-Identifier: MIT
// How programs open the libraries that are victims with them, and find the function to call.
#ifndef TEAMTRIM_VICTIMS_PLUGIN_H
#define TEAMTRIM_VICTIMS_PLUGIN_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*plugin_function)(void);

// Ends the program when the library or the name is missing.
static inline plugin_function plugin_find(void *plugin, const char *name)
{
    void *found = plugin ? dlsym(plugin, name) : NULL;
    plugin_function function;

    if (!found) {
        printf("%s\n", dlerror());
        exit(1);
    }
    memcpy(&function, &found, sizeof function);
    return function;
}

// The same for one that stays open, RTLD_LOCAL.
static inline plugin_function plugin_open(const char *path, const char *name, int flags)
{
    return plugin_find(dlopen(path, RTLD_NOW | RTLD_LOCAL | flags), name);
}

#endif
