// SPDX-License-Identifier: MIT
// Hazard: many threads make their first call at once, to several routines, in fresh processes.
// Arguments: processes, threads, calls of each routine.
#include "tests/victims/blas.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

static pthread_barrier_t barrier;
static int calls;

static int call_all(void)
{
    double x[40], y[40], alpha = 2;
    const int n = 40;
    int wrong;

    fill_integers(x, n, 1);
    memcpy(y, x, sizeof y);
    daxpy_(&n, &alpha, x, &unit, y, &unit); // y = 3 x
    wrong = ddot_(&n, x, &unit, y, &unit) != 3 * cblas_ddot(n, x, 1, x, 1);
    wrong |= dasum_(&n, y, &unit) != 3 * cblas_dasum(n, x, 1);
    cblas_dscal(n, -1, y, 1);
    wrong |= y[1] != -3 * x[1] || idamax_(&n, y, &unit) != (int)cblas_idamax(n, x, 1) + 1;
    return wrong;
}

static void *run_thread(void *wrong)
{
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < calls; i++)
        *(int *)wrong |= call_all();
    return NULL;
}

static int run_threads(int count)
{
    pthread_t threads[MOST_THREADS];
    int wrong[MOST_THREADS] = {0}, any = 0;

    pthread_barrier_init(&barrier, NULL, (unsigned)count);
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, run_thread, &wrong[i]);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++)
        any |= wrong[i];
    return any;
}

int main(int argc, char **argv)
{
    int processes = argc > 1 ? atoi(argv[1]) : 20, threads = argc > 2 ? atoi(argv[2]) : 16;

    calls = argc > 3 ? atoi(argv[3]) : 1;
    if (threads > MOST_THREADS)
        return 2;
    for (int i = 0; i < processes; i++) {
        int status = 0;

        if (fork() == 0)
            _exit(run_threads(threads));
        wait(&status);
        if (status)
            printf("process %d: status %x\n", i, (unsigned)status);
    }
    printf("done\n");
    return 0;
}
