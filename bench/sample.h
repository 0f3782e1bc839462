// SPDX-License-Identifier: MIT
// Timing several functions side by side on the same data.
//
// Method. A sample is a batch of calls long enough (tens of microseconds) that reading the clock,
// some 20 ns, does not matter. In each round every subject gives one sample, after calls that warm
// caches and branch predictors; rounds start with another subject each time.
// So what slows the machine for a while slows all subjects alike, and the ratio of two subjects is
// the median of the rounds' ratios. Medians, not minima: a minimum finds the luckiest moment of
// each subject, and those of memory-bound calls differ by luck alone; a median bears up to half of
// the samples being disturbed.
#ifndef TEAMTRIM_BENCH_SAMPLE_H
#define TEAMTRIM_BENCH_SAMPLE_H

#include "bench/rows.h"

enum { SAMPLE_SUBJECTS = 8, SAMPLE_ROUNDS = 1024 };

struct subject {
    row_loop *loop;
    any_function function; // NULL: this subject is missing, its times are NaN
    long calls;            // in a sample, found by sample_subjects
};

struct samples {
    int subjects, rounds;
    double ns[SAMPLE_SUBJECTS][SAMPLE_ROUNDS]; // per call
};

// Takes `rounds` samples of each subject, of `length_ns` or one call.
void sample_subjects(struct job *job, struct subject *subjects, int count, int rounds,
                     double length_ns, struct samples *samples);

// Of one subject, in ns.
double sample_median(const struct samples *samples, int subject);

// Median of the rounds' ratios, subject / base.
double sample_ratio(const struct samples *samples, int subject, int base);

#endif
