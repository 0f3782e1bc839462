// SPDX-License-Identifier: MIT
// Hazard: the plain case. The main executable is linked to the provider; nothing it can observe may
// change: results, errno, the floating-point environment.
#include "tests/victims/caller.h"

#include <errno.h>
#include <fenv.h>

static void report_random_dots(void)
{
    double x[1000], y[1000];
    uint32_t state = 1;

    for (int i = 0; i < 1000; i++) {
        state = state * 1664525 + 1013904223;
        x[i] = state * 0x1p-32;
        y[i] = 1 - x[i] * x[i];
    }
    for (int n = 10; n <= 1000; n *= 10)
        printf("random ddot %d: %.10g\n", n, ddot_(&n, x, &unit, y, &unit));
    print_bits("exact only when forwarded", cblas_ddot(1000, x, 1, y, 1));
}

int main(int argc, char **argv)
{
    fesetround(FE_UPWARD);
    errno = 4711;
    caller_report("linked");
    printf("errno %d rounding %s\n", errno, fegetround() == FE_UPWARD ? "upward" : "changed");
    fesetround(FE_TONEAREST);
    if (argc > 1 && strcmp(argv[1], "random") == 0)
        report_random_dots();
    return 0;
}
