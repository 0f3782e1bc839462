// SPDX-License-Identifier: MIT
// Runs an OpenMP victim under the preload and looks into what the library said of it.
#ifndef TEAMTRIM_TESTS_OMP_LOG_H
#define TEAMTRIM_TESTS_OMP_LOG_H

#include "tests/omp_run.h"
#include "tests/process.h"

#include <stdbool.h>

#define OMP_LOG_EACH(variant, set)                                       \
    for (unsigned variant = 1; variant <= OMP_GOMP_ON_19; variant <<= 1) \
        if (variant & (set))

// One variant of omp_run.h: its prefix ("gomp"), and what a failing test calls it.
const char *omp_log_prefix(unsigned variant);
const char *omp_log_name(unsigned variant);

// Runs the variant of victim command[0], arguments up to NULL, without or with the preload.
// OMP_NUM_THREADS is 2 unless the environment says otherwise. Fails the test unless it ends with 0.
// process_free() the result.
struct process_result omp_log_run(bool preload, unsigned variant, const char *const *command,
                                  const char *const *environment);

// The lines that match, behind "teamtrim[PID]: ", an extended regular expression to the line's end.
int omp_log_count(const char *text, const char *expression);

// Exactly so many lines do; fails with the whole text otherwise.
void omp_log_expect(unsigned variant, const char *text, int count, const char *expression);

// "sites: 7 calls, 3 alone, ..." of victim sites: what stands before `word` in the line of `name`.
int omp_log_number(const char *output, const char *name, const char *word);

#endif
