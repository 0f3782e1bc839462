// SPDX-License-Identifier: MIT
// Hazard: the end of the process. A destructor of thread-specific data, atexit handlers, the
// destructor of a library (lib_early.c) and, with the argument endless, a thread that never stops
// calling while main exits (OpenBLAS itself does not survive that: its destructor drops its
// tables).
//
// needs: early
#include "tests/victims/blas.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

double early_answer(void);

static pthread_key_t key;
static atomic_int calls, wrong;

static void *call_for_ever(void *unused)
{
    double x[50], y[50];

    (void)unused;
    fill_integers(x, 50, 1);
    fill_integers(y, 50, 2);
    for (double expected = cblas_ddot(50, x, 1, y, 1);; atomic_fetch_add(&calls, 1))
        if (cblas_ddot(50, x, 1, y, 1) != expected)
            atomic_store(&wrong, 1);
    return NULL;
}

static void call_at_thread_end(void *unused)
{
    (void)unused;
    printf("thread end %g\n", dot_of_integers(12, 1));
}

static void *end_with_key(void *value)
{
    pthread_setspecific(key, value);
    return NULL;
}

static void call_at_exit(void)
{
    printf("atexit %g, wrong answers: %d\n", dot_of_integers(9, 2), atomic_load(&wrong));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    pthread_t endless, ending;

    atexit(call_at_exit);
    pthread_key_create(&key, call_at_thread_end);
    pthread_create(&ending, NULL, end_with_key, &key);
    pthread_join(ending, NULL);
    if (argc > 1 && strcmp(argv[1], "endless") == 0) {
        pthread_create(&endless, NULL, call_for_ever, NULL);
        while (atomic_load(&calls) < 1000)
            usleep(100);
    }
    printf("early %g\n", early_answer());
    return 0;
}
