// SPDX-License-Identifier: MIT
// FAMILY_BODY: the interposed functions of one family.
#include "shim/blas/convention.h"

#if BY_REFERENCE
#define THUNK_DOT_C THUNK_DOT_C_FUNCTION
#else
#define THUNK_DOT_C THUNK_DOT_C_SUBROUTINE
#endif

#define ROUTINE(shape, element, vectors, name, base) THUNK_##shape(element, name)
#include "shim/names/symbols.def"
#undef ROUTINE
#undef THUNK_DOT_C

#include "shim/blas/convention_end.h"
