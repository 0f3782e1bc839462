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

static inline void team_settle(const struct site *site)
{
    if (__builtin_expect(!(member_stack.capped >> site->runtime & 1), false))
        team_cap_thread(site->runtime, site_asked(site));
}

#endif
