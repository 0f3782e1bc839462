// SPDX-License-Identifier: MIT
// The table of all slots.
#include "shim/blas/slots.h"

#include <string.h>

static struct slot *const slots[FAMILY_COUNT * ROUTINE_COUNT] = {
#define ROUTINE(shape, element, vectors, name, base) &SLOT(name),
#define FAMILY_BODY "shim/names/symbols.def"
#include "shim/names/families.def"
#undef FAMILY_BODY
#undef ROUTINE
};

static bool may_be_interposed(const char *name)
{
    size_t length = strlen(name);
    return length > 3 && (name[length - 1] == '_' || !strncmp(name, "cblas_", 6) ||
                          !strncmp(name, "scipy_", 6) || !strcmp(name + length - 3, "_64"));
}

struct slot *slot_named(const char *name)
{
    for (int i = 0; may_be_interposed(name) && i < FAMILY_COUNT * ROUTINE_COUNT; i++)
        if (!strcmp(slots[i]->name, name))
            return slots[i];
    return NULL;
}

struct slot *slot_of(enum family family, enum routine routine)
{
    return slots[family * ROUTINE_COUNT + routine];
}
