// SPDX-License-Identifier: MIT
// Hazard: a first call, with its log line, on a thread with a small stack.
#include "tests/victims/blas.h"

#include <pthread.h>

static void *call(void *unused)
{
    (void)unused;
    printf("%g\n", dot_of_integers(64, 1) + cblas_dasum(1, (const double[]){4}, 1));
    return NULL;
}

int main(void)
{
    pthread_attr_t small;
    pthread_t thread;
    size_t size = 32 * 1024;

    pthread_attr_init(&small);
    do { // the libraries' thread-local data lies on the stack too, and may not fit
        size *= 2;
        pthread_attr_setstacksize(&small, size);
    } while (pthread_create(&thread, &small, call, NULL) != 0 && size < 64 << 20);
    pthread_join(thread, NULL);
    return 0;
}
