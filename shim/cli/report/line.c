// SPDX-License-Identifier: MIT
// Reads a line as getline does, but for those that would fill the memory.
#include "shim/cli/report/line.h"

#include <stdlib.h>

#include "shim/cli/cli.h"

enum { FIRST_ROOM = 4096 };

// Room for one more byte and a NUL.
static void make_room(struct line *line)
{
    if (line->size + 1 < line->room)
        return;
    line->room = line->room ? 2 * line->room : FIRST_ROOM;
    line->text = realloc(line->text, line->room);
    if (!line->text) {
        cli_complain("no memory left for a line of %zu bytes", line->size);
        exit(CLI_FINDING);
    }
}

static enum line_status skip_rest(FILE *file)
{
    for (int skipped = LINE_MOST; skipped < LINE_GIVE_UP; skipped++) {
        int byte = getc_unlocked(file);
        if (byte == '\n' || byte == EOF)
            return LINE_LONG;
    }
    return LINE_ENDLESS;
}

enum line_status line_read(struct line *line, FILE *file)
{
    int byte;
    line->size = 0;
    line->whole = false;
    while (!line->whole && (byte = getc_unlocked(file)) != EOF) {
        if (line->size == LINE_MOST && byte != '\n')
            return skip_rest(file);
        make_room(line);
        line->whole = byte == '\n';
        line->text[line->size] = line->whole ? '\0' : (char)byte;
        line->size += !line->whole;
    }
    if (line->size == 0 && !line->whole)
        return LINE_NONE;
    line->text[line->size] = '\0';
    return LINE_READ;
}
