// SPDX-License-Identifier: MIT
// Declares every slot under its own name.
#ifndef TEAMTRIM_SLOTS_H
#define TEAMTRIM_SLOTS_H

#include "shim/blas/names.h"
#include "shim/blas/slot.h"

#define ROUTINE(shape, element, vectors, name, base) extern struct slot SLOT(name);
#define FAMILY_BODY "shim/names/symbols.def"
#include "shim/names/families.def"
#undef FAMILY_BODY
#undef ROUTINE

#endif
