// SPDX-License-Identifier: MIT
// `teamtrim bench-fork`: the parts of its run, its table and its lines of JSON.
#ifndef TEAMTRIM_CLI_BENCH_FORK_H
#define TEAMTRIM_CLI_BENCH_FORK_H

#include <limits.h>
#include <stdio.h>

#include "shim/cli/installed.h"
#include "shim/cli/measure/fork_cost.h"
#include "shim/cli/measure/host.h"
#include "shim/cli/measure/runtime_version.h"
#include "shim/cli/measure/team_sizes.h"

int cli_bench_fork(int argc, char **argv);
void bench_fork_print_help(void);

// A runtime to measure.
struct bench_runtime {
    struct installed installed; // its label is unlike the others'
    char file[PATH_MAX];        // behind all links
    char version[RUNTIME_VERSION];
};

struct bench_row {
    const struct bench_runtime *runtime;
    struct fork_cost cost;
    char why[FORK_COST_WHY]; // it could not be measured; ""
};

struct bench_fork {
    struct host host;
    double seconds; // a row
    struct bench_runtime *runtimes;
    size_t runtime_count;
    struct bench_row *rows;
    size_t row_count;
};

// Fills bench->runtimes with those of `list` and of paths that `names` ask for; all if there is
// none. CLI_DONE, or the exit status after a complaint.
int bench_runtimes_choose(struct bench_fork *bench, const char *const *names, size_t name_count,
                          const struct installed_list *list);

// More threads than can run at once.
bool bench_fork_is_crowded(const struct bench_fork *bench, int team);

// "-" for a team of 1, which does not wait.
const char *bench_fork_waiting(const struct fork_cost *cost);

void bench_fork_print_table(const struct bench_fork *bench);
void bench_fork_print_json(const struct bench_fork *bench, FILE *file);

#endif
