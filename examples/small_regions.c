// SPDX-License-Identifier: MIT
// OMP_NUM_THREADS=4 build/teamtrim run --wait passive -- build/examples/small_regions
// prints, on two CPUs:
//     positions: sum 28572.800113
//     time_us 0.5 a word                       (without the library: 20 to 80)
//     lookup: sum 32767417841
//     time_us 420 a loop of 1000000            (without the library: 7,000 to 70,000)
//
// Two loops that cost more than their work. `positions` normalises S vectors as a language model
// does: once for a prompt of 512, then for one new word at a time, where a team has nothing to do.
// `lookup` hands out tiny iterations one by one. Either name as argument runs that part alone.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { POSITIONS = 512, WIDTH = 64, WORDS = 2000, KEYS = 1000000, ROUNDS = 5 };

static float state[POSITIONS][WIDTH];
static unsigned found[KEYS];

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static void normalise(float *vector)
{
    float squares = 0;
    for (int i = 0; i < WIDTH; i++)
        squares += vector[i] * vector[i];
    for (int i = 0; i < WIDTH; i++)
        vector[i] /= sqrtf(squares / WIDTH + 1e-5F);
}

static void step(int positions)
{
#pragma omp parallel for
    for (int s = 0; s < positions; s++)
        normalise(state[s]);
}

static void run_positions(void)
{
    double sum = 0;
    for (int i = 0; i < POSITIONS * WIDTH; i++)
        state[i / WIDTH][i % WIDTH] = (float)(i % 97);
    step(POSITIONS);
    double start = microseconds();
    for (int word = 0; word < WORDS; word++)
        step(1);
    double each = (microseconds() - start) / WORDS;
    for (int i = 0; i < POSITIONS * WIDTH; i++)
        sum += (double)state[i / WIDTH][i % WIDTH];
    printf("positions: sum %.6f\ntime_us %.2f a word\n", sum, each);
}

static void look_up(void)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (int key = 0; key < KEYS; key++)
        found[key] = (unsigned)key * 2654435761U >> 16;
}

static void run_lookup(void)
{
    double sum = 0;
    look_up();
    double start = microseconds();
    for (int round = 0; round < ROUNDS; round++)
        look_up();
    double each = (microseconds() - start) / ROUNDS;
    for (int key = 0; key < KEYS; key++)
        sum += found[key];
    printf("lookup: sum %.0f\ntime_us %.0f a loop of %d\n", sum, each, KEYS);
}

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "";
    if (strcmp(part, "lookup") != 0)
        run_positions();
    if (strcmp(part, "positions") != 0)
        run_lookup();
    return 0;
}
