// SPDX-License-Identifier: MIT
// How arguments travel: macros that a function is written with, for BY_REFERENCE (Fortran) 1 or 0
// (CBLAS). Ended by convention_end.h.
//
// An integer argument is INT. Before a provider's width is known it is passed on as it came: as a
// pointer, or as a whole register, whose upper half is garbage where the caller used 32 bits.
// clang-format off
#if BY_REFERENCE
#define CONVENED(name) name##_by_reference
#define INT const void *
#define VALUE(binding, argument)                                                                   \
    ((binding)->wide ? *(const int64_t *)(argument) : *(const int32_t *)(argument))
#define PASS(variable) (&(variable)) // serves both widths on little-endian machines
#define REAL_ARG(type) const type *
#define REAL(argument) (*(argument))
#define PASS_REAL(variable) (&(variable))
#define REAL_OUTSIDE(argument, x, incx, n, size)                                                   \
    call_outside(argument, sizeof *(argument), x, incx, n, size)
#define INDEX_BASE 1
#else
#define CONVENED(name) name##_by_value
#define INT int64_t
#define VALUE(binding, argument) ((binding)->wide ? (argument) : (int32_t)(argument))
#define PASS(variable) (variable)
#define REAL_ARG(type) type
#define REAL(argument) (argument)
#define PASS_REAL(variable) (variable)
#define REAL_OUTSIDE(argument, x, incx, n, size) true
#define INDEX_BASE 0
#endif
// clang-format on
