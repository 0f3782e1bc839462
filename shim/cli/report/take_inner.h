// SPDX-License-Identifier: MIT
// What takes lines of single calls (take_calls.c) and of summaries (take.c) in common.
#ifndef TEAMTRIM_CLI_TAKE_INNER_H
#define TEAMTRIM_CLI_TAKE_INNER_H

#include "shim/cli/report/take.h"

// The string of that key, "" if there is none.
const char *take_string(const struct json_line *line, const char *key);

// The count of that key, 0 if there is none; what is no count is a loss.
uint64_t take_number(struct model *model, const struct json_line *line, const char *key);

// Lines of the kinds "blas", "region" and "loop": into the process's own sums.
void take_blas_call(struct model *model, struct process *process, const struct json_line *line);
void take_region_call(struct model *model, struct process *process, const struct json_line *line);
void take_loop_call(struct model *model, struct process *process, const struct json_line *line);

#endif
