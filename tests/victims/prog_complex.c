// SPDX-License-Identifier: MIT
// Hazard: Fortran's complex functions return in registers or through a hidden first argument; both
// kinds of provider may be in one process. Arguments: the plug-ins to ask.
//
// link: -ldl
#include "tests/victims/plugin.h"

int main(int argc, char **argv)
{
    for (int round = 0; round < 3; round++)
        for (int i = 1; i < argc; i++)
            plugin_open(argv[i], "complex_report", 0)();
    return 0;
}
