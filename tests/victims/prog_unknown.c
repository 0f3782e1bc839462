// SPDX-License-Identifier: MIT
// Hazard: a provider that nobody knows (only ddot_, and a wrong one). Doubt means forward: its
// answer.
//
// needs: fake_first
// link: -lc
#include "tests/victims/blas.h"

int main(void)
{
    for (int n = 1; n <= 512; n *= 2)
        printf("%g\n", dot_of_integers(n, 1));
    return 0;
}
