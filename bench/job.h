// SPDX-License-Identifier: MIT
// The vectors and factors that timed calls work on. Factors are such that a call may be repeated a
// million times: no element overflows, vanishes or becomes denormal.
#ifndef TEAMTRIM_BENCH_JOB_H
#define TEAMTRIM_BENCH_JOB_H

#include <stddef.h>
#include <stdint.h>

struct job_factors_float {
    float turn[2];   // of scal: -1
    float turn_c[2]; // of a complex scal: of modulus 1, without a zero part, which some treat apart
    float step[2];   // of axpy: small, as y grows by step * x with each call
    float c, s;      // of rot
    float matrix[4]; // the same as our kernels take it
};

struct job_factors_double {
    double turn[2], turn_c[2], step[2], c, s, matrix[4];
};

struct job {
    int64_t n, one; // `one` is the increment, in memory for those that take it by reference
    void *x, *y;
    void *first_x, *first_y; // what the vectors hold at first
    size_t bytes;            // of a vector
    double result[2];        // where a complex dot puts its result
    struct job_factors_float factors_float;
    struct job_factors_double factors_double;
};

// Two vectors of n elements of `size` bytes, each of `parts` floats or doubles, where malloc puts
// them. Ends the program when there is no memory.
void job_make(struct job *job, int64_t n, size_t size, int parts);

// Fills the vectors with what they held at first.
void job_reset(struct job *job);

void job_free(struct job *job);

#endif
