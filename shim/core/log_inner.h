// SPDX-License-Identifier: MIT
// What the two halves of the log know of each other: lines are made in log_line.c, and go where
// log.c says.
#ifndef TEAMTRIM_LOG_INNER_H
#define TEAMTRIM_LOG_INNER_H

#include "shim/core/log.h"

void log_fill_message(struct log_line *line, const char *message);

// Ends the line and writes it with one call.
void log_write(struct log_line *line);

#endif
