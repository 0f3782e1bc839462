// SPDX-License-Identifier: MIT
// Timing several functions side by side on the same data.
#include "bench/sample.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "bench/stats.h"

enum {
    FIRST_CALLS = 3,     // find the function, load its pages and create its team
    FRESH_CALLS = 10000, // that many may change the vectors before they are made fresh
};

static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double time_calls(struct job *job, const struct subject *subject, long calls)
{
    double begin = now_ns();

    subject->loop(job, subject->function, calls);
    return now_ns() - begin;
}

// The less disturbed of two.
static double time_twice(struct job *job, const struct subject *subject, long calls)
{
    double first = time_calls(job, subject, calls), second = time_calls(job, subject, calls);

    return first < second ? first : second;
}

// Doubles a batch until it lasts a quarter of a sample.
static void find_calls(struct job *job, struct subject *subject, double length_ns)
{
    long calls = 1;
    double ns;

    subject->loop(job, subject->function, FIRST_CALLS);
    while ((ns = time_twice(job, subject, calls)) < length_ns / 4)
        calls *= 2;
    subject->calls = (long)(length_ns / (ns / (double)calls));
    if (subject->calls < 1)
        subject->calls = 1;
}

static double take_sample(struct job *job, const struct subject *subject)
{
    if (!subject->function)
        return NAN;
    subject->loop(job, subject->function, subject->calls / 4 + 1);
    return time_calls(job, subject, subject->calls) / (double)subject->calls;
}

static void take_round(struct job *job, const struct subject *subjects, int round,
                       struct samples *samples)
{
    for (int i = 0; i < samples->subjects; i++) {
        int subject = (i + round) % samples->subjects;
        samples->ns[subject][round] = take_sample(job, &subjects[subject]);
    }
}

// Vectors that change with every call drift; long ones, called a few times, hardly.
static void freshen(struct job *job, const struct subject *subjects, int count, long *calls)
{
    for (int i = 0; i < count; i++)
        *calls += 2 * subjects[i].calls;
    if (*calls < FRESH_CALLS)
        return;
    job_reset(job);
    *calls = 0;
}

void sample_subjects(struct job *job, struct subject *subjects, int count, int rounds,
                     double length_ns, struct samples *samples)
{
    long calls = FRESH_CALLS;

    samples->subjects = count;
    samples->rounds = rounds;
    for (int i = 0; i < count; i++)
        if (subjects[i].function)
            find_calls(job, &subjects[i], length_ns);
    for (int round = 0; round < rounds; round++) {
        freshen(job, subjects, count, &calls);
        take_round(job, subjects, round, samples);
    }
}

double sample_median(const struct samples *samples, int subject)
{
    double values[SAMPLE_ROUNDS];

    memcpy(values, samples->ns[subject], sizeof values);
    return stats_median(values, (size_t)samples->rounds);
}

double sample_ratio(const struct samples *samples, int subject, int base)
{
    double ratios[SAMPLE_ROUNDS];

    for (int i = 0; i < samples->rounds; i++)
        ratios[i] = samples->ns[subject][i] / samples->ns[base][i];
    return stats_median(ratios, (size_t)samples->rounds);
}
