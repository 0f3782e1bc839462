// SPDX-License-Identifier: MIT
// Names and bases from symbols.def.
#include "shim/names/routines.h"

#define ROUTINE(shape, element, vectors, name, base) {#name, #base},
const struct policy_routine blas_routines[] = {
#include "shim/names/symbols.def"
    {NULL, NULL}};
