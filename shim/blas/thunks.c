// SPDX-License-Identifier: MIT
// Every interposed level-1 function: general paths by convention, thunks by family.
#include "shim/blas/thunk.h"

#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__
#error "-ffast-math would change answers: NaN and infinities must be seen"
#endif

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "PASS serves both integer widths");

#define ROUTINE(shape, element, vectors, name, base) GENERAL_##shape(element, name)

#define BY_REFERENCE 1
#define GENERAL_FORWARD_DOT_C FORWARD_DOT_C_FUNCTION
#include "shim/blas/convention.h"
#include "shim/names/symbols.def"
#include "shim/blas/convention_end.h"
#undef BY_REFERENCE
#undef GENERAL_FORWARD_DOT_C

#define BY_REFERENCE 0
#define GENERAL_FORWARD_DOT_C FORWARD_DOT_C_SUBROUTINE
#include "shim/blas/convention.h"
#include "shim/names/symbols.def"
#include "shim/blas/convention_end.h"
#undef BY_REFERENCE
#undef GENERAL_FORWARD_DOT_C

#undef ROUTINE

#define FAMILY_BODY "shim/blas/thunk_family.h"
#include "shim/names/families.def"
