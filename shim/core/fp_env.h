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

// How a thread calculates: rounding, traps, denormals; not its flags. x86: mxcsr without flags,
// the x87 control word << 16. AArch64: FPCR.
static inline uint32_t fp_control(void)
{
#if defined(__x86_64__)
    uint32_t mxcsr;
    uint16_t x87;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr), "=m"(x87));
    return (mxcsr & 0xffc0) | (uint32_t)x87 << 16;
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return (uint32_t)control;
#else
    return 0;
#endif
}

// Flags stay.
void fp_control_set(uint32_t control);

// Flags, to be put back; and the control beside them.
struct fp_flags {
    uint32_t control, sse;
    uint16_t x87;
    uint64_t other;
};

static inline void fp_flags_keep(struct fp_flags *flags)
{
    flags->control = fp_control();
#if defined(__x86_64__)
    __asm__ volatile("stmxcsr %0\n\tfnstsw %1" : "=m"(flags->sse), "=m"(flags->x87));
#elif defined(__aarch64__)
    __asm__ volatile("mrs %0, fpsr" : "=r"(flags->other));
#endif
}

// Another control is to be beside them.
static inline void fp_flags_set_control(struct fp_flags *flags, uint32_t control)
{
    flags->control = control;
#if defined(__x86_64__)
    flags->sse = (flags->sse & ~UINT32_C(0xffc0)) | (control & 0xffc0);
#endif
}

void fp_flags_restore(const struct fp_flags *flags);

#endif
