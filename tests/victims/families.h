// SPDX-License-Identifier: MIT
// Every spelling of ddot, drot and zdotu, declared: what the provider and the program of this
// victim share. Integers are passed as 64 bits, of which a 32-bit provider would read the lower
// half.
#ifndef TEAMTRIM_VICTIMS_FAMILIES_H
#define TEAMTRIM_VICTIMS_FAMILIES_H

#include <complex.h>
#include <stdint.h>

#define FAMILY_STRING(family) FAMILY_STRING_OF(family)
#define FAMILY_STRING_OF(family) #family

#define FAMILY_BODY "tests/victims/families_declare.h"
#include "shim/names/families.def"
#undef FAMILY_BODY

#endif
