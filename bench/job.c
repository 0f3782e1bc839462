// SPDX-License-Identifier: MIT
// The vectors and factors that timed calls work on.
#include "bench/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERIOD = 65536 };

static void *take(size_t bytes)
{
    void *memory = malloc(bytes);

    if (!memory) {
        fprintf(stderr, "bench: no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}

// Magnitudes between 0.5 and 1.5, of either sign.
static double next_value(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    double magnitude = 0.5 + (double)(*state >> 40) * 0x1p-24;
    return *state >> 39 & 1 ? -magnitude : magnitude;
}

static void fill_values(void *values, size_t count, size_t size, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        if (size == sizeof(float))
            ((float *)values)[i] = (float)next_value(&seed);
        else
            ((double *)values)[i] = next_value(&seed);
}

// Long vectors repeat themselves: numbers one by one would take longer than the calls.
static void *take_values(size_t count, size_t size, uint64_t seed)
{
    size_t done = count < PERIOD ? count : PERIOD;
    char *values = take(count * size);

    fill_values(values, done, size, seed);
    for (; done < count; done *= 2)
        memcpy(values + done * size, values, (count - done < done ? count - done : done) * size);
    return values;
}

static const struct job_factors_double factors = {{-1, 0}, {0.6, 0.8}, {6e-4, 8e-4},
                                                  0.6,     0.8,        {0.6, -0.8, 0.8, 0.6}};

static const struct job_factors_float factors_single = {
    {-1, 0}, {0.6F, 0.8F}, {6e-4F, 8e-4F}, 0.6F, 0.8F, {0.6F, -0.8F, 0.8F, 0.6F}};

void job_make(struct job *job, int64_t n, size_t size, int parts)
{
    size_t count = (size_t)n * (size_t)parts;

    *job = (struct job){.n = n, .one = 1, .bytes = count * size};
    job->factors_double = factors;
    job->factors_float = factors_single;
    job->x = take(job->bytes);
    job->y = take(job->bytes);
    job->first_x = take_values(count, size, 1);
    job->first_y = take_values(count, size, 2);
    job_reset(job);
}

void job_reset(struct job *job)
{
    memcpy(job->x, job->first_x, job->bytes);
    memcpy(job->y, job->first_y, job->bytes);
}

void job_free(struct job *job)
{
    free(job->x);
    free(job->y);
    free(job->first_x);
    free(job->first_y);
}
