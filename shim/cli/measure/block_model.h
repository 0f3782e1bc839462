// SPDX-License-Identifier: MIT
// The cost model of dynamic loops, fitted to this machine.
//
// Method: an own team of threads runs loops of unit tasks, in blocks that it takes from a counter
// by fetch-and-add. Tasks compute for 10, 100 or 1000 ns and read or write 0, 64 or 1024 bytes; a
// loop is 2 ms of work for one thread, and its length varies by half, so that no block divides it.
// Teams: 2 threads up to a thread a core, where a machine has several groups of cores within one
// group and spread over all. For each task and team block_search.h finds the best block, from the
// least of several runs of each length and block; chunk_model_fit fits the model to these.
//
// A sample's `compute` is all that a unit takes in the team, reading and writing included, since
// that is what a site's rate is, which the model is asked with (chunk_plan). What is left for
// `read` and `written` to explain is how the bytes change the best block beyond their time.
#ifndef TEAMTRIM_CLI_BLOCK_MODEL_H
#define TEAMTRIM_CLI_BLOCK_MODEL_H

#include "policy/policy.h"

// Takes about `seconds`, 1 to 4. model[CHUNK_COEFFICIENTS]; `error`: mean |log2(predicted /
// measured best)|. 0, or -1 with `why`.
int block_model_measure(double seconds, double *model, int *samples, double *error,
                        const char **why);

// The hidden command `teamtrim measure-blocks SECONDS`: prints samples and the fit.
int cli_measure_blocks(int argc, char **argv);

#endif
