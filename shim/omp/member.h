// SPDX-License-Identifier: MIT
// A member is one thread's part in a region that goes through us: of a region that runs here as a
// plain call, or of a team that the runtime has forked for us.
#ifndef TEAMTRIM_MEMBER_H
#define TEAMTRIM_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "shim/core/thread.h"
#include "shim/omp/abi.h"
#include "shim/omp/loop.h"

struct lazy_team;
struct region;
struct site;

// The worksharing loop that a member is in.
struct cursor {
    // STATIC: a thread's part in a lazy team; ADOPTED: the adopter is asked for each piece
    enum { CURSOR_NONE, CURSOR_WHOLE, CURSOR_SHARED, CURSOR_STATIC, CURSOR_ADOPTED } kind;
    bool done; // all that is there for the member has been handed out
    bool kmp;  // by libomp's names

    // STATIC
    struct partition partition;
    uint64_t pieces;    // handed out
    bool ordered;       // its chunks have their turns
    unsigned construct; // of the region

    unsigned tid; // SHARED, STATIC: the thread

    // SHARED
    struct loop *loop;
    uint64_t piece;                                    // units to hand out at once
    uint64_t position;                                 // the first unit after those handed out
    uint64_t ran;                                      // units handed out of the present block
    uint64_t block_units, block_ns, block_began, busy; // the last block; busy: ticks in all
};

// What a plain call is, in one word, so that it starts with one store.
struct plain_state {
    _Alignas(8)          // one store
        bool real;       // the runtime has been told: its constructs are its own
    bool foreign;        // a team of the runtime's that does not go through us
    bool trimmed;        // stands for a team
    bool kmp;            // made real by libomp's names
    bool paired;         // ends by a call of its own: GOMP_parallel_end, ...
    bool single, reduce; // constructs of ours that have begun
    bool lazy;           // stands for a whole team; real too: a thread of one that was adopted
};

struct member {
    struct member *outer;
    struct region *region; // NULL: a plain call
    struct cursor cursor;
    struct loop_line line; // of the loop
    unsigned loops;        // dynamic loops that this thread has begun in the region

    // plain calls
    struct plain_state plain;
    unsigned sections, section; // of a sections construct, and the next to run
    uintptr_t runtime;          // originals_runtime of what began it, 0: not looked up
    const void *code;           // whose originals make it real
    void *place;                // libomp
    int gtid;

    // shared ones
    bool timed;
    uint64_t waited; // ticks in barriers, when the region is timed
};

enum { MEMBER_DEPTH = 8 };

// Why thread_self.watch is not 0.
enum { WATCH_PLAIN = 1, WATCH_TIMED = 2 };

struct member_stack {
    struct member *top;
    unsigned pending; // plain calls, the innermost ones, that are not real
    unsigned depth;   // of plain[]
    unsigned capped;  // runtimes whose default team is settled in this thread, as a set
    bool has_pushed;  // __kmpc_push_num_threads(pushed_gtid, pushed) that no fork has used
    int pushed, pushed_gtid;
    bool bound;             // __kmpc_push_proc_bind likewise
    bool chose_team;        // the program has called omp_set_num_threads here
    bool nested;            // the last fork was nested too deep: a guess at what to ask first
    int gtid;               // libomp's number of this thread
    unsigned gtid_epoch;    // 0: not known
    struct site *untouched; // of this thread's last fork, if its members do not go through us
    int full, class;        // of the lazy team that is about to begin
    unsigned wanted;
    struct lazy_team *lazy;            // that runs here
    uintptr_t lazy_base;               // of its runtime
    struct lazy_team *own;             // this thread's, once it has had one
    struct member plain[MEMBER_DEPTH]; // here and not on the stack: a longjmp may pass a region
};

extern _Thread_local struct member_stack member_stack;

#endif
