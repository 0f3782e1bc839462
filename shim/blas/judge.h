// SPDX-License-Identifier: MIT
// Whether our kernels may stand in for an original.
#ifndef TEAMTRIM_JUDGE_H
#define TEAMTRIM_JUDGE_H

#include "shim/blas/slot.h"

// Fills in a binding whose slot and original are known: its provider is found out and tried, and
// the policy asked. False if the outcome, to forward, holds for this call alone.
bool judge_binding(struct binding *binding);

#endif
