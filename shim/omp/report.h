// SPDX-License-Identifier: MIT
// What the log says of regions and loops: decisions, and the summary at exit. Called with the log
// on only, but for report_times.
#ifndef TEAMTRIM_REPORT_H
#define TEAMTRIM_REPORT_H

#include "shim/omp/loop_site.h"
#include "shim/omp/region.h"

void report_choice(const struct fork *fork, const struct fork_choice *choice);

// A timed call in ticks; `work` of its members' parts without barriers, `longest` of them.
void report_times(const struct fork_choice *choice, uint64_t wall, uint64_t work, uint64_t longest);

// What became of a region that began lazily; `wall` in ticks. Any thread may call these.
struct lazy_team;
void report_folded(const struct lazy_team *team, uint64_t wall);
void report_promoted(const struct lazy_team *team, uint64_t wall);
void report_rescued(const struct lazy_team *team, uint64_t wall);
void report_hopeless(const struct lazy_team *team);

// A site whose teams will not be lazy, and why.
void report_ruled_out(const struct site *site, const char *why);

void report_loop(const struct loop *loop, const struct loop_line *line,
                 const struct chunk_next *next, uint64_t wall);

#endif
