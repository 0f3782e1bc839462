// SPDX-License-Identifier: MIT
// Policy files. inih takes a line apart; which line, and what section it is in, is kept here: given
// a whole file, inih cuts long lines and section names, takes indented lines for more of the value
// above, goes on in the old section after a bad header, and tells the line of the first error only.
#include "policy/assign.h"
#include "policy/source.h"

#include <errno.h>
#include <ini.h>
#include <string.h>

struct parser {
    struct policy policy; // the copy that becomes the policy when the file is good
    struct source source;
    struct messages messages;
    struct assign_place place;
    enum { BEFORE_SECTIONS, IN_SECTION, IN_BAD_SECTION } state;
    const char *pending;          // the line that inih shall read next
    bool settled;                 // the line was stored, or complained about
    uint32_t seen[ASSIGN_PLACES]; // keys given in this file, as bits; last: not overrides
};

// inih's reader: one line, if inih does not have to cut it.
static char *hand_out_line(char *buffer, int size, void *context)
{
    struct parser *parser = context;
    const char *line = parser->pending;
    parser->pending = NULL;
    if (!line)
        return NULL;
    if (parser->source.cut || strlen(line) >= (size_t)size) {
        messages_add(&parser->messages, "line too long; expected at most %d bytes", size - 1);
        parser->settled = true;
        return NULL;
    }
    return strcpy(buffer, line);
}

static bool note_key(struct parser *parser, int row)
{
    uint32_t *seen = &parser->seen[parser->place.override];
    bool first = !(*seen & UINT32_C(1) << row);
    *seen |= UINT32_C(1) << row;
    return first;
}

static void store_key(struct parser *parser, const char *name, const char *value)
{
    char section[POLICY_SECTION_LENGTH];
    int row = assign_find_key(&parser->policy, &parser->place, name, &parser->messages);
    if (row < 0)
        return;
    if (note_key(parser, row))
        assign_store_value(&parser->policy, &parser->place, row, value, &parser->messages);
    else
        messages_add(&parser->messages, "key '%s' for the second time in [%s]; expected it once",
                     name, assign_spell_section(&parser->policy, &parser->place, section));
}

// inih's handler. The section that inih has seen is none: headers do not get that far.
static int take_key(void *context, const char *section, const char *name, const char *value)
{
    struct parser *parser = context;
    (void)section;
    if (*name == '\0' || !value)
        return 0;
    parser->settled = true;
    if (parser->state == BEFORE_SECTIONS)
        messages_add(&parser->messages, "key '%.60s' before any section; expected [blas] first",
                     name);
    else if (parser->state == IN_SECTION)
        store_key(parser, name, value);
    return 1;
}

// The name in a header's brackets, trimmed in place; NULL if it is not a header.
static char *header_name(char *text)
{
    char *end = strchr(text, ']'), *name = text + 1 + strspn(text + 1, " \t");
    if (!end)
        return NULL;
    const char *rest = end + 1 + strspn(end + 1, " \t");
    if (*rest && *rest != ';' && *rest != '#')
        return NULL;
    while (end > name && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *end = '\0';
    return name;
}

static void take_header(struct parser *parser, char *text)
{
    char *name = header_name(text);
    parser->state = IN_BAD_SECTION;
    if (!name)
        messages_add(&parser->messages, "bad section '%.60s'; expected '[section]' alone", text);
    else if (assign_find_place(&parser->policy, name, &parser->place, &parser->messages))
        parser->state = IN_SECTION;
}

static void take_line(struct parser *parser)
{
    char *text = parser->source.text;
    parser->messages.line = parser->source.line;
    if (*text == '\0' || *text == ';' || *text == '#')
        return;
    if (*text == '[' && !parser->source.cut) {
        take_header(parser, text);
        return;
    }
    parser->pending = text;
    parser->settled = false;
    ini_parse_stream(hand_out_line, parser, take_key, parser);
    if (!parser->settled)
        messages_add(&parser->messages, "'%.60s'; expected 'key = value' or '[section]'", text);
}

static int read_lines(struct parser *parser)
{
    int more;
    while ((more = source_read_line(&parser->source)) > 0) {
        if (parser->source.binary) {
            parser->messages.line = parser->source.line;
            messages_add(&parser->messages, "a NUL byte; expected a text file (ASCII or UTF-8)");
            return 0;
        }
        take_line(parser);
    }
    return more;
}

int policy_load(struct policy *policy, const char *path, policy_report *report, void *context)
{
    struct parser parser = {
        .policy = *policy,
        .messages = {.report = report, .context = context, .origin = path},
    };
    int error = source_open(&parser.source, path);
    if (error == 0) {
        error = read_lines(&parser);
        source_close(&parser.source);
    }
    if (error != 0) {
        parser.messages.line = 0;
        messages_add(&parser.messages, "cannot read: %s", strerror(-error));
        return error;
    }
    if (parser.messages.errors > 0)
        return -EINVAL;
    *policy = parser.policy;
    return 0;
}
