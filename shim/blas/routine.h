// SPDX-License-Identifier: MIT
// What is known of a routine by its row in symbols.def.
#ifndef TEAMTRIM_ROUTINE_H
#define TEAMTRIM_ROUTINE_H

#include "shim/blas/slot.h"

struct routine_facts {
    const char *name;
    unsigned bytes; // moved per element of a call: all vectors, read and written
};

extern const struct routine_facts routine_facts[ROUTINE_COUNT];

#endif
