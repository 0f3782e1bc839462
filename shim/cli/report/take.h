// SPDX-License-Identifier: MIT
// From a line of a log to the model.
#ifndef TEAMTRIM_CLI_TAKE_H
#define TEAMTRIM_CLI_TAKE_H

#include "shim/cli/report/json_line.h"
#include "shim/cli/report/model.h"

struct taker {
    struct model *model;
    const char *file;     // kept by the model
    enum log_level level; // that the file's last line "start" has told
};

// Adds what the line says. False if it is not the library's.
bool take_line(struct taker *taker, const struct json_line *line);

// When all is read: processes without a summary are counted by their calls, if each was logged.
void take_missing(struct model *model);

#endif
