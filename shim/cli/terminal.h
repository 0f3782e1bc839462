// SPDX-License-Identifier: MIT
// What only a person at a terminal sees: colours and a progress bar. Elsewhere, and with NO_COLOR
// or TERM=dumb, there are none.
#ifndef TEAMTRIM_CLI_TERMINAL_H
#define TEAMTRIM_CLI_TERMINAL_H

#include <stdio.h>

enum terminal_style {
    TERMINAL_PLAIN,
    TERMINAL_GOOD,
    TERMINAL_WARNING,
    TERMINAL_BAD,
    TERMINAL_HEADING,
    TERMINAL_FAINT,
};

// The sequences that begin a style and end any, "" where `stream` has no colours.
const char *terminal_begin(FILE *stream, enum terminal_style style);
const char *terminal_end(FILE *stream);

// The bar on stderr: `done` of 1, and what is being done. Nothing unless stderr is a terminal.
void terminal_show_progress(double done, const char *what);

// Wipes the bar, before anything else is printed.
void terminal_clear_progress(void);

#endif
