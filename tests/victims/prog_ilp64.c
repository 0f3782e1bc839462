// SPDX-License-Identifier: MIT
// Hazard: a provider with 64-bit integers behind plain names. Counts and strides whose upper halves
// matter: a count that is negative although its lower half is 5, a stride of 2^32 + 1.
//
// link: -l:libblas64.so.3
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/victims/wide.h"

static const int64_t one = 1, five = 5, minus = -(INT64_C(1) << 32) + 5;
static const int64_t far = (INT64_C(1) << 32) + 1;

static void report_negative_counts(void)
{
    double x[] = {1, -2, 3, 4, -9}, y[] = {1, 1, 1, 1, 1}, alpha = 2;

    printf("plain: %g %g %g %d\n", ddot_(&five, x, &one, y, &one), dasum_(&five, x, &one),
           cblas_ddot(5, x, 1, y, 1), (int)idamax_(&five, x, &one));
    printf("negative: %g %g %g %g %d %d\n", ddot_(&minus, x, &one, y, &one),
           dasum_(&minus, x, &one), cblas_ddot(minus, x, 1, y, 1), cblas_dasum(minus, x, 1),
           (int)idamax_(&minus, x, &one), (int)cblas_idamax(minus, x, 1));
    daxpy_(&minus, &alpha, x, &one, y, &one);
    cblas_daxpy(minus, alpha, x, 1, y, 1);
    dscal_(&minus, &alpha, y, &one);
    printf("untouched: %g %g %g %g %g\n", y[0], y[1], y[2], y[3], y[4]);
}

static void report_far_strides(void)
{
    const size_t size = (size_t)(far + 2) * sizeof(float);
    const int64_t two = 2;
    const float y[] = {10, 100};
    float *x = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1, 0);

    if (x == MAP_FAILED) {
        printf("no room for a far stride\n");
        return;
    }
    x[0] = 1;
    x[1] = 2;
    x[far] = 3;
    printf("far: %g %g\n", (double)sdot_(&two, x, &far, y, &one),
           (double)cblas_sdot(2, x, far, y, 1));
    munmap(x, size);
}

int main(void)
{
    report_negative_counts();
    report_far_strides();
    return 0;
}
