// SPDX-License-Identifier: MIT
// Hazard: more regions than the library's table has room for. Forks 2200 outlined functions, each
// with a team, with one thread, and as a dynamic loop, twice.
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>

void GOMP_parallel(void (*)(void *), void *, unsigned threads, unsigned flags);
void GOMP_parallel_loop_nonmonotonic_dynamic(void (*)(void *), void *, unsigned threads, long first,
                                             long end, long step, long chunk, unsigned flags);
bool GOMP_loop_nonmonotonic_dynamic_next(long *first, long *end);
void GOMP_loop_end_nowait(void);

enum { TEN = 10, MANY = 22 * TEN * TEN, TRIPS = 7 };

static long sums[MANY], threads[MANY];

// `data` says whether it is a loop's body.
static void add(void *data, int number)
{
    long first, end;

    if (!data) {
#pragma omp atomic
        sums[number] += number;
        if (omp_get_thread_num() == 0)
            threads[number] += omp_get_num_threads();
        return;
    }
    while (GOMP_loop_nonmonotonic_dynamic_next(&first, &end))
        for (long i = first; i < end; i++) {
#pragma omp atomic
            sums[number] += i;
        }
    GOMP_loop_end_nowait();
}

// BODY(123) is the function body_123; TENS, HUNDREDS: ten and a hundred of them.
#define BODY(number)                      \
    static void body_##number(void *data) \
    {                                     \
        add(data, 1##number - 10000);     \
    }
// clang-format off
#define TENS(DO, t) \
    DO(t##0) DO(t##1) DO(t##2) DO(t##3) DO(t##4) DO(t##5) DO(t##6) DO(t##7) DO(t##8) DO(t##9)
#define HUNDREDS(DO, h)                                                                       \
    TENS(DO, h##0) TENS(DO, h##1) TENS(DO, h##2) TENS(DO, h##3) TENS(DO, h##4) TENS(DO, h##5) \
    TENS(DO, h##6) TENS(DO, h##7) TENS(DO, h##8) TENS(DO, h##9)
#define THOUSAND(DO, k)                                                         \
    HUNDREDS(DO, k##0) HUNDREDS(DO, k##1) HUNDREDS(DO, k##2) HUNDREDS(DO, k##3) \
    HUNDREDS(DO, k##4) HUNDREDS(DO, k##5) HUNDREDS(DO, k##6) HUNDREDS(DO, k##7) \
    HUNDREDS(DO, k##8) HUNDREDS(DO, k##9)
#define ALL(DO) THOUSAND(DO, 0) THOUSAND(DO, 1) HUNDREDS(DO, 20) HUNDREDS(DO, 21)
// clang-format on

ALL(BODY)

#define NAME(number) body_##number,
static void (*const bodies[MANY])(void *) = {ALL(NAME)};

int main(void)
{
    long sum = 0, all_threads = 0;

    for (int round = 0; round < 2; round++)
        for (int i = 0; i < MANY; i++) {
            GOMP_parallel(bodies[i], NULL, 0, 0);
            GOMP_parallel(bodies[i], NULL, 1, 0);
            GOMP_parallel_loop_nonmonotonic_dynamic(bodies[i], &sum, 0, 0, TRIPS, 1, 1, 0);
        }
    for (int i = 0; i < MANY; i++) {
        sum += sums[i];
        all_threads += threads[i];
    }
    printf("sum %ld, threads %ld, in the last %ld\n", sum, all_threads, threads[MANY - 1]);
    return 0;
}
