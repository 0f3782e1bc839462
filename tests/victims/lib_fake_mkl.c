// SPDX-License-Identifier: MIT
// A provider with MKL's names: it records the team that each call would have used. As in MKL, the
// names in lower case are Fortran's and take pointers.
//
// link: -lc
#include "tests/victims/fake_mkl.h"

enum { ALL_THREADS = 8 };

static _Thread_local int local_threads;
static struct fake_mkl_record record;

struct fake_mkl_record fake_mkl_record(void)
{
    return record;
}

int MKL_Get_Max_Threads(void)
{
    return local_threads > 0 ? local_threads : ALL_THREADS;
}

int mkl_get_max_threads(void)
{
    return MKL_Get_Max_Threads();
}

int MKL_Set_Num_Threads_Local(int threads)
{
    int before = local_threads;

    record.settings++;
    local_threads = threads;
    return before;
}

int mkl_set_num_threads_local(const int *threads)
{
    return MKL_Set_Num_Threads_Local(*threads);
}

int MKL_Get_Dynamic(void)
{
    return 1;
}

static void note_call(void)
{
    record.calls++;
    record.team = MKL_Get_Max_Threads();
}

double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy)
{
    double sum = 0;

    note_call();
    for (long i = 0; i < *n; i++)
        sum += x[i * *incx] * y[i * *incy];
    return sum;
}

double cblas_ddot(int n, const double *x, int incx, const double *y, int incy)
{
    return ddot_(&n, x, &incx, y, &incy);
}

void daxpy_(const int *n, const double *alpha, const double *x, const int *incx, double *y,
            const int *incy)
{
    note_call();
    for (long i = 0; i < *n; i++)
        y[i * *incy] += *alpha * x[i * *incx];
}

void cblas_daxpy(int n, double alpha, const double *x, int incx, double *y, int incy)
{
    daxpy_(&n, &alpha, x, &incx, y, &incy);
}

int isamax_(const int *n, const float *x, const int *incx)
{
    long best = 0;

    if (*n <= 0 || *incx <= 0)
        return 0;
    for (long i = 1; i < *n; i++)
        if (__builtin_fabsf(x[i * *incx]) > __builtin_fabsf(x[best * *incx]))
            best = i;
    return (int)best + 1;
}
