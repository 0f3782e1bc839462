// SPDX-License-Identifier: MIT
// Hazard: a set-user-ID program, whose environment belongs to somebody with fewer rights. Built by
// the test itself, linked to a copy of the library.
#include "tests/victims/blas.h"

#include <sys/auxv.h>

int main(void)
{
    printf("secure %d ddot %g\n", getauxval(AT_SECURE) != 0, dot_of_integers(64, 1));
    return 0;
}
