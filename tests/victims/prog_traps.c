// SPDX-License-Identifier: MIT
// Hazard: a program that traps floating-point exceptions (gfortran -ffpe-trap): a kernel must not
// raise one that the provider does not, as by squaring 1e200 on the way to a norm. Each case runs
// in a child, and its end is printed.
#include "tests/victims/blas.h"

#include <fenv.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

static double big[] = {1e200, -1e200, 3, 4}, small[] = {7e-310, 1e-200, 2e-300, -4e-320};
static double plain[] = {1, -2, 3, 4}, other[] = {4, 3, 2, 1}, quiet[] = {1, NAN, 3, 4};

static const int four = 4;

static double norm_of_big(void)
{
    return dnrm2_(&four, big, &unit);
}

static double norm_of_small(void)
{
    return cblas_dnrm2(4, small, 1);
}

static double dot_of_plain(void)
{
    return ddot_(&four, plain, &unit, other, &unit) + cblas_dasum(4, plain, 1);
}

static double dot_of_small(void)
{
    return cblas_ddot(4, small, 1, plain, 1);
}

static double index_of_quiet(void)
{
    return idamax_(&four, quiet, &unit);
}

static double update_plain(void)
{
    cblas_daxpy(3, 2, plain, 1, other, 1);
    cblas_dscal(3, 2, other, 1);
    return other[0];
}

static double move_quiet(void)
{
    cblas_dcopy(4, quiet, 1, other, 1);
    return other[3];
}

static void run_trapped(const char *name, double (*call)(void))
{
    int status = 0;

    fflush(stdout);
    if (fork() == 0) {
        feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
        printf("%s %.10g\n", name, call());
        fflush(stdout);
        _exit(0);
    }
    wait(&status);
    printf("%s: status %x\n", name, (unsigned)status & 0x7f);
}

int main(void)
{
    run_trapped("dnrm2 of 1e200", norm_of_big);
    run_trapped("dnrm2 of denormals", norm_of_small);
    run_trapped("ddot", dot_of_plain);
    run_trapped("ddot of denormals", dot_of_small);
    run_trapped("idamax with a quiet NaN", index_of_quiet);
    run_trapped("daxpy, dscal", update_plain);
    run_trapped("dcopy with a quiet NaN", move_quiet);
    return 0;
}
