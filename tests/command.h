// SPDX-License-Identifier: MIT
// Runs the built `teamtrim` on small programs that a test makes: compiled, scripts, libraries. All
// of it lies below a folder of the test's own.
#ifndef TEAMTRIM_TESTS_COMMAND_H
#define TEAMTRIM_TESTS_COMMAND_H

#include "tests/process.h"

#include <limits.h>

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

// For TestSuite: makes and removes the folder.
void command_make_folder(void);
void command_remove_folder(void);

// The path of a file in that folder; one of eight buffers in turn.
const char *command_path(const char *name);

// Writes a file there, with the rights of a program. Returns its path.
const char *command_write(const char *name, const char *text);

// Compiles `source` to the program or library `name` there, by `compiler` with `flags` up to NULL.
// Skips the test if there is no such compiler. Returns its path.
const char *command_compile(const char *compiler, const char *name, const char *source,
                            const char *const *flags);

// `teamtrim` with arguments and environment, both up to NULL (environment may be NULL).
struct process_result command_run(const char *const *environment, const char *const *arguments);

// Its path in the build folder, or that of another file there.
const char *command_built(const char *name);

// Fails unless the status is right and both texts contain what is expected; frees the result.
void command_expect(struct process_result result, int status, const char *output,
                    const char *error);

// Fail unless a line of the output has, or none has, both words.
void command_expect_line(const struct process_result *result, const char *first,
                         const char *second);
void command_expect_no_line(const struct process_result *result, const char *first,
                            const char *second);

// Fails unless the status is right; frees the result.
void command_expect_status(struct process_result *result, int status);

#endif
