// SPDX-License-Identifier: MIT
// Hazard: the caller was opened RTLD_LOCAL by a program without BLAS, so RTLD_NEXT finds nothing.
// Arguments: the plug-ins to open, in this order; "deep" before one opens it with RTLD_DEEPBIND.
// link: -ldl
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef void report_function(const char *who);

static report_function *open_plugin(const char *path, int flags)
{
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL | flags);

    if (!plugin) {
        printf("%s\n", dlerror());
        return NULL;
    }
    return (report_function *)dlsym(plugin, "caller_report");
}

int main(int argc, char **argv)
{
    report_function *reports[8] = {NULL};
    int count = 0, flags = 0;

    for (int i = 1; i < argc && count < 8; i++)
        if (strcmp(argv[i], "deep") == 0)
            flags = RTLD_DEEPBIND;
        else if (!(reports[count++] = open_plugin(argv[i], flags)))
            return 1;
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < count; i++) {
            char who[16];

            snprintf(who, sizeof who, "plug-in %d", i);
            reports[i](who);
        }
    return 0;
}
