// SPDX-License-Identifier: MIT
// What the files lazy*.c share.
#ifndef TEAMTRIM_LAZY_INNER_H
#define TEAMTRIM_LAZY_INNER_H

#include "shim/omp/lazy.h"

// At thread 0's first stop, with so many parts left that would be done at once: are they worth a
// fork?
bool lazy_judge(struct lazy_team *team, int others);

// The join of a team that was promoted.
void lazy_end_promoted(struct lazy_team *team);

// For the learner, when all threads have run here.
void lazy_observe_fold(struct lazy_team *team);

#endif
