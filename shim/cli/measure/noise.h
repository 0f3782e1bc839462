// SPDX-License-Identifier: MIT
// Whether a machine was quiet enough to tell. Figures in, a verdict out.
#ifndef TEAMTRIM_CLI_NOISE_H
#define TEAMTRIM_CLI_NOISE_H

#include <stdbool.h>
#include <stddef.h>

struct noise {
    double spread;       // (q3 - q1) / median of the time of the same work on all CPUs, repeated
    double taken;        // share of the time of our running threads that others had the CPU
    double disagreement; // of the halves of the rounds: mean loss (threshold.h)
    double ratio;        // and of their thresholds, the larger over the smaller
    double quota;        // CPUs' worth of time that control groups grant; 0: no limit
};

// True, with the figure, its limit and a remedy in `why`, if no policy can be made of it.
bool noise_is_too_much(const struct noise *noise, char *why, size_t size);

// Whether to begin at all: only what the first second would not change.
bool noise_is_hopeless(const struct noise *noise, char *why, size_t size);

#endif
