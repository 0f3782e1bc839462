// SPDX-License-Identifier: MIT
// A report as one page that opens from disk.
#ifndef TEAMTRIM_CLI_HTML_H
#define TEAMTRIM_CLI_HTML_H

#include <stdbool.h>

#include "shim/cli/report/content.h"

// Writes beside `path`, and then in its place; into what is no regular file, directly. False after
// a complaint.
bool html_write(const char *path, const struct content *content);

#endif
