// SPDX-License-Identifier: MIT
// A text file, line by line, without allocation.
#ifndef TEAMTRIM_POLICY_SOURCE_H
#define TEAMTRIM_POLICY_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct source {
    int file;
    size_t total, next, filled;
    char buffer[4096];
    int line;
    char text[512]; // the line, without byte order mark and white space at its ends
    bool cut;       // `text` is only its beginning
    bool binary;    // it holds a NUL byte
};

// 0 or -errno.
int source_open(struct source *source, const char *path);
void source_close(struct source *source);

// 1 with the next line, 0 at the end, -errno; -EFBIG after a MiB, so that /dev/zero has an end.
int source_read_line(struct source *source);

#endif
