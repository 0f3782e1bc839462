// SPDX-License-Identifier: MIT
// Log lines in the making, as text or as JSON that stays valid whatever is put into it.
#include <string.h>
#include <unistd.h>

#include "shim/core/log_inner.h"
#include "shim/core/utf8.h"

size_t log_append(char *to, size_t size, size_t used, const char *text)
{
    while (*text && used + 1 < size)
        to[used++] = *text++;
    to[used] = '\0';
    return used;
}

size_t log_append_number(char *to, size_t size, size_t used, uint64_t value)
{
    char digits[24];
    size_t first = sizeof digits - 1;
    digits[first] = '\0';
    do {
        digits[--first] = (char)('0' + value % 10);
    } while (value /= 10);
    return log_append(to, size, used, digits + first);
}

// The last bytes are kept for what closes a line: a quote, CUT, a brace and the newline.
enum { RESERVED = 16 };
static const char cut_mark[] = ",\"cut\":true";

enum { ROOM = sizeof((struct log_line *)NULL)->text - RESERVED };

static void put(struct log_line *line, const char *text)
{
    line->used = log_append(line->text, ROOM, line->used, text);
}

// All of it or nothing: half a key or number would make the line invalid, or a lie.
static bool put_whole(struct log_line *line, const char *text)
{
    bool fits = line->used + strlen(text) < ROOM;
    if (fits)
        put(line, text);
    line->cut = line->cut || !fits;
    return fits;
}

static void put_number(struct log_line *line, uint64_t value)
{
    line->used = log_append_number(line->text, ROOM, line->used, value);
}

// The JSON of the character at `text`: itself, an escape, or for a byte that is no UTF-8 the sign
// for that. Returns its bytes in `text`.
static size_t escape(const char *text, char escaped[8])
{
    static const char digits[] = "0123456789abcdef";
    unsigned char byte = (unsigned char)*text;
    size_t size = utf8_size(text);
    if (byte < ' ') {
        memcpy(escaped, "\\u00", 4);
        escaped[4] = digits[byte >> 4], escaped[5] = digits[byte & 15], escaped[6] = '\0';
    } else if (byte == '"' || byte == '\\') {
        escaped[0] = '\\', escaped[1] = *text, escaped[2] = '\0';
    } else {
        strcpy(escaped, UTF8_REPLACEMENT);
        if (size > 0) {
            memcpy(escaped, text, size);
            escaped[size] = '\0';
        }
    }
    return size > 0 ? size : 1;
}

// Behind an opening quote: an escape goes in whole or not at all, and the closing quote always.
static void put_quoted(struct log_line *line, const char *text)
{
    char escaped[8];
    while (*text) {
        size_t size = escape(text, escaped);
        if (!put_whole(line, escaped))
            break;
        text += size;
    }
    line->used = log_append(line->text, sizeof line->text - 1, line->used, "\"");
}

void log_string(struct log_line *line, const char *key, const char *value)
{
    char start[64];
    bool json = log_is_json();
    size_t used = log_append(start, sizeof start, 0, json ? ",\"" : " ");
    used = log_append(start, sizeof start, used, key);
    log_append(start, sizeof start, used, json ? "\":\"" : "=");
    if (!put_whole(line, start))
        return;
    if (json)
        put_quoted(line, value);
    else
        put(line, value);
}

void log_number(struct log_line *line, const char *key, uint64_t value)
{
    char piece[96];
    size_t used = log_append(piece, sizeof piece, 0, log_is_json() ? ",\"" : " ");
    used = log_append(piece, sizeof piece, used, key);
    used = log_append(piece, sizeof piece, used, log_is_json() ? "\":" : "=");
    log_append_number(piece, sizeof piece, used, value);
    put_whole(line, piece);
}

static void put_pid(struct log_line *line)
{
    line->used = 0;
    line->cut = false;
    put(line, log_is_json() ? "{\"pid\":" : "teamtrim[");
    put_number(line, (uint64_t)getpid());
    put(line, log_is_json() ? "" : "]: ");
}

void log_begin(struct log_line *line, const char *kind, const char *name_key, const char *name)
{
    put_pid(line);
    if (log_is_json()) {
        log_string(line, "kind", kind);
        log_string(line, name_key, name);
        return;
    }
    put(line, kind);
    put(line, " ");
    put(line, name);
}

static void end_json(struct log_line *line, const char *decision, const char *rule)
{
    if (decision)
        log_string(line, "decision", decision);
    if (rule)
        log_string(line, "rule", rule);
    if (line->cut)
        line->used = log_append(line->text, sizeof line->text - 1, line->used, cut_mark);
    line->used = log_append(line->text, sizeof line->text - 1, line->used, "}");
}

static void end_text(struct log_line *line, const char *decision, const char *rule)
{
    if (decision) {
        put(line, " -> ");
        put(line, decision);
    }
    if (rule) {
        put(line, " (");
        put(line, rule);
        put(line, ")");
    }
}

void log_end(struct log_line *line, const char *decision, const char *rule)
{
    (log_is_json() ? end_json : end_text)(line, decision, rule);
    log_write(line);
}

void log_fill_message(struct log_line *line, const char *message)
{
    put_pid(line);
    if (log_is_json()) {
        log_string(line, "message", message);
        end_json(line, NULL, NULL);
    } else {
        put(line, message);
    }
}
