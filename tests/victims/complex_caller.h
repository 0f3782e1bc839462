// SPDX-License-Identifier: MIT
// The body of plug-ins that call complex dot products, in both conventions.
#include <complex.h>
#include <stdio.h>

enum { LENGTH = 7 };

static const int length = LENGTH, unit = 1;

static inline void fill_complex(double complex x[LENGTH], float complex y[LENGTH])
{
    for (int i = 0; i < LENGTH; i++)
        y[i] = (float complex)(x[i] = i - 2 + (3 - i) * 2 * I);
}

static inline void print_complex(const char *who, const char *what, double complex value)
{
    printf("%s %s %g %g\n", who, what, creal(value), cimag(value));
}

void complex_report(void);
