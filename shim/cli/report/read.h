// SPDX-License-Identifier: MIT
// Reads logs, and tells of each line that it cannot use.
#ifndef TEAMTRIM_CLI_READ_H
#define TEAMTRIM_CLI_READ_H

#include "shim/cli/report/known.h"
#include "shim/cli/report/model.h"

// "-" is stdin; a file that is known is not read again. False, after a complaint on stderr, if the
// file cannot be read or holds no line of the library's; what it holds besides is a warning.
bool read_log(struct model *model, struct known *known, const char *path);

#endif
