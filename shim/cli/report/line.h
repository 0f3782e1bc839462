// SPDX-License-Identifier: MIT
// Lines of a file of any content, each of a bounded size.
#ifndef TEAMTRIM_CLI_LINE_H
#define TEAMTRIM_CLI_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// LINE_LONG: past LINE_MOST bytes, and skipped. LINE_ENDLESS: past LINE_GIVE_UP, as of a device.
enum line_status { LINE_NONE, LINE_READ, LINE_LONG, LINE_ENDLESS };

enum { LINE_MOST = 64 << 20, LINE_GIVE_UP = 1 << 30 };

struct line {
    char *text; // ends with a NUL, which stands for its newline; freed by the caller
    size_t size, room;
    bool whole; // has a newline
};

// LINE_NONE at the end and after an error, which ferror tells.
enum line_status line_read(struct line *line, FILE *file);

#endif
