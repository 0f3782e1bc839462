// SPDX-License-Identifier: MIT
// A library whose constructor, with the loader's lock held, starts threads that make first calls,
// lets them get as far as they can, and then makes first calls itself.
#include "tests/victims/blas.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

double constructor_answer(void);

enum { THREADS = 4 };

static atomic_int arrived;
static pthread_t threads[THREADS];
static double answers[THREADS + 1];

static double call_several(int seed)
{
    double x[32], y[32];
    const double alpha = 3;
    const int n = 32;

    fill_integers(x, n, seed);
    fill_integers(y, n, seed);
    daxpy_(&n, &alpha, x, &unit, y, &unit);
    cblas_daxpy(n, 2, x, 1, y, 1);
    return dot_of_integers(n, seed) + dasum_(&n, y, &unit) + idamax_(&n, x, &unit);
}

static void *call_as_thread(void *argument)
{
    int i = (int)(intptr_t)argument;

    atomic_fetch_add(&arrived, 1);
    answers[i] = call_several(i);
    return NULL;
}

__attribute__((constructor)) static void call_under_lock(void)
{
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, call_as_thread, (void *)i);
    while (atomic_load(&arrived) < THREADS)
        usleep(1000);
    usleep(100000); // not for the result: the longer, the surer a wrong lock order shows
    answers[THREADS] = call_several(THREADS);
}

double constructor_answer(void)
{
    double sum = 0;

    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i <= THREADS; i++)
        sum = 10 * sum + answers[i];
    return sum;
}
