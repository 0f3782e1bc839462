// SPDX-License-Identifier: MIT
// Reads lines with open and read: in a preloaded library stdio's buffers would come from the host's
// malloc, perhaps before that is ready.
#include "policy/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_FILE = 1 << 20 };

int source_open(struct source *source, const char *path)
{
    memset(source, 0, offsetof(struct source, buffer));
    source->line = 0;
    source->file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    return source->file < 0 ? -errno : 0;
}

void source_close(struct source *source)
{
    close(source->file);
}

// 1 when the buffer holds something, 0 at the end of the file, or -errno.
static int fill_buffer(struct source *source)
{
    ssize_t got;
    do
        got = read(source->file, source->buffer, sizeof source->buffer);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return -errno;
    source->next = 0;
    source->filled = (size_t)got;
    source->total += (size_t)got;
    if (source->total > LARGEST_FILE)
        return -EFBIG;
    return got > 0;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Also off with byte order marks: concatenated files have them at any line.
static void trim_text(char *text, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF";
    char *start = text;
    while (length > 0 && is_blank(text[length - 1]))
        text[--length] = '\0';
    while (is_blank(*start) || strncmp(start, mark, 3) == 0)
        start += is_blank(*start) ? 1 : 3;
    memmove(text, start, length + 1 - (size_t)(start - text));
}

static size_t keep_byte(struct source *source, size_t length, char byte)
{
    if (byte == '\0')
        source->binary = true;
    if (length == sizeof source->text - 1) {
        source->cut = true;
        return length;
    }
    source->text[length] = byte;
    return length + 1;
}

int source_read_line(struct source *source)
{
    size_t length = 0;
    bool ended = false, any = false;
    source->cut = source->binary = false;
    while (!ended) {
        int more = source->next < source->filled ? 1 : fill_buffer(source);
        if (more < 0)
            return more;
        if (more == 0)
            break;
        char byte = source->buffer[source->next++];
        any = true;
        ended = byte == '\n';
        if (!ended)
            length = keep_byte(source, length, byte);
    }
    source->line++;
    source->text[length] = '\0';
    trim_text(source->text, length);
    return any;
}
