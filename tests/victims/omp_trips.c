// SPDX-License-Identifier: MIT
// Hazard: one combined loop whose trip count decides whether a team is worth it, forked by the ABI.
// Small calls (one iteration of nothing) and large ones (eight of two milliseconds) take turns.
// Prints how many of each had one thread, after the first WARM_UP of them.
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

enum { SMALL = 1, LARGE = 8, WARM_UP = 40, COUNTED = 60 };

void GOMP_parallel_loop_nonmonotonic_dynamic(void (*)(void *), void *, unsigned threads, long first,
                                             long end, long step, long chunk, unsigned flags);
bool GOMP_loop_nonmonotonic_dynamic_next(long *first, long *end);
void GOMP_loop_end_nowait(void);

struct call {
    long trips;
    int threads, iterations;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

// By the clock: a busy machine leaves it as long, whoever runs beside.
static void spin(double milliseconds)
{
    double end = now() + milliseconds;

    while (now() < end)
        ;
}

static void body(void *data)
{
    struct call *call = data;
    long first, end;

    if (omp_get_thread_num() == 0)
        call->threads = omp_get_num_threads();
    while (GOMP_loop_nonmonotonic_dynamic_next(&first, &end))
        for (long i = first; i < end; i++) {
            if (call->trips == LARGE)
                spin(2);
#pragma omp atomic
            call->iterations++;
        }
    GOMP_loop_end_nowait();
}

// Whether it had one thread.
static int run(long trips)
{
    struct call call = {.trips = trips};

    GOMP_parallel_loop_nonmonotonic_dynamic(body, &call, 0, 0, trips, 1, 1, 0);
    if (call.iterations != trips)
        printf("%d iterations of %ld\n", call.iterations, trips);
    return call.threads == 1;
}

int main(void)
{
    int small = 0, large = 0;

    for (int i = 0; i < WARM_UP + COUNTED; i++) {
        int small_alone = run(SMALL), large_alone = run(LARGE);
        small += i >= WARM_UP && small_alone;
        large += i >= WARM_UP && large_alone;
    }
    printf("small: %d calls, %d alone\nlarge: %d calls, %d alone\n", COUNTED, small, COUNTED,
           large);
    return 0;
}
