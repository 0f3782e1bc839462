// SPDX-License-Identifier: MIT
// Files that were given already, whatever they are called.
#ifndef TEAMTRIM_CLI_KNOWN_H
#define TEAMTRIM_CLI_KNOWN_H

#include <stdbool.h>

struct known {
    void *tree; // of tsearch
};

// Remembers the file; "-" is stdin. False if it was there already. What is not there is never
// known, and but for regular files the path has to be the same too: two ends of pipes may look
// alike.
bool known_add(struct known *known, const char *path);

void known_free(struct known *known);

#endif
