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
#elif defined(__aarch64__)
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
void fp_env_hold(struct fp_env *env)
{
    (void)env;
}

void fp_env_restore(const struct fp_env *env)
{
    (void)env;
}
#endif
