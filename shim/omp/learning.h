// SPDX-License-Identifier: MIT
// The learners of a site, with their clock: which team the next call gets, and what it took.
#ifndef TEAMTRIM_LEARNING_H
#define TEAMTRIM_LEARNING_H

#include "shim/omp/region.h"

// The team for this call out of a full one; sets choice->timed when the call is to be observed.
int learning_choose(struct fork_choice *choice, int full);

// A timed call, in ticks. `work`: its members' parts without barriers, summed; `longest` of them.
void learning_observe(const struct fork_choice *choice, uint64_t wall, uint64_t work,
                      uint64_t longest);

#endif
