// SPDX-License-Identifier: MIT
// Reads one line that is a flat JSON object (RFC 8259). Pure; nothing is allocated.
#ifndef TEAMTRIM_CLI_JSON_LINE_H
#define TEAMTRIM_CLI_JSON_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_type {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_INTEGER, // that fits 64 bits without its sign
    JSON_REAL,    // any other number; infinite beyond the range of double
    JSON_STRING,
    JSON_NESTED, // an object or array, skipped
};

struct json_field {
    const char *key;
    enum json_type type;
    bool negative;      // of an integer
    uint64_t integer;   // without its sign
    double real;        // of both kinds of numbers
    const char *string; // UTF-8, ends with a NUL; U+FFFD for \u0000 and halves of pairs
};

// JSON_CUT: the text is the beginning of an object.
enum json_status { JSON_GOOD, JSON_CUT, JSON_BAD };

enum { JSON_FIELDS = 64 };

struct json_line {
    struct json_field fields[JSON_FIELDS];
    size_t count, dropped; // fields; and those past the first JSON_FIELDS
    const char *problem;   // of a bad line, in words
    size_t column;         // where, from 1
};

// `text` has `size` bytes and a NUL behind them. It is changed, and the fields point into it. White
// space around the object, a carriage return too, is allowed, and nothing else is. A byte that is
// no UTF-8 becomes '?'.
enum json_status json_line_parse(struct json_line *line, char *text, size_t size);

// The last field of that name, NULL if there is none.
const struct json_field *json_line_find(const struct json_line *line, const char *key);

#endif
