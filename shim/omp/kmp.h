// SPDX-License-Identifier: MIT
// What entry_<arch>.S and kmp.c share: the variadic fork of libomp.
#ifndef TEAMTRIM_KMP_H
#define TEAMTRIM_KMP_H

#include "shim/omp/abi.h"

// Captured variables that __kmpc_fork_call gets in registers.
#if defined(__aarch64__)
enum { KMP_FORK_REGISTERS = 5 };
#else
enum { KMP_FORK_REGISTERS = 3 };
#endif

// __kmpc_fork_call. NULL when the region has been run; else the original, to jump to.
any_function kmp_fork(void *place, int count, kmp_microtask *function, void *const *registers,
                      void *const *stack);

#endif
