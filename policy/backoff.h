// SPDX-License-Identifier: MIT
// How a thread waits that calls sched_yield in a loop: pauses, then yields, then sleeps. Told when
// its calls come and go, by any clock that counts up.
//
// Calls that follow one another closely are a burst: one wait. Short waits that follow one another
// at once must not be taken for a long one: a thread that slept in each would make them a thousand
// times longer. Two things tell. The registers that the call preserves are the same in all rounds
// of most loops, and others in the next wait: a count, a generation. And between two waits more is
// done than between two calls of one: the gap is longer. A gap that is only somewhat longer is a
// sign; it takes some to be sure. All that is known about a thread is in its struct backoff.
#ifndef TEAMTRIM_POLICY_BACKOFF_H
#define TEAMTRIM_POLICY_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

// In ns. The most that is added to a wait of a length w is the longer of BACKOFF_SLEEP_LEAST and
// w / BACKOFF_SLEEP_SHARE, at most BACKOFF_SLEEP_MOST, and what the system adds to a sleep: its
// timer slack (50 us unless set) and the time to wake a thread. A loop that works for less than
// BACKOFF_GAP_SURE between two calls, and keeps its count in memory, cannot be told from a wait.
enum {
    BACKOFF_PAUSING = 5000,       // pauses, in all
    BACKOFF_AWAKE = 200000,       // pauses and yields, in a row; not what others did in a yield
    BACKOFF_AWAKE_MOST = 1000000, // the same where a sleep takes long
    BACKOFF_SLEEP_LEAST = 50000,  // a sleep
    BACKOFF_SLEEP_MOST = 500000,  // a sleep
    BACKOFF_SLEEP_SHARE = 4,      // a sleep is this part of what has been waited
    BACKOFF_GAP_UNKNOWN = 1000,   // longer is a new burst while the loop's own gap is not known
    BACKOFF_GAP_SURE = 2000,      // longer is one anyway
    BACKOFF_GAP_SURE_COLD = 5000, // after others have run, or a sleep
    BACKOFF_GAP_OWN = 250,        // no loop's own is longer, whatever they are like
    BACKOFF_GAP_MARGIN = 150,     // more than twice the loop's own is a sign of one
    BACKOFF_SIGNS = 4,            // before a sleep, and two in a row after sleeps, are one
    BACKOFF_KNOWN = 256,          // tries after which a loop is one that counts its rounds
    BACKOFF_YIELD_UNKNOWN = 2000, // the fastest yield until one is known
    BACKOFF_YIELD_MARGIN = 200,   // more than half as long again: others have run
    BACKOFF_YIELD_SHARE = 4,      // of a long yield, at least, is the thread's own time
    BACKOFF_YIELDS = 8,           // at least, before a sleep
    BACKOFF_PAUSES = 8,           // in one try, at most
    BACKOFF_STREAK = 16,          // pauses without a yield, in all bursts: this times `tries`
};

// The above in units of a clock.
struct backoff_rules {
    unsigned tries; // of a burst that may be pauses
    uint64_t pausing, awake, awake_most, sleep_least, sleep_most;
    uint64_t gap_unknown, gap_sure, gap_sure_cold, gap_own, gap_margin;
    uint64_t yield_unknown, yield_margin;
};

enum backoff_kind { BACKOFF_PAUSE, BACKOFF_YIELD, BACKOFF_SLEEP, BACKOFF_KINDS };

struct backoff_caller {
    const void *place;  // its code
    uint64_t registers; // a hash
};

// All zero is a thread that has not tried yet.
struct backoff {
    struct backoff_caller caller; // of the last try
    uint64_t began;               // the burst
    uint64_t called, left;        // the last try
    uint64_t awake;               // of the burst
    uint64_t awake_most;          // before a sleep
    uint64_t gap[BACKOFF_KINDS];  // the loop's own after each; 0: not known
    uint64_t yield;               // the fastest yield; 0: not known
    uint64_t late;                // what the system adds to a sleep
    uint64_t slept;               // asked for in the last sleep
    uint64_t paused;              // of the last tries
    unsigned tries;               // since the burst began, or the last sign of another
    unsigned streak;              // pauses since the last yield or sleep
    unsigned signs;               // of a new burst
    unsigned signs_asleep;        // in a row
    unsigned known;               // tries in this loop, up to KNOWN
    bool steady;                  // registers were the same twice: it does not count its rounds
    enum backoff_kind after;      // what the last try came to; a SLEEP: others have run
    bool crowded;                 // somebody else wants this CPU: the last yield was a long one
};

struct backoff_step {
    enum backoff_kind kind;
    unsigned pauses; // PAUSE: instructions
    uint64_t sleep;  // SLEEP: units of the clock
};

// `units_of` turns ns into the clock's units.
void backoff_fill_rules(struct backoff_rules *rules, unsigned tries,
                        uint64_t (*units_of)(uint64_t ns));

// What to do for a call that came at `now`.
struct backoff_step backoff_try(struct backoff *thread, const struct backoff_rules *rules,
                                const struct backoff_caller *caller, uint64_t now);

// It has been done; the call returns.
void backoff_leave(struct backoff *thread, const struct backoff_rules *rules,
                   enum backoff_kind kind, uint64_t now);

#endif
