// SPDX-License-Identifier: MIT
// Writes JSON to a file as it comes. Keys are NULL inside an array.
#ifndef TEAMTRIM_BENCH_JSON_H
#define TEAMTRIM_BENCH_JSON_H

#include <stdbool.h>
#include <stdio.h>

struct json {
    FILE *file; // NULL: nothing is written
    bool comma; // before the next item
};

void json_open_object(struct json *json, const char *key);
void json_close_object(struct json *json);
void json_open_array(struct json *json, const char *key);
void json_close_array(struct json *json);
void json_add_text(struct json *json, const char *key, const char *text);

// Infinities and NaN become null.
void json_add_number(struct json *json, const char *key, double number);

#endif
