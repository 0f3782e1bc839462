// SPDX-License-Identifier: MIT
// A report for the terminal.
#ifndef TEAMTRIM_CLI_TEXT_H
#define TEAMTRIM_CLI_TEXT_H

#include <stdio.h>

#include "shim/cli/report/content.h"

// At most so many rows of a table; 0: all.
void text_print(FILE *stream, const struct content *content, size_t rows);

#endif
