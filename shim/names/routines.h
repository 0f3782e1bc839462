// SPDX-License-Identifier: MIT
// The routines of symbols.def as a policy knows them. What the shim does with each: thunks.
#ifndef TEAMTRIM_BLAS_ROUTINES_H
#define TEAMTRIM_BLAS_ROUTINES_H

#include "policy/policy.h"

// In the order of symbols.def; ends with {NULL, NULL}.
extern const struct policy_routine blas_routines[];

#endif
