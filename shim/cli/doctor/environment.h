// SPDX-License-Identifier: MIT
// The environment of a process, as far as it steers threads, libraries and the loader.
#ifndef TEAMTRIM_CLI_DOCTOR_ENVIRONMENT_H
#define TEAMTRIM_CLI_DOCTOR_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

struct environment {
    const char **entries; // NAME=VALUE, NULL ends them; allocated, each of them
    size_t count;
};

void environment_of_self(struct environment *environment);

// The one that process `pid` was started with. False if it cannot be read.
bool environment_of_process(struct environment *environment, int pid);

void environment_free(struct environment *environment);

// A variable's value, or NULL.
const char *environment_get(const struct environment *environment, const char *name);

bool environment_is_same(const struct environment *a, const struct environment *b);

#endif
