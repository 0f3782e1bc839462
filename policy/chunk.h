// SPDX-License-Identifier: MIT
// Dynamic loops: how many units a thread reserves at a time, how it splits them, and whether the
// site keeps its own chunk. Sizes and nanoseconds in, sizes out. No clock, no atomics.
//
// A unit is one chunk of the program's own size; it is never split. A thread reserves a block of
// units from the loop's counter, passes it to the program in pieces, and at the loop's end takes
// half of what another has not started.
#ifndef TEAMTRIM_POLICY_CHUNK_H
#define TEAMTRIM_POLICY_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum chunk_kind {
    CHUNK_ADAPTIVE, // blocks by time
    CHUNK_MODEL,    // the first block by the cost model, the others by time
    CHUNK_BALANCED, // blocks by count
};

struct chunk_rules {
    int kind;            // enum chunk_kind
    uint64_t block;      // ns of work to reserve at a time; 20000 by default
    uint64_t balance;    // with CHUNK_BALANCED: blocks a thread, at least; 256 by default
    const double *model; // CHUNK_COEFFICIENTS numbers; NULL or all 0: built-in
    int groups;          // groups of cores that share an L3, at least 1
};

struct chunk_loop {
    uint64_t units;
    int team;       // threads, at least 1
    bool monotonic; // each thread must see rising iterations: what is reserved cannot be shared out
};

// What is known of a site. Plain data; zero: nothing. A team's loops are observed one at a time.
struct chunk_site {
    uint64_t units;    // the size of loop whose runs are compared; 0: none yet
    float rate;        // ns of work a unit
    float usual;       // wall ns a unit of the way in force, a slow average
    float best;        // the same, the least of the runs before a trial
    float worst;       // wall ns a unit of the other way, the most of its trials
    uint32_t runs;     // in the way in force since the last trial
    uint32_t wait;     // so many runs to the next trial; 0: none is planned
    uint32_t rest;     // so many after a lost one
    uint8_t own;       // the verdict: the site's own chunk, not blocks
    uint8_t trials;    // won in a row
    uint8_t slow;      // runs in a row that took twice as long as usual
    uint8_t elsewhere; // runs in a row of quite another size
};

enum chunk_reason {
    CHUNK_REASON_FEW,      // fewer than two units a thread: nothing to reserve
    CHUNK_REASON_TRIAL,    // the other way than the verdict, to compare
    CHUNK_REASON_VERDICT,  // its own chunk was faster
    CHUNK_REASON_UNKNOWN,  // the cost of a unit is not known: start with one
    CHUNK_REASON_TIME,     // by the cost of a unit
    CHUNK_REASON_MODEL,    // by the cost model
    CHUNK_REASON_BALANCED, // by count
};

struct chunk_plan {
    bool own;       // hand out one unit at a time, as the program asked
    uint64_t first; // units of each thread's first block, at least 1
    enum chunk_reason reason;
};

// How to run a loop. The caller runs it so and tells chunk_observe.
struct chunk_plan chunk_plan(const struct chunk_site *site, const struct chunk_rules *rules,
                             const struct chunk_loop *loop);

// Units of a thread's next block, at least 1: rules->block ns (a tenth for a monotonic loop) by the
// thread's last block (its units, its ns; a stolen part counts as one), at most 4 times that one,
// at most remaining / (2 * team). Where thieves can take back, the latter does not cut a block
// below a sixteenth of rules->block: with tiny units the last blocks of a large team would cost
// more than they balance. With CHUNK_BALANCED: units / (balance * team), always.
uint64_t chunk_block(const struct chunk_rules *rules, const struct chunk_loop *loop,
                     uint64_t last_units, uint64_t last_ns, uint64_t remaining);

// Units to pass to the program at once out of a block of so many units that should take
// `block_ns`: about 500 ns, at most 128 units and a quarter of the block, at least 1. A unit that
// is far dearer than expected holds up one piece, no more.
uint64_t chunk_piece(uint64_t block_units, uint64_t block_ns);

struct chunk_next {
    bool changed; // the verdict is another one than before
    bool own;     // the verdict
    double unit;  // learned ns of work a unit; 0: unknown
    double kept;  // when a trial was judged: wall ns a unit of the way in force before,
    double tried; // and of the other; else 0
};

// After a loop that ran as `own` says: its wall time, and the sum of the threads' times in blocks
// (0: unknown). Compares the two ways by wall time a unit, as follows.
//
// A loop whose iterations wait for each other is slower in blocks. After two runs in blocks that
// were so dear that a fetch-and-add a unit costs little (400 ns: at most a tenth of the work, and
// less than the wall time), its own chunk is tried. Two trials 40 % below the best run in blocks,
// or three that are 10 % below, with two more runs in blocks before each, make it the verdict;
// +-20 % of noise hardly ever does. A lost trial is repeated after 64 runs, the next after 128, up
// to 4096. Blocks are tried likewise where the own chunk is the verdict, and return at once where a
// unit's work has become shorter than a fetch-and-add. Four runs in a row that are twice as slow as
// usual start the comparison anew, and so do 64 of another size (2x); single ones do not count.
struct chunk_next chunk_observe(struct chunk_site *site, const struct chunk_rules *rules,
                                const struct chunk_loop *loop, bool own, uint64_t wall_ns,
                                uint64_t busy_ns);

// The cost model, after R. Shuai, "Influence of atomic FAA on ParallelFor and a cost model for
// improvements", arXiv:2111.13291. Only the paper's abstract was at hand, not its formula or its
// coefficients. The inputs and directions are those reported of it: the best block grows with the
// groups of cores that share an L3, and falls with threads and with what one iteration reads,
// writes and computes. The form below is ours, and so are the built-in coefficients; they are
// chosen, not fitted: two threads of one group get about 20 us of work.
//
//   log(block) = c0 + c1 log(groups) - c2 log(threads)
//                   - c3 log(1 + read) - c4 log(1 + written) - c5 log(1 + compute)
enum { CHUNK_COEFFICIENTS = 6 };

struct chunk_task {
    int groups, threads;  // at least 1
    double read, written; // bytes a unit
    double compute;       // ns a unit
};

// Units of the best block, at least 1. `model`: c0 to c5; NULL or all 0: built-in.
uint64_t chunk_model_block(const double *model, const struct chunk_task *task);

struct chunk_sample {
    struct chunk_task task;
    double block; // the best one measured, units
};

// Least squares in log(block), by normal equations. A ridge term of 1e-10 of the diagonal draws
// towards the built-in coefficients. What no two samples differ in (groups, where a machine has
// one) keeps its built-in coefficient. 0, or -EINVAL with `model` unchanged: a sample is out of
// range, or the samples do not determine the rest.
int chunk_model_fit(double *model, const struct chunk_sample *samples, size_t n);

#endif
