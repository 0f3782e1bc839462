// SPDX-License-Identifier: MIT
// Where a policy goes: the machine's own place, and files that are there or not at all.
#ifndef TEAMTRIM_CLI_OUTPUT_H
#define TEAMTRIM_CLI_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

// The machine's policy of this user, as the library looks for it: $XDG_CONFIG_HOME or
// $HOME/.config, teamtrim/policy.ini. Allocated; NULL if neither is set.
char *output_find_default(void);

enum output_state {
    OUTPUT_NEW,     // there is no such file, and it can be made
    OUTPUT_OURS,    // there is one with a line that begins with `mark`
    OUTPUT_FOREIGN, // there is another one
    OUTPUT_FAILS,   // it cannot be made: errno
};
enum output_state output_check(const char *path, const char *mark);

// A file beside `path` that takes its place at the end; folders are made. NULL with errno.
struct output;
struct output *output_begin(const char *path);
FILE *output_file(struct output *output);

// Where to keep what is there: as PATH~, where nothing or one of ours (by `mark`) is replaced; or
// with a number, PATH.~1~, where PATH~ is somebody's, such as an editor's. False if nothing is
// there.
bool output_find_kept(const char *path, const char *mark, char kept[PATH_MAX]);

// Moves it into place; what was there is kept as `kept`, or not (NULL). 0, or -1 with errno and
// nothing changed. Frees it.
int output_end(struct output *output, const char *kept);

#endif
