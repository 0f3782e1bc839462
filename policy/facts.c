// SPDX-License-Identifier: MIT
// Reads the kernel's files with open and read: this runs in the host, before its first region.
#include "policy/facts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_FILE = 1 << 20 };

// Signals of the host may interrupt both: below a root, and in some containers, files are FUSE's.
static int open_file(const char *path)
{
    int file;
    do // O_NONBLOCK: a pipe must not hold up the host
        file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (file < 0 && errno == EINTR);
    return file < 0 ? -errno : file;
}

static ssize_t read_file(int file, char *buffer, size_t size)
{
    ssize_t got;
    do
        got = read(file, buffer, size);
    while (got < 0 && errno == EINTR);
    return got < 0 ? -errno : got;
}

int facts_open(struct facts *facts, const char *root, const char *path)
{
    char whole[PATH_MAX];
    if (snprintf(whole, sizeof whole, "%s%s", root, path) >= (int)sizeof whole)
        return -ENAMETOOLONG;
    facts->total = facts->next = facts->filled = 0;
    facts->file = open_file(whole);
    return facts->file < 0 ? facts->file : 0;
}

void facts_close(struct facts *facts)
{
    close(facts->file);
}

// 1 when the buffer holds something, 0 at the end of the file, or -errno.
static int fill_buffer(struct facts *facts)
{
    if (facts->next < facts->filled)
        return 1;
    ssize_t got = read_file(facts->file, facts->buffer, sizeof facts->buffer);
    if (got <= 0)
        return (int)got;
    facts->next = 0;
    facts->filled = (size_t)got;
    facts->total += (size_t)got;
    return facts->total > LARGEST_FILE ? -EFBIG : 1;
}

// As facts_read_line; `whole` says whether the line is one to keep.
static int read_any_line(struct facts *facts, char *line, size_t size, bool *whole)
{
    size_t length = 0;
    bool any = false;
    *whole = true;
    for (;;) {
        int more = fill_buffer(facts);
        if (more < 0)
            return more;
        char byte = more ? facts->buffer[facts->next++] : '\n';
        if (byte == '\n') {
            line[length] = '\0';
            return any || more;
        }
        any = true;
        if (byte == '\0' || length == size - 1)
            *whole = false;
        else
            line[length++] = byte;
    }
}

int facts_read_line(struct facts *facts, char *line, size_t size)
{
    bool whole;
    int got;
    do
        got = read_any_line(facts, line, size, &whole);
    while (got == 1 && !whole);
    return got;
}

char *facts_find_line(const char *root, const char *path, const char *prefix, char *line,
                      size_t size)
{
    struct facts facts;
    size_t length = strlen(prefix);
    bool found = false;
    if (facts_open(&facts, root, path) != 0)
        return NULL;
    while (!found && facts_read_line(&facts, line, size) == 1)
        found = strncmp(line, prefix, length) == 0;
    facts_close(&facts);
    return found ? line + length : NULL;
}
