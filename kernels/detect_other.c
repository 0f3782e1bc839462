// SPDX-License-Identifier: MIT
// CPUs without kernels of their own run the scalar ones.
#include "isa.h"

#if !defined(__x86_64__) && !defined(__i386__)

const struct kernels *detect_kernels(enum kernels_isa isa)
{
    return isa == ISA_SCALAR ? &kernels_scalar : NULL;
}

#endif
