// SPDX-License-Identifier: MIT
// Lines of files below a root that tests replace: what the kernel says of a machine. Not for policy
// files: see source.h. Allocates nothing.
#ifndef TEAMTRIM_POLICY_FACTS_H
#define TEAMTRIM_POLICY_FACTS_H

#include <stddef.h>

struct facts {
    int file;
    size_t total, next, filled;
    char buffer[1024];
};

// Opens ROOT/PATH; `path` starts with a slash. 0 or -errno.
int facts_open(struct facts *facts, const char *root, const char *path);
void facts_close(struct facts *facts);

// 1 with the next line, without its newline; 0 at the end; -errno; -EFBIG after a MiB, so that
// /dev/zero has an end. Lines that do not fit, or hold a NUL, are passed over: half a fact is none.
int facts_read_line(struct facts *facts, char *line, size_t size);

// The first line of ROOT/PATH that starts with `prefix`, from behind it; NULL if there is none. It
// lies in `line`.
char *facts_find_line(const char *root, const char *path, const char *prefix, char *line,
                      size_t size);

#endif
