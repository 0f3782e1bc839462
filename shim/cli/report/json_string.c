// SPDX-License-Identifier: MIT
// Strings of JSON, decoded in place: what an escape stands for is never longer than the escape.
#include "shim/cli/report/json_string.h"

#include <string.h>

static const uint32_t unknown = 0xfffd;

enum json_status json_reject(struct json_reader *r, const char *problem)
{
    r->problem = problem;
    return r->at >= r->end ? JSON_CUT : JSON_BAD;
}

static bool is_continued(const unsigned char *t, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (t[i] < 0x80 || t[i] > 0xbf)
            return false;
    return true;
}

// Neither overlong, nor half of a pair, nor above U+10FFFF: RFC 3629, section 4.
size_t json_utf8_size(const char *text, const char *end)
{
    const unsigned char *t = (const unsigned char *)text;
    size_t size = t[0] < 0x80 ? 1 : t[0] < 0xe0 ? 2 : t[0] < 0xf0 ? 3 : 4;
    if (size == 1)
        return 1;
    if (t[0] < 0xc2 || t[0] > 0xf4 || (size_t)(end - text) < size || !is_continued(t, size))
        return 0;
    bool overlong = (t[0] == 0xe0 && t[1] < 0xa0) || (t[0] == 0xf0 && t[1] < 0x90);
    bool outside = (t[0] == 0xed && t[1] > 0x9f) || (t[0] == 0xf4 && t[1] > 0x8f);
    return overlong || outside ? 0 : size;
}

static char *encode(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xc0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *to++ = (char)(0xe0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    } else {
        *to++ = (char)(0xf0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3f));
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    }
    return to;
}

// Four hexadecimal digits at `at`; -1 if they are not.
static int32_t unit_at(const char *at)
{
    int32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        int c = at[i], digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
        if (digit < 0 || digit > 15 || (c > '9' && (c | 32) < 'a'))
            return -1;
        unit = unit << 4 | digit;
    }
    return unit;
}

// Behind "\u": one unit, or the two of a pair.
static enum json_status read_unit(struct json_reader *r, char **to)
{
    int32_t first = unit_at(r->at), second = -1;
    if (first < 0) {
        while (r->at < r->end && r->at[0] != '"' && r->at[0] != '\\')
            r->at++;
        return json_reject(r, "\\u without four hexadecimal digits");
    }
    r->at += 4;
    uint32_t c = (uint32_t)first;
    if (first >= 0xd800 && first <= 0xdbff && r->at[0] == '\\' && r->at[1] == 'u')
        second = unit_at(r->at + 2);
    if (second >= 0xdc00 && second <= 0xdfff) {
        c = 0x10000 + ((c - 0xd800) << 10) + ((uint32_t)second - 0xdc00);
        r->at += 6;
    } else if (c == 0 || (c >= 0xd800 && c <= 0xdfff)) {
        c = unknown;
    }
    *to = encode(*to, c);
    return JSON_GOOD;
}

// Behind the backslash.
static enum json_status read_escape(struct json_reader *r, char **to)
{
    static const char from[] = "\"\\/bfnrt", what[] = "\"\\/\b\f\n\r\t";
    if (*r->at == 'u') {
        r->at++;
        return read_unit(r, to);
    }
    const char *found = *r->at ? strchr(from, *r->at) : NULL;
    if (!found)
        return json_reject(r, "unknown escape in a string");
    *(*to)++ = what[found - from];
    r->at++;
    return JSON_GOOD;
}

static void copy_character(struct json_reader *r, char **to)
{
    size_t size = json_utf8_size(r->at, r->end);
    if (size == 0) {
        *(*to)++ = '?';
        r->at++;
    }
    for (; size > 0; size--)
        *(*to)++ = *r->at++;
}

enum json_status json_string_read(struct json_reader *r, const char **string)
{
    char *to = ++r->at;
    *string = to;
    while (r->at < r->end && *r->at != '"') {
        enum json_status status = JSON_GOOD;
        if ((unsigned char)*r->at < ' ')
            return json_reject(r, "control character in a string");
        if (*r->at == '\\') {
            r->at++;
            status = read_escape(r, &to);
        } else {
            copy_character(r, &to);
        }
        if (status != JSON_GOOD)
            return status;
    }
    if (r->at >= r->end)
        return json_reject(r, "string without an end");
    *to = '\0';
    r->at++;
    return JSON_GOOD;
}
