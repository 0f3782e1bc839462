// SPDX-License-Identifier: MIT
// Runs `teamtrim report` on logs below a folder of the test's own.
#ifndef TEAMTRIM_TESTS_REPORT_RUN_H
#define TEAMTRIM_TESTS_REPORT_RUN_H

#include "tests/process.h"
#include "tests/victim_run.h"

// A folder and its end: for .init and .fini of a suite.
void report_make_folder(void);
void report_remove_folder(void);

// The path of a file below that folder; a new buffer each time, never freed.
const char *report_path(const char *name);

// Writes a log there and gives its path. `text` may hold anything but a NUL.
const char *report_log(const char *name, const char *text);

// Runs "teamtrim report" with arguments up to NULL.
struct process_result report_run(const char *const *arguments);

#define REPORT(...) report_run(LIST(__VA_ARGS__))

// Status, and that both streams hold these words; "" for nothing but what comes. Frees the result.
void report_expect(struct process_result result, int status, const char *output, const char *error);

// A line of the output whose words are these, whatever the blanks between them.
void report_expect_line(const struct process_result *result, const char *words);

#endif
