// SPDX-License-Identifier: MIT
// How a thread waits that calls sched_yield in a loop: pauses, then yields, then sleeps. Told when
// its calls come and go, by any clock that counts up.
//
// Calls that follow one another closely are a burst: one wait. What the loop does between two calls
// is nearly always the same, so a longer gap than usual means that the wait has ended and another
// has begun. All that is known about a thread is in its struct backoff.
#ifndef TEAMTRIM_POLICY_BACKOFF_H
#define TEAMTRIM_POLICY_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

// In ns. The most that is added to a wait of a length w is the longer of BACKOFF_SLEEP_LEAST and
// w / BACKOFF_SLEEP_SHARE, at most BACKOFF_SLEEP_MOST, and what the system adds to a sleep: its
// timer slack (50 us unless set) and the time to wake a thread.
enum {
    BACKOFF_PAUSING = 5000,       // pauses, in all
    BACKOFF_AWAKE = 200000,       // pauses and yields, in a row; not what others did in a yield
    BACKOFF_AWAKE_MOST = 1000000, // the same where a sleep takes long
    BACKOFF_SLEEP_LEAST = 50000,  // a sleep
    BACKOFF_SLEEP_MOST = 500000,  // a sleep
    BACKOFF_SLEEP_SHARE = 4,      // a sleep is this part of what has been waited
    BACKOFF_GAP_UNKNOWN = 1000,   // longer is a new burst while the loop's own gap is not known
    BACKOFF_GAP_MARGIN = 150,     // more than some times the loop's own gap
    BACKOFF_DOUBTS = 2,           // half of that, after so many sleeps in a row, is one, too
    BACKOFF_YIELD_UNKNOWN = 2000, // the fastest yield until one is known
    BACKOFF_YIELD_MARGIN = 200,   // more than twice the fastest: others have run
    BACKOFF_PAUSES = 8,           // in one try, at most
    BACKOFF_STREAK = 16,          // pauses without a yield, in all bursts: this times `tries`
};

// The above in units of a clock.
struct backoff_rules {
    unsigned tries; // of a burst that may be pauses
    uint64_t pausing, awake, awake_most, sleep_least, sleep_most;
    uint64_t gap_unknown, gap_margin, yield_unknown, yield_margin;
};

enum backoff_kind { BACKOFF_PAUSE, BACKOFF_YIELD, BACKOFF_SLEEP, BACKOFF_KINDS };

// All zero is a thread that has not tried yet.
struct backoff {
    const void *place;           // of the last try
    uint64_t began;              // the burst
    uint64_t called, left;       // the last try
    uint64_t awake;              // of the burst
    uint64_t awake_most;         // before a sleep
    uint64_t gap[BACKOFF_KINDS]; // the loop's own, the shortest after each; 0: not known
    uint64_t yield;              // the fastest yield; 0: not known
    uint64_t late;               // what the system adds to a sleep
    uint64_t slept;              // asked for in the last sleep
    unsigned tries;              // in the burst
    unsigned streak;             // pauses since the last yield or sleep
    unsigned doubts;             // gaps in a row
    enum backoff_kind after;     // what the last try came to; a SLEEP: others have run
    bool crowded;                // somebody else wants this CPU: the last yield was a long one
};

struct backoff_step {
    enum backoff_kind kind;
    unsigned pauses; // PAUSE: instructions
    uint64_t sleep;  // SLEEP: units of the clock
};

// `units_of` turns ns into the clock's units.
void backoff_fill_rules(struct backoff_rules *rules, unsigned tries,
                        uint64_t (*units_of)(uint64_t ns));

// What to do for a call that came at `now`, from the code at `place`.
struct backoff_step backoff_try(struct backoff *thread, const struct backoff_rules *rules,
                                const void *place, uint64_t now);

// It has been done; the call returns.
void backoff_leave(struct backoff *thread, const struct backoff_rules *rules,
                   enum backoff_kind kind, uint64_t now);

#endif
