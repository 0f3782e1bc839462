// SPDX-License-Identifier: MIT
// FAMILY_BODY: the jumps of one family. CBLAS's complex dots are plain subroutines: no jump.
#if BY_REFERENCE
#define ROUTINE_COMPLEX_DOT(element, name, base) JUMP SPELL(name), SLOT(name);
#else
#define ROUTINE_COMPLEX_DOT(element, name, base)
#endif
#define ROUTINE_FORWARD(shape, element, vectors, name, base) JUMP SPELL(name), SLOT(name);
#include "shim/names/symbols.def"
