// SPDX-License-Identifier: MIT
// The rows that random programs are made of, and how their signs are replaced by random text.
#ifndef TEAMTRIM_TESTS_RANDOM_TEXT_H
#define TEAMTRIM_TESTS_RANDOM_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    WAITS = 1,    // has a barrier
    ONCE = 2,     // not to be repeated in a region
    ANYWHERE = 4, // a WRAP for what all threads do, too
    TASKS = 8,    // may run other tasks of the thread
    UNNAMED = 16, // has the unnamed critical
    OUTER = 32,   // asks for thread numbers of the outer region
    FIXED = 64,   // a static loop
};

struct row {
    const char *name;
    int properties, excluded;
    const char *times; // how often $L is run; NULL: no $L
    const char *declare, *before, *body, *after;
};

enum table { TEAM_ROWS, PLACE_ROWS, COMBINED_ROWS, WRAP_ROWS, LEAF_ROWS };

// One row's use. What the signs mean:
//   @  s<id>, the item's storage, zero before each call    $n $f $k  trip count, 2..9, 1..3
//   $w $W  nowait or not; $W: only if not repeated         $R $r     repeats, and which one it is
//   $S $C  static schedule, its chunk (0: none)            $h $i     head of a loop, iteration
//   $s $A $M $O  any other schedule; any; monotonic; ordered        $B  something with a barrier
//   $l  schedule for lastprivate: nonmonotonic: dynamic, which libomp 14 gets wrong, is not one
//   $L $E $e  what one thread does; how often in all; the function that checks what depends on it
//   $o $t $0 $p $P $v $V  reduction: operator, type, start, step on the variable and on `sum`, and
//                         the two as long              $b  bytes of a frame
//   $G $K  clauses of task, taskloop                   $Q  clauses of parallel
struct text {
    int id, chunk, factor, small, bytes, repeats, head, reduction;
    bool nowait, in_leaf;
    const char *trips, *inside, *times, *clauses;
    bool depends; // on the size of the team
    const char *schedule, *monotonic, *ordered;
};

uint64_t random_below(uint64_t bound);
void random_seed(uint64_t seed);

// A row of the table without any of the properties.
const struct row *text_pick_row(enum table table, int without);

void text_fill(struct text *text, int id, const char *trips);

// Loops may have any head if their schedule is static: gcc 12 loses the iterations of the others
// that count an unsigned variable down, and so does libomp 14 under libgomp's name.
void text_pick_head(struct text *text, bool fixed);

// Writes the pattern with its signs replaced.
void text_write(FILE *out, const char *pattern, const struct text *text);

// The same as a new string, which is never freed.
char *text_expand(const char *pattern, const struct text *text);

void text_write_prelude(FILE *out);

#endif
