// SPDX-License-Identifier: MIT
// The table of all slots.
#include "shim/blas/slots.h"

static struct slot *const slots[FAMILY_COUNT * ROUTINE_COUNT] = {
#define ROUTINE(shape, element, vectors, name, base) &SLOT(name),
#define FAMILY_BODY "shim/names/symbols.def"
#include "shim/names/families.def"
#undef FAMILY_BODY
#undef ROUTINE
};

struct slot *slot_of(enum family family, enum routine routine)
{
    return slots[family * ROUTINE_COUNT + routine];
}
