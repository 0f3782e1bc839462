// SPDX-License-Identifier: MIT
// The program's floating-point flags and traps, put aside while we try a provider. What fenv.h
// does; that lives in libm, which this library does without.
#ifndef TEAMTRIM_FP_ENV_H
#define TEAMTRIM_FP_ENV_H

#include <stdint.h>

struct fp_env {
    uint32_t x87[7]; // as fnstenv stores it
    uint32_t control;
    uint64_t other;
};

// Saves flags and traps, clears the flags and masks the traps.
void fp_env_hold(struct fp_env *env);

// Brings back what was saved.
void fp_env_restore(const struct fp_env *env);

#endif
