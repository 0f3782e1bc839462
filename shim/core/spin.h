// SPDX-License-Identifier: MIT
// What a CPU offers to threads that spin, and to those who watch them.
#ifndef TEAMTRIM_SPIN_H
#define TEAMTRIM_SPIN_H

#include <stdint.h>

// The instruction that tells a CPU that its thread spins: some 10 to 50 ns each.
static inline void spin_pause(unsigned times)
{
    while (times--) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("isb" ::: "memory"); // `yield` does nothing on most CPUs
#else
        __asm__ volatile("" ::: "memory");
#endif
    }
}

// A hash of the registers that a call preserves, which hold what a loop around the call works with.
// To be taken first thing in a function that is not inlined: registers that it has changed already
// do no harm, but tell nothing. 0 where it is not known how.
static inline __attribute__((always_inline)) uint64_t spin_registers(void)
{
    uint64_t hash = 0;
#if defined(__x86_64__)
    __asm__ volatile("mov %%rbx, %0\n\trol $9, %0\n\txor %%rbp, %0\n\trol $9, %0\n\t"
                     "xor %%r12, %0\n\trol $9, %0\n\txor %%r13, %0\n\trol $9, %0\n\t"
                     "xor %%r14, %0\n\trol $9, %0\n\txor %%r15, %0"
                     : "=&a"(hash)::"cc");
#elif defined(__aarch64__)
    __asm__ volatile("eor %0, x19, x20, ror #9\n\teor %0, x21, %0, ror #9\n\t"
                     "eor %0, x22, %0, ror #9\n\teor %0, x23, %0, ror #9\n\t"
                     "eor %0, x24, %0, ror #9\n\teor %0, x25, %0, ror #9\n\t"
                     "eor %0, x26, %0, ror #9\n\teor %0, x27, %0, ror #9\n\t"
                     "eor %0, x28, %0, ror #9"
                     : "=&r"(hash));
#endif
    return hash;
}

#endif
