// SPDX-License-Identifier: MIT
// A flat JSON object of one line: its fields, in one pass from left to right.
#include "shim/cli/report/json_line.h"

#include <stdlib.h>
#include <string.h>

#include "shim/cli/report/json_string.h"

static void skip_space(struct json_reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
        r->at++;
}

static enum json_status expect(struct json_reader *r, char c, const char *problem)
{
    skip_space(r);
    if (r->at >= r->end || *r->at != c)
        return json_reject(r, problem);
    r->at++;
    return JSON_GOOD;
}

static size_t digits_at(const char *at)
{
    return strspn(at, "0123456789");
}

// The end of the number at `at`; NULL if it is none. `whole`: it has neither fraction nor exponent.
static char *end_of_number(char *at, bool *whole)
{
    at += *at == '-';
    size_t digits = digits_at(at);
    *whole = true;
    if (digits == 0 || (*at == '0' && digits > 1))
        return NULL;
    at += digits;
    if (*at == '.') {
        if (!(digits = digits_at(at + 1)))
            return NULL;
        at += 1 + digits;
        *whole = false;
    }
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '+' || at[1] == '-');
        if (!(digits = digits_at(at)))
            return NULL;
        at += digits;
        *whole = false;
    }
    return at;
}

// False if it does not fit.
static bool read_integer(const char *digits, const char *end, uint64_t *value)
{
    *value = 0;
    for (; digits < end; digits++) {
        uint64_t digit = (uint64_t)(*digits - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return true;
}

static enum json_status read_number(struct json_reader *r, struct json_field *field)
{
    bool whole;
    char *end = end_of_number(r->at, &whole);
    if (!end) {
        r->at += strspn(r->at, "-+.eE0123456789");
        return json_reject(r, "malformed number");
    }
    field->negative = *r->at == '-';
    field->real = strtod(r->at, NULL);
    bool fits = whole && read_integer(r->at + field->negative, end, &field->integer);
    field->type = fits ? JSON_INTEGER : JSON_REAL;
    r->at = end;
    return JSON_GOOD;
}

static enum json_status read_word(struct json_reader *r, struct json_field *field)
{
    static const struct {
        const char *word;
        enum json_type type;
    } words[] = {{"null", JSON_NULL}, {"true", JSON_TRUE}, {"false", JSON_FALSE}};
    size_t length = strspn(r->at, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) != length || memcmp(r->at, words[i].word, length) != 0)
            continue;
        field->type = words[i].type;
        r->at += length;
        return JSON_GOOD;
    }
    r->at += r->at + length == r->end ? length : 0;
    return json_reject(r, "no JSON value");
}

// An object or array, up to its closing bracket. What lies in it is looked at no closer.
static enum json_status skip_nested(struct json_reader *r)
{
    enum { DEEPEST = 64 };
    char closing[DEEPEST];
    const char *string;
    size_t depth = 0;
    do {
        if (r->at >= r->end)
            return json_reject(r, "bracket without an end");
        char c = *r->at;
        if (c == '"') {
            enum json_status status = json_string_read(r, &string);
            if (status != JSON_GOOD)
                return status;
            continue;
        }
        if ((c == '{' || c == '[') && depth == DEEPEST)
            return json_reject(r, "nested too deeply");
        if (c == '{' || c == '[')
            closing[depth++] = c == '{' ? '}' : ']';
        else if ((c == '}' || c == ']') && closing[--depth] != c)
            return json_reject(r, "brackets that do not match");
        r->at++;
    } while (depth > 0);
    return JSON_GOOD;
}

static enum json_status read_value(struct json_reader *r, struct json_field *field)
{
    skip_space(r);
    if (r->at >= r->end)
        return json_reject(r, "no value");
    if (*r->at == '"') {
        field->type = JSON_STRING;
        return json_string_read(r, &field->string);
    }
    if (*r->at == '{' || *r->at == '[') {
        field->type = JSON_NESTED;
        return skip_nested(r);
    }
    return *r->at == '-' || digits_at(r->at) ? read_number(r, field) : read_word(r, field);
}

static enum json_status read_field(struct json_reader *r, struct json_field *field)
{
    *field = (struct json_field){.type = JSON_NULL};
    skip_space(r);
    if (r->at >= r->end || *r->at != '"')
        return json_reject(r, "expected a key in quotes");
    enum json_status status = json_string_read(r, &field->key);
    if (status == JSON_GOOD)
        status = expect(r, ':', "expected ':'");
    return status == JSON_GOOD ? read_value(r, field) : status;
}

static enum json_status read_fields(struct json_reader *r, struct json_line *line)
{
    struct json_field further, *field;
    skip_space(r);
    if (r->at < r->end && *r->at == '}') {
        r->at++;
        return JSON_GOOD;
    }
    for (;;) {
        field = line->count < JSON_FIELDS ? &line->fields[line->count] : &further;
        enum json_status status = read_field(r, field);
        if (status != JSON_GOOD)
            return status;
        *(field == &further ? &line->dropped : &line->count) += 1;
        skip_space(r);
        if (r->at < r->end && *r->at == ',') {
            r->at++;
            continue;
        }
        return expect(r, '}', "expected ',' or '}'");
    }
}

enum json_status json_line_parse(struct json_line *line, char *text, size_t size)
{
    struct json_reader r = {.at = text, .end = text + size};
    line->count = line->dropped = 0;
    enum json_status status = expect(&r, '{', "expected '{'");
    if (status == JSON_GOOD)
        status = read_fields(&r, line);
    skip_space(&r);
    if (status == JSON_GOOD && r.at < r.end)
        status = json_reject(&r, "something behind the object");
    line->problem = r.problem;
    line->column = (size_t)(r.at - text) + 1;
    return status;
}

const struct json_field *json_line_find(const struct json_line *line, const char *key)
{
    for (size_t i = line->count; i > 0; i--)
        if (strcmp(line->fields[i - 1].key, key) == 0)
            return &line->fields[i - 1];
    return NULL;
}
