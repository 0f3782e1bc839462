// SPDX-License-Identifier: MIT
// What json_line.c uses of json_string.c.
#ifndef TEAMTRIM_CLI_JSON_STRING_H
#define TEAMTRIM_CLI_JSON_STRING_H

#include "shim/cli/report/json_line.h"

struct json_reader {
    char *at, *end; // *end is NUL
    const char *problem;
};

// A value is no JSON, and why; or has no end.
enum json_status json_reject(struct json_reader *r, const char *problem);

// Decodes the string whose opening quote is at `r->at`, in place, and passes its closing one.
enum json_status json_string_read(struct json_reader *r, const char **string);

// Bytes of the UTF-8 character at `text`; 0 if it is none.
size_t json_utf8_size(const char *text, const char *end);

#endif
