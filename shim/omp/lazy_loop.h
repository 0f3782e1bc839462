// SPDX-License-Identifier: MIT
// Worksharing loops in a lazy team, of both runtimes: static ones give each thread its part, the
// others are the first thread's that comes.
#ifndef TEAMTRIM_LAZY_LOOP_H
#define TEAMTRIM_LAZY_LOOP_H

#include "shim/omp/lazy_forms.h"

// A loop's schedule: its kind is what the schedule clause says, or what omp_set_schedule has said.
struct loop_clause {
    enum { SCHEDULE_OTHER, SCHEDULE_STATIC, SCHEDULE_AS_SET } kind;
    long chunk; // static: 0 if none
    bool ordered;
};

// Begins a loop. FORM_ASKED: the adopter has, *result is what the note's `start` returned, and it
// is asked for each piece.
enum lazy_form lazy_loop_begin(struct lazy_team *team, struct member *member,
                               const struct loop_line *line, struct loop_clause schedule,
                               const struct lazy_note *note, uintptr_t *result);

// Enters a loop that the team is in from the start.
void lazy_loop_enter(struct member *member, const struct loop_line *line,
                     struct loop_clause schedule, bool first);

// The next iterations of a loop that is ours, [*first, *last). False: there are none.
bool lazy_loop_next(struct member *member, uint64_t *first, uint64_t *last);

// An ordered region: waits for its turn.
void lazy_loop_wait_turn(struct member *member);

#endif
