// SPDX-License-Identifier: MIT
// What a fetch-and-add costs: alone, and on a line that two threads want.
//
// Method: threads are pinned to CPUs; each adds to one counter as fast as it can, and reads the
// clock every 1000 additions. A figure is the median of such batches, of both threads: the ns that
// a thread waits for one addition while the other does the same. Batches in which the other added
// less than half as much do not count: it had lost its CPU.
#ifndef TEAMTRIM_CLI_ATOMICS_COST_H
#define TEAMTRIM_CLI_ATOMICS_COST_H

struct atomics_cost {
    int groups; // of CPUs that share a last-level cache
    // ns a fetch-and-add: one thread; two threads of one group on one line; of two groups. 0: this
    // machine has no such pair.
    double alone, within, across;
};

// Takes about `seconds`. 0, or -1 if threads cannot be made, or the time was too short or the two
// of a pair never ran at once.
int atomics_cost_measure(double seconds, struct atomics_cost *cost);

// The hidden command `teamtrim measure-atomics SECONDS`: prints them.
int cli_measure_atomics(int argc, char **argv);

#endif
