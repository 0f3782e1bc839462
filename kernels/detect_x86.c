// SPDX-License-Identifier: MIT
// Which kernels an x86 CPU can run.
#include "isa.h"

#if defined(__x86_64__) || defined(__i386__)

// __builtin_cpu_supports says yes to AVX and AVX-512 only if XGETBV shows that the operating system
// saves their registers.
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

const struct kernels *detect_kernels(enum kernels_isa isa)
{
    // We may be called before libgcc's own constructor.
    __builtin_cpu_init();
    switch (isa) {
    case ISA_SCALAR:
        return &kernels_scalar;
    case ISA_SSE2:
        return __builtin_cpu_supports("sse2") ? &kernels_sse2 : NULL;
    case ISA_AVX2:
        return has_avx2() ? &kernels_avx2 : NULL;
    case ISA_AVX512:
        return has_avx512() ? &kernels_avx512 : NULL;
    default:
        return NULL;
    }
}

#endif
