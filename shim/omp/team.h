// SPDX-License-Identifier: MIT
// The default team: capped once, before the first region, where the user has set none.
#ifndef TEAMTRIM_TEAM_H
#define TEAMTRIM_TEAM_H

#include "shim/omp/plain.h"
#include "shim/omp/site.h"

// Caps the default team of this thread in the runtime that the names of `code` lead to.
void team_cap_thread(unsigned runtime, const void *code);

// Groups of cores that share a last-level cache. Reads the machine's files at the first call.
int team_core_groups(void);

// OMP_NUM_THREADS=4,2: the default team changes with the level, which only the runtime follows.
extern bool team_depends_on_level;

static inline void team_realise_levels(void)
{
    if (__builtin_expect(team_depends_on_level, false) && member_stack.pending)
        plain_realise();
}

static inline void team_settle(const struct site *site)
{
    if (__builtin_expect(!(member_stack.capped >> site->runtime & 1), false))
        team_cap_thread(site->runtime, (const void *)site->at.address);
}

#endif
