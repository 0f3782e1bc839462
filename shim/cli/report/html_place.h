// SPDX-License-Identifier: MIT
// Whether a page may be written where the user has said: a forgotten FILE makes a log of it.
#ifndef TEAMTRIM_CLI_HTML_PLACE_H
#define TEAMTRIM_CLI_HTML_PLACE_H

#include <stdbool.h>

// Begins each page, so that a later one may replace it.
#define HTML_MARK "<!DOCTYPE html>\n<!-- teamtrim report -->\n"

// Whether `path` is new, empty, a page of ours or no regular file, and none of `logs` (up to NULL;
// "-" is stdin). False after a complaint.
bool html_place_is_free(const char *path, char *const *logs);

#endif
