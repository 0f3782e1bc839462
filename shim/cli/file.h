// SPDX-License-Identifier: MIT
// Small questions on paths.
#ifndef TEAMTRIM_CLI_FILE_H
#define TEAMTRIM_CLI_FILE_H

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

// The last part of a path.
static inline const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Whether both are there and are one file, by whatever names.
static inline bool file_is_same(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

#endif
