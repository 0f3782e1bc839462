// SPDX-License-Identifier: MIT
// The learner of trimmed regions: what runs of a site took in, the team of its next calls out.
// Pure arithmetic: the caller has the clock, and keeps a learner per site and class of trip counts.
#ifndef TEAMTRIM_LEARN_H
#define TEAMTRIM_LEARN_H

#include <stdbool.h>
#include <stdint.h>

// The model. A region of `work` ns (on one thread) takes work / n + price on the full team of n
// threads, where the price is what fork, join, waiting and imbalance cost, and
// work / k + price * (k - 1) / (n - 1) on k of them. So one thread is right where
// work * (n - 1) / n < price. The price is learned: it falls by a factor of 60 when a parked team
// begins to spin.
//
// Fewer threads are tried after three full runs in a row which show that they would have taken at
// most 1.5 times as long, and kept while they are the faster. Three things bound what that can
// cost, compared with the full team at every call:
// * A long call on fewer threads (1.5 times what the full team would have taken) sends the next
//   call to the full team. The site returns after a streak of small full runs: 8, then 16, ...
//   1024; one doubling is forgotten every 4096 good calls. A long call that the account (below)
//   covers does not double.
// * An account of what fewer threads have won and lost, an untimed call counted as the timed one
//   after it. There is no return while it is overdrawn. An 8th of the time on the full team pays it
//   off, from the fourth loss on a 64th: whatever the sizes do, losses stay near that share in the
//   long run. Small debts are forgiven, up to four times, if no large full run confirms the loss.
// * A covered loss 32 or more calls after the last return may have been a preemption. It needs a
//   streak of 3, unless a large full run confirms it before that.
// What is not bounded so is what a settled site does untimed: up to 15 calls, 31 at a site
// that has never lost.
//
// On fewer threads three calls go to the full team now and then, to see its price: each time that
// the site has spent 256 to 1024 times a full run there.
//
// Limit: a loss by preemption cannot be told from a rare large call, and is held against fewer
// threads. Where one call in a hundred is 50 times longer by accident, sites that would win less
// than about 40 % may stay on the full team.

enum { LEARN_CLASSES = 18 };

// The class of a trip count: 0 for an unknown (negative) one, else 1 + floor(log2(trips)), at most
// LEARN_CLASSES - 1. A loop without trips is in class 1.
int learn_class(int64_t trips);

struct learn_facts {
    int team;        // threads of the full team
    bool adjustable; // a region may have any number of threads up to `team`, at no extra cost
    bool lazy;       // one thread: a lazy team, promoted where part * (team - 2) > learner.price
};

// A timed run. ns.
struct learn_run {
    int team; // threads it had
    uint64_t wall;
    uint64_t work; // summed over threads, without waiting; 0: unknown. On one thread: wall
    bool promoted; // began on one thread, and became a team of all: less wall than work
};

enum learn_reason {
    LEARN_LEARNING, // full: too little is known
    LEARN_SMALL,    // one thread is faster
    LEARN_PART,     // some of an adjustable team are faster
    LEARN_LARGE,    // the full team is faster
    LEARN_GREW,     // full: a call on fewer threads was long
    LEARN_WAITING,  // full: small again, but after a loss it takes a streak to return
    LEARN_PROBING,  // full, for three calls: has the price of the team changed?
};

// What to do with the next calls: run `untimed` of them with `team` threads, then time one that has
// `team` threads, and observe it.
struct learn_next {
    int team;
    unsigned untimed; // at most 31 on fewer threads, 63 on the full team; 0 while it matters
    enum learn_reason reason;
    uint64_t one, full; // ns on one thread and on the full team, as far as known; 0: unknown
};

// One quantity: its latest two values and a mean of medians of three, which no single value moves.
struct learn_level {
    float last[2];
    float mean;
    uint32_t count;
};

// At lazy sites (learn_lazy.c) some fields mean other things: `account` is the mean gain of late
// calls, in prices; `good` the calls in it, `full` the price, `need` folds since the last stray
// one, `losses` stray ones that count.
//
// What is known of one class of one site. All zero: nothing. Not thread-safe.
struct learner {
    double account;                       // ns that fewer threads have won, or owe
    struct learn_level full, work, fewer; // ns; work: as of the runs on the present team
    float price;                          // ns; of the full team when it was left
    float since_probe; // ns spent on fewer threads; at a lazy site on the full team: ns to pay off
    int32_t team;      // the full team's size for which all of this was learned
    int32_t chosen;    // how many threads the fewer are, or are going to be
    uint32_t good;     // calls on fewer threads since the last return or loss
    uint16_t streak, need;   // small full runs in a row, and how many to wait for
    uint16_t steady, resume; // runs in a row that agreed; the same before an unconfirmed loss
    uint16_t rest;           // timed runs for which no part of the team is tried
    uint8_t losses;          // each doubles `need`
    uint8_t refusals;        // how often a part of the team was no better than its ends
    uint8_t probes;          // each doubles the time to the next
    uint8_t untimed;         // as told last
    uint8_t reason;          // enum learn_reason
    uint8_t random;
    bool trimmed; // running on fewer threads
    bool unsure;  // the full team was called for by what may have been an accident
};

// What to do before anything is known: the full team, timed.
struct learn_next learn_start(const struct learn_facts *facts);

// Learns from a run. A run with a number of threads that was not asked for changes nothing. When
// facts->team differs from what it was, everything learned is dropped. Cannot fail.
struct learn_next learn_observe(struct learner *learner, const struct learn_facts *facts,
                                const struct learn_run *run);

#endif
