// SPDX-License-Identifier: MIT
// Children of the command: what is measured or asked in a process of its own, because a runtime
// reads its environment when it is loaded, and a foreign library may crash.
#ifndef TEAMTRIM_CLI_CHILD_H
#define TEAMTRIM_CLI_CHILD_H

#include <stdbool.h>
#include <stddef.h>

struct child_result {
    int status;     // exit status, 128 + the signal; -1: not started, or its end was not told
    bool timed_out; // and was killed
    char *output;   // what it wrote on stdout; ends with a NUL, never NULL
};

// Runs this executable with `arguments` (argv[1] and on, up to NULL): a hidden command. Its
// environment is ours without LD_PRELOAD, DYLD_INSERT_LIBRARIES and all that starts with OMP_,
// GOMP_, KMP_, OPENBLAS_, BLIS_, MKL_ or TEAMTRIM_, and then `environment`, a list of NAME=VALUE
// that ends with NULL (or NULL: none). Its stderr is ours if `loud`, otherwise nowhere. What it has
// started dies with it when `seconds` are over; on Linux it dies, too, when the calling thread
// does.
void child_run(const char *const *arguments, const char *const *environment, double seconds,
               bool loud, struct child_result *result);

// The same for any command, found in PATH, with our environment changed by `environment` only.
void child_run_command(const char *const *command, const char *const *environment, double seconds,
                       bool loud, struct child_result *result);

void child_free(struct child_result *result);

#endif
