// SPDX-License-Identifier: MIT
// Floating-point environments by CPU.
#include "shim/core/fp_env.h"

#if defined(__x86_64__)
#include <immintrin.h>

void fp_env_hold(struct fp_env *env)
{
    env->control = _mm_getcsr();
    __asm__ volatile("fnstenv %0\n\tfnclex" : "=m"(env->x87)); // fnstenv masks all traps
    _mm_setcsr((env->control | _MM_MASK_MASK) & ~(unsigned)_MM_EXCEPT_MASK);
}

void fp_env_restore(const struct fp_env *env)
{
    __asm__ volatile("fldenv %0" : : "m"(env->x87));
    _mm_setcsr(env->control);
}

void fp_control_set(uint32_t control)
{
    uint16_t x87 = (uint16_t)(control >> 16);
    _mm_setcsr((_mm_getcsr() & _MM_EXCEPT_MASK) | (control & 0xffc0));
    __asm__ volatile("fldcw %0" : : "m"(x87));
}

// The x87 unit's flags can only be loaded with the rest of its environment: slow, and rarely
// needed.
static void restore_x87_flags(uint16_t wanted)
{
    enum { FLAGS = 0x3f, STATUS = 1 };
    uint32_t environment[7];
    uint16_t present;
    __asm__ volatile("fnstsw %0" : "=m"(present));
    if (((present ^ wanted) & FLAGS) == 0)
        return;
    __asm__ volatile("fnstenv %0" : "=m"(environment));
    environment[STATUS] = (environment[STATUS] & ~(uint32_t)FLAGS) | (wanted & FLAGS);
    __asm__ volatile("fldenv %0" : : "m"(environment));
}

void fp_flags_restore(const struct fp_flags *flags)
{
    restore_x87_flags(flags->x87);
    if (fp_control() != flags->control)
        fp_control_set(flags->control);
    if (_mm_getcsr() != flags->sse)
        _mm_setcsr(flags->sse);
}
#elif defined(__aarch64__)
void fp_control_set(uint32_t control)
{
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)control));
}

void fp_flags_restore(const struct fp_flags *flags)
{
    fp_control_set(flags->control);
    __asm__ volatile("msr fpsr, %0" : : "r"(flags->other));
}

void fp_env_hold(struct fp_env *env)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpsr" : "=r"(env->other));
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    env->control = (uint32_t)control;
    __asm__ volatile("msr fpsr, xzr");
    __asm__ volatile("msr fpcr, %0" : : "r"(control & ~UINT64_C(0x9f00)));
}

void fp_env_restore(const struct fp_env *env)
{
    __asm__ volatile("msr fpsr, %0" : : "r"(env->other));
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)env->control));
}
#else
void fp_control_set(uint32_t control)
{
    (void)control;
}

void fp_flags_restore(const struct fp_flags *flags)
{
    (void)flags;
}

void fp_env_hold(struct fp_env *env)
{
    (void)env;
}

void fp_env_restore(const struct fp_env *env)
{
    (void)env;
}
#endif
