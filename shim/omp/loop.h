// SPDX-License-Identifier: MIT
// Dynamic loops of a region that goes through us: handed out in blocks by time. The arithmetic:
// policy/chunk.h.
#ifndef TEAMTRIM_LOOP_H
#define TEAMTRIM_LOOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "policy/policy.h"
#include "shim/omp/originals.h"

struct member;
struct region;

// What a loop construct says. Arithmetic modulo 2^64 serves every integer type.
struct loop_line {
    const void *code;          // names the construct
    uint64_t start, end, step; // iteration i is start + i x step; `end` ends libgomp's last piece
    uint64_t trips, chunk;     // iterations; iterations that belong together, at least 1
    bool monotonic;            // each thread must see rising iterations
};

enum { LOOP_LINE = 64 };

// A range of units that one member holds and others may take from: begin << 32 | end.
struct loop_share {
    _Alignas(LOOP_LINE) _Atomic uint64_t range;
};

struct loop {
    _Alignas(LOOP_LINE) _Atomic uint64_t next; // the first unit that nobody has reserved
    _Alignas(LOOP_LINE) _Atomic int left;      // members that have not been through
    _Atomic int finished;                      // members for which nothing is left
    _Atomic bool final;                        // the last unit has been handed out
    _Atomic bool hungry;                       // somebody found nothing to do: hand out singly
    _Atomic uint64_t busy;                     // ticks that members spent in blocks
    uint64_t began;
    bool timed;  // blocks by their own times; else by the rate
    bool native; // the runtime's, after all
    struct chunk_rules rules;
    struct chunk_loop shape;
    struct chunk_plan plan;
    float rate; // ns a unit, as learned before; 0: unknown
    struct loop_site *site;
    struct loop_share *shares; // of the members, by thread number
};

// Loops of a team in flight; the largest team; shares that the forking thread's stack, which may be
// small, has room for: more come from a pool.
enum { LOOP_SLOTS = 4, LOOP_TEAM = 512, LOOP_SHARES = 32 };

// The loops in flight of a team: a fast thread may be some ahead where there is nowait.
struct loop_ring {
    _Atomic uint64_t opened; // loops opened so far, and two flags
    unsigned slots;          // of loops[], in use
    struct loop loops[LOOP_SLOTS];
    struct loop_share *shares; // slots x members
    int pooled;                // where in the pool they are; -1: on the stack
};

// Bytes of stack that a ring of so many members needs for its shares.
size_t loop_ring_bytes(int members);

// `shares`: so many bytes. Without room in the pool, or with too many members, no loop is ours.
void loop_ring_start(struct loop_ring *ring, int members, void *shares);
void loop_ring_end(struct loop_ring *ring);

// Whether policy has dynamic loops taken over at all.
bool loop_is_wanted(void);

// This thread's member of a team that goes through us, if it is the same runtime's as the loop
// construct `name` of the caller; else NULL.
struct member *loop_member(enum openmp_name name, const void *caller);

// Begins the member's next dynamic loop. False: the runtime's.
bool loop_begin(struct member *member, const struct loop_line *line);

// The combined construct's loop, opened by the thread that forks, before it does.
bool loop_open_combined(struct region *region, const struct loop_line *line, int team);
void loop_join_combined(struct member *member);

// The member will not touch the loop any more.
void loop_pass_through(struct loop *loop);

// The member's next piece, as iterations [*first, *last). False: none is left for it.
bool loop_next(struct member *member, uint64_t *first, uint64_t *last);

#endif
