// SPDX-License-Identifier: MIT
// Files that are there whole or not at all.
#ifndef TEAMTRIM_CLI_REPLACE_H
#define TEAMTRIM_CLI_REPLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct replacement {
    FILE *file;          // to write to
    char path[PATH_MAX]; // of the file itself, behind all links
    char beside[PATH_MAX];
};

// Where a path leads behind links, whether there is a file or none yet. False with errno.
bool replace_resolve(const char *path, char real[PATH_MAX]);

// Opens a file beside the one that `path` leads to, with its mode, or that of any new file. What is
// no regular file (a device, a pipe) is opened itself. 0, or -1 with errno.
int replace_begin(struct replacement *replacement, const char *path);

// Closes it and moves it into place. What was there replaces the file `kept` beside it (NULL: it is
// not kept). 0, or -1 with errno, and nothing has changed.
int replace_end(struct replacement *replacement, const char *kept);

#endif
