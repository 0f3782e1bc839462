// SPDX-License-Identifier: MIT
// Hazard: BLAS in a signal handler, at any instruction of a BLAS call in main; and a first call in
// a handler that interrupts malloc or free (argument: first; BLIS's own first call allocates).
#include "tests/victims/blas.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>

static double x[300], y[300], dot, sum;
static atomic_int handled, wrong;
static volatile sig_atomic_t first_done;

static void call_in_handler(int signal)
{
    (void)signal;
    if (cblas_ddot(300, x, 1, y, 1) != dot || cblas_dasum(300, x, 1) != sum)
        atomic_fetch_add(&wrong, 1);
    first_done = 1;
    atomic_fetch_add(&handled, 1);
}

static void start_timer(long microseconds)
{
    struct itimerval timer = {{0, microseconds}, {0, microseconds}};

    setitimer(ITIMER_REAL, &timer, NULL);
}

// The first BLAS calls of this process are made by the handler, most often inside malloc or free.
static void allocate_until_handled(void)
{
    void *blocks[64] = {NULL};

    for (unsigned i = 0; !first_done; i++) {
        free(blocks[i % 64]);
        blocks[i % 64] = malloc(1 + i * 37 % 4000);
    }
    for (int i = 0; i < 64; i++)
        free(blocks[i]);
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = call_in_handler, .sa_flags = SA_RESTART};

    fill_integers(x, 300, 1);
    fill_integers(y, 300, 4);
    for (int i = 0; i < 300; i++) {
        dot += x[i] * y[i];
        sum += x[i] < 0 ? -x[i] : x[i];
    }
    sigaction(SIGALRM, &action, NULL);
    if (argc > 1 && strcmp(argv[1], "first") == 0) {
        start_timer(500);
        allocate_until_handled();
    }
    call_in_handler(0);
    start_timer(500);
    while (atomic_load(&handled) < 400)
        if (cblas_ddot(300, x, 1, y, 1) != dot || ddot_(&(int){300}, x, &unit, y, &unit) != dot)
            atomic_fetch_add(&wrong, 1);
    start_timer(0);
    printf("wrong answers: %d\n", atomic_load(&wrong));
    return 0;
}
