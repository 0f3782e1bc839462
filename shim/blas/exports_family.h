// SPDX-License-Identifier: MIT
// FAMILY_BODY: the exported names of one family, as lines of a version script.
#if !BY_REFERENCE
#define ROUTINE_COMPLEX_DOT(element, name, base) SPELL(name##_sub);
#endif
#define ROUTINE(shape, element, vectors, name, base) SPELL(name);
#include "shim/names/symbols.def"
#undef ROUTINE
