// SPDX-License-Identifier: MIT
// Hazard: the caller was opened RTLD_LOCAL by a program without BLAS, so RTLD_NEXT finds nothing.
// Arguments: the plug-ins to open, in this order; "deep" before one opens it with RTLD_DEEPBIND.
//
// link: -ldl
#include "tests/victims/plugin.h"

enum { MOST_PLUGINS = 8, ROUNDS = 3 };

typedef void report_function(const char *who);

int main(int argc, char **argv)
{
    report_function *reports[MOST_PLUGINS] = {NULL};
    int count = 0, flags = 0;

    for (int i = 1; i < argc && count < MOST_PLUGINS; i++)
        if (strcmp(argv[i], "deep") == 0)
            flags = RTLD_DEEPBIND;
        else
            reports[count++] = (report_function *)plugin_open(argv[i], "caller_report", flags);
    for (int i = 0; i < ROUNDS * count; i++) {
        char who[16];

        snprintf(who, sizeof who, "plug-in %d", i % count);
        reports[i % count](who);
    }
    return 0;
}
