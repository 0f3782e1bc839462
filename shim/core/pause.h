// SPDX-License-Identifier: MIT
// The instruction that tells a CPU that its thread spins.
#ifndef TEAMTRIM_PAUSE_H
#define TEAMTRIM_PAUSE_H

// Some 10 to 50 ns each.
static inline void pause_cpu(unsigned times)
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

#endif
