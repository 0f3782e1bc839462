// SPDX-License-Identifier: MIT
// Hazard: BLAS is called before our constructor and after our destructor: from a library's
// constructor and destructor and, with "preinit" in VICTIM_PREINIT, before any constructor at all.
//
// needs: early
#include "tests/victims/blas.h"

#include <stdlib.h>

double early_answer(void);

static double preinit_answer;

// Only for providers that work before their own constructors have run.
static void call_first(int argc, char **argv, char **environment)
{
    (void)argc, (void)argv;
    for (; *environment; environment++)
        if (strcmp(*environment, "VICTIM_PREINIT=1") == 0)
            preinit_answer = dot_of_integers(32, 1);
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **,
                                                                            char **) = call_first;

static void call_at_exit(void)
{
    printf("atexit %g\n", dot_of_integers(9, 2));
}

int main(void)
{
    atexit(call_at_exit);
    printf("preinit %g constructor %g\n", preinit_answer, early_answer());
    printf("main %g\n", dot_of_integers(10, 1));
    return 0;
}
