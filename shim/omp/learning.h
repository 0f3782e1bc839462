// SPDX-License-Identifier: MIT
// The learners of a site, with their clock: which team the next call gets, and what it took.
#ifndef TEAMTRIM_LEARNING_H
#define TEAMTRIM_LEARNING_H

#include "shim/omp/region.h"

// The team for this call out of a full one; sets choice->timed when the call is to be observed.
int learning_choose(struct fork_choice *choice, int full);

// A timed call.
struct learning_run {
    struct site *site;
    int class, full;
    int team;                        // threads it had
    bool promoted;                   // see policy/learn.h
    uint64_t wall;                   // ticks
    uint64_t work;                   // ticks: its members' parts without barriers, summed
    const struct split_words *words; // of a call whose size nothing else tells; or NULL
};

void learning_observe(const struct learning_run *run);

// A lazy region had to be adopted. Its threads wait for each other, or it was unexpectedly long:
// one that was not blocked may have been, once.
void learning_rescued(struct site *site, int class, bool running);

// Whether calls of a class are known to be best on one thread where a team has so many, and whether
// the next call is to be timed. Both count a call.
bool learning_prefers_one(struct site_class *class, int full);
bool learning_is_due(struct site_class *class);

#endif
