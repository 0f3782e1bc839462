// SPDX-License-Identifier: MIT
// The table of routines.
#include "shim/blas/routine.h"

// Parts of an element, by shape.
enum {
    PARTS_DOT = 1,
    PARTS_DSDOT = 1,
    PARTS_SDSDOT = 1,
    PARTS_DOT_C = 2,
    PARTS_REDUCE = 1,
    PARTS_REDUCE_C = 2,
    PARTS_INDEX = 1,
    PARTS_INDEX_C = 2,
    PARTS_SWAP = 1,
    PARTS_SWAP_C = 2,
    PARTS_COPY = 1,
    PARTS_COPY_C = 2,
    PARTS_SCAL = 1,
    PARTS_SCAL_C = 2,
    PARTS_SCAL_R = 2,
    PARTS_AXPY = 1,
    PARTS_AXPY_C = 2,
    PARTS_AXPBY = 1,
    PARTS_ROT = 1,
    PARTS_ROT_R = 2,
    PARTS_ROTM = 1,
    PARTS_FORWARD = 2,
};

const struct routine_facts routine_facts[ROUTINE_COUNT] = {
#define ROUTINE(shape, element, vectors, name, base) \
    {#name, (vectors)*PARTS_##shape * sizeof(element)},
#include "shim/names/symbols.def"
#undef ROUTINE
};
