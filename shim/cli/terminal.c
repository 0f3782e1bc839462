// SPDX-License-Identifier: MIT
// Colours and a progress bar, by the sequences of ECMA-48 that every terminal of today knows.
#include "shim/cli/terminal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BAR = 24 };

static bool is_terminal(FILE *stream)
{
    const char *kind = getenv("TERM");
    return isatty(fileno(stream)) && kind && *kind && strcmp(kind, "dumb") != 0;
}

// https://no-color.org: when present and not empty, whatever its value.
static bool has_colours(FILE *stream)
{
    const char *no = getenv("NO_COLOR");
    return is_terminal(stream) && !(no && *no);
}

const char *terminal_begin(FILE *stream, enum terminal_style style)
{
    static const char *const sequences[] = {
        [TERMINAL_PLAIN] = "",           [TERMINAL_GOOD] = "\033[32m",
        [TERMINAL_WARNING] = "\033[33m", [TERMINAL_BAD] = "\033[31m",
        [TERMINAL_HEADING] = "\033[1m",  [TERMINAL_FAINT] = "\033[2m",
    };
    return has_colours(stream) ? sequences[style] : "";
}

const char *terminal_end(FILE *stream)
{
    return has_colours(stream) ? "\033[0m" : "";
}

void terminal_show_progress(double done, const char *what)
{
    char bar[BAR + 1];
    int filled = done <= 0 ? 0 : done >= 1 ? BAR : (int)(done * BAR);
    if (!is_terminal(stderr))
        return;
    memset(bar, ' ', BAR);
    memset(bar, '#', (size_t)filled);
    bar[BAR] = '\0';
    fprintf(stderr, "\r\033[K[%s] %3.0f %%  %.40s", bar, 100 * (done > 1 ? 1 : done), what);
    fflush(stderr);
}

void terminal_clear_progress(void)
{
    if (is_terminal(stderr))
        fputs("\r\033[K", stderr);
}
