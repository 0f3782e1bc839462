// SPDX-License-Identifier: MIT
// Sizes of the caches that one CPU sees.
#ifndef TEAMTRIM_CLI_CACHES_H
#define TEAMTRIM_CLI_CACHES_H

#include <stddef.h>

enum { CACHES_LEVELS = 4 };

struct caches {
    size_t bytes[CACHES_LEVELS]; // [0]: first level, data; 0: none, or unknown
};

// From the kernel's files below `root` ("" is the real one), else, for the real one, from the C
// library.
void caches_read(struct caches *caches, const char *root);

#endif
