// SPDX-License-Identifier: MIT
// Writes JSON to a file as it comes.
#include "bench/json.h"

#include <math.h>

static void put_quoted(FILE *file, const char *text)
{
    putc('"', file);
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            fprintf(file, "\\u%04x", (unsigned)*text);
        else
            fprintf(file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putc('"', file);
}

static void begin_item(struct json *json, const char *key)
{
    if (json->comma)
        putc(',', json->file);
    json->comma = true;
    if (key) {
        put_quoted(json->file, key);
        putc(':', json->file);
    } else {
        putc('\n', json->file);
    }
}

static void open_with(struct json *json, const char *key, char bracket)
{
    if (!json->file)
        return;
    begin_item(json, key);
    putc(bracket, json->file);
    json->comma = false;
}

static void close_with(struct json *json, char bracket)
{
    if (!json->file)
        return;
    putc(bracket, json->file);
    json->comma = true;
}

void json_open_object(struct json *json, const char *key)
{
    open_with(json, key, '{');
}

void json_close_object(struct json *json)
{
    close_with(json, '}');
}

void json_open_array(struct json *json, const char *key)
{
    open_with(json, key, '[');
}

void json_close_array(struct json *json)
{
    close_with(json, ']');
}

void json_add_text(struct json *json, const char *key, const char *text)
{
    if (!json->file)
        return;
    begin_item(json, key);
    put_quoted(json->file, text);
}

void json_add_number(struct json *json, const char *key, double number)
{
    if (!json->file)
        return;
    begin_item(json, key);
    if (isfinite(number))
        fprintf(json->file, "%.6g", number);
    else
        fputs("null", json->file);
}
