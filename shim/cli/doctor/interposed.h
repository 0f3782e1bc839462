// SPDX-License-Identifier: MIT
// The names that the library interposes, and sets of them.
#ifndef TEAMTRIM_CLI_DOCTOR_INTERPOSED_H
#define TEAMTRIM_CLI_DOCTOR_INTERPOSED_H

#include <stdbool.h>
#include <stdint.h>

enum { INTERPOSED_WORDS = 32 };

// A bit for each name.
struct interposed_set {
    uint64_t words[INTERPOSED_WORDS];
};

enum interposed_kind { INTERPOSED_BLAS, INTERPOSED_OPENMP };

// The number of a name, or -1.
int interposed_find(const char *name);
const char *interposed_name(int number);
enum interposed_kind interposed_kind_of(int number);

void interposed_add(struct interposed_set *set, int number);
bool interposed_has(const struct interposed_set *set, int number);

// How many names of a kind are in the set.
int interposed_count(const struct interposed_set *set, enum interposed_kind kind);

// The first name of a kind from `number` on that is in the set, or -1.
int interposed_next(const struct interposed_set *set, enum interposed_kind kind, int number);

#endif
