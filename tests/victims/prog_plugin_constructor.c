// SPDX-License-Identifier: MIT
// Hazard: a constructor calls BLAS while dlopen holds the loader's lock, and a thread that it waits
// for makes a first call too: a lock of ours taken before the loader's would never be released.
// Arguments: the plug-ins to open.
//
// link: -ldl
#include "tests/victims/plugin.h"

typedef double answer_function(void);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%g\n", ((answer_function *)plugin_open(argv[i], "constructor_answer", 0))());
    return 0;
}
