// SPDX-License-Identifier: MIT
// FAMILY_BODY: the interposed names of one BLAS family, as strings.
#define INTERPOSED_STRING_(name) #name
#define INTERPOSED_STRING(name) INTERPOSED_STRING_(name)
#if !BY_REFERENCE
#define ROUTINE_COMPLEX_DOT(element, name, base) INTERPOSED_STRING(SPELL(name##_sub)),
#endif
#define ROUTINE(shape, element, vectors, name, base) INTERPOSED_STRING(SPELL(name)),
#include "shim/names/symbols.def"
#undef ROUTINE
#undef INTERPOSED_STRING
#undef INTERPOSED_STRING_
