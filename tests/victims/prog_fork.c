// SPDX-License-Identifier: MIT
// Hazard: fork. The child of a process that has called, of one that has not, and of one whose other
// threads are inside their first call at that moment.
#include "tests/victims/caller.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4 };

static pthread_barrier_t barrier;

static void *call_first(void *unused)
{
    double x[8];

    (void)unused;
    pthread_barrier_wait(&barrier);
    fill_integers(x, 8, 1);
    if (cblas_dasum(2, (const double[]){-1, 2}, 1) != 3 || cblas_ddot(8, x, 1, x, 1) < 1)
        printf("wrong answer in a thread\n");
    return NULL;
}

static void run_child(void (*body)(void))
{
    int status = -1;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        alarm(20); // a child that hangs ends with a signal, which is printed below
        body();
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (status != 0)
        printf("child ended with status %x\n", (unsigned)status);
}

static void report_child(void)
{
    caller_report("child");
}

static void check_child(void)
{
    double x[2] = {3, 4};

    if (cblas_dasum(2, x, 1) != 7 || cblas_ddot(2, x, 1, x, 1) != 25)
        printf("wrong answer in a child\n");
}

// The fork meets the threads at a place that differs from run to run.
static void fork_among_first_calls(void)
{
    pthread_t threads[THREADS];

    pthread_barrier_init(&barrier, NULL, THREADS + 1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, call_first, NULL);
    pthread_barrier_wait(&barrier);
    run_child(check_child);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    for (int i = 0; i < 40; i++)
        run_child(fork_among_first_calls);
    run_child(report_child);
    caller_report("parent");
    run_child(report_child);
    return 0;
}
