// SPDX-License-Identifier: MIT
// The kernel tables of this build, and which of them this CPU can run. Inside kernels/ only.
#ifndef TEAMTRIM_ISA_H
#define TEAMTRIM_ISA_H

#include "kernels.h"

extern const struct kernels kernels_scalar;
extern const struct kernels kernels_sse2;
extern const struct kernels kernels_avx2;
extern const struct kernels kernels_avx512;

// The table of a level if the CPU and the operating system support it, else NULL. One
// detect_<cpu>.c of the build defines it.
const struct kernels *detect_kernels(enum kernels_isa isa);

#endif
