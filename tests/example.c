// SPDX-License-Identifier: MIT
// Reads the heads of examples, and holds outputs against them.
#include "tests/example.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/process.h"

static const char log_start[] = "teamtrim[";

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// ---- the head

static void add_line(char **text, const char *line)
{
    char *longer;
    if (asprintf(&longer, "%s%s\n", *text, line) < 0)
        abort();
    free(*text);
    *text = longer;
}

// The comment's text without its marks and one blank; NULL behind the comment.
static char *strip_marks(char *line)
{
    size_t marks = strspn(line, "/#!;%");
    if (marks == 0)
        return NULL;
    line += marks;
    return line + (*line == ' ');
}

// Cuts "  (...)" and blanks off the end.
static void cut_remark(char *line)
{
    char *remark = strstr(line, "  (");
    if (remark && line[strlen(line) - 1] == ')')
        *remark = '\0';
    for (size_t length = strlen(line); length && line[length - 1] == ' ';)
        line[--length] = '\0';
}

enum part { COMMAND, TEXT, STATED };

static void take_line(struct example *example, enum part *part, char *line)
{
    bool states = begins(line, "prints") && line[strlen(line) - 1] == ':';
    if (states) {
        *part = STATED;
    } else if (*part == STATED && begins(line, "    ")) {
        cut_remark(line);
        add_line(&example->stated, line + 4);
    } else if (*part == COMMAND && *line) {
        add_line(&example->command, line);
    } else {
        *part = TEXT;
    }
}

bool example_load(const char *path, struct example *example)
{
    char *text = process_load_file(path), *rest = text, *line;
    enum part part = COMMAND;
    *example = (struct example){strdup(""), strdup("")};
    while ((line = strsep(&rest, "\n"))) {
        char *own = strip_marks(line);
        if (!own)
            break;
        if (!begins(line, "#!") && !strstr(line, "SPDX-License-Identifier"))
            take_line(example, &part, own);
    }
    free(text);
    return *example->command;
}

void example_free(struct example *example)
{
    free(example->command);
    free(example->stated);
    *example = (struct example){0};
}

// ---- lines

static bool is_number(const char *text)
{
    return isdigit((unsigned char)text[text[0] == '-']);
}

static bool match(const char *stated, const char *line, bool any_number);

static bool match_number(const char *stated, const char *line, bool any_number)
{
    char *stated_end, *line_end;
    if (!is_number(line))
        return false;
    double wanted = strtod(stated, &stated_end), got = strtod(line, &line_end);
    bool equal = any_number || fabs(got - wanted) <= 1e-6 * fabs(wanted);
    return equal && match(stated_end, line_end, any_number);
}

static bool match(const char *stated, const char *line, bool any_number)
{
    while (*stated) {
        if (begins(stated, "...")) {
            for (; *line; line++)
                if (match(stated + 3, line, any_number))
                    return true;
            return stated[3] == '\0';
        }
        if (is_number(stated))
            return match_number(stated, line, any_number);
        if (*stated++ != *line++)
            return false;
    }
    return *line == '\0';
}

bool example_line_matches(const char *stated, const char *line)
{
    return match(stated, line, begins(stated, "time_us ") || begins(stated, log_start));
}

// ---- outputs

// The next line that is of the log, or is not; NULL at the end. Blanks at its end are cut.
static char *next_line(char **rest, bool of_log)
{
    char *line;
    while ((line = strsep(rest, "\n"))) {
        for (size_t length = strlen(line); length && line[length - 1] == ' ';)
            line[--length] = '\0';
        if (begins(line, log_start) == of_log && (*line || *rest))
            return line;
    }
    return NULL;
}

static bool tell(char *told, size_t size, const char *what, const char *line)
{
    snprintf(told, size, "%s: %s", what, line);
    return false;
}

static bool log_matches(char *stated, char *output, char *told, size_t size)
{
    char *wanted, *line;
    while ((wanted = next_line(&stated, true))) {
        do
            line = next_line(&output, true);
        while (line && !example_line_matches(wanted, line));
        if (!line)
            return tell(told, size, "not in the log", wanted);
    }
    return true;
}

static bool rest_matches(char *stated, char *output, char *told, size_t size)
{
    bool any = false;
    char *line, *wanted = next_line(&stated, false);
    while ((line = next_line(&output, false))) {
        while (wanted && strcmp(wanted, "...") == 0) {
            any = true;
            wanted = next_line(&stated, false);
        }
        if (wanted && example_line_matches(wanted, line)) {
            any = false;
            wanted = next_line(&stated, false);
        } else if (!any) {
            return tell(told, size, "not stated", line);
        }
    }
    while (wanted && strcmp(wanted, "...") == 0)
        wanted = next_line(&stated, false);
    return wanted ? tell(told, size, "not printed", wanted) : true;
}

bool example_output_matches(const struct example *example, const char *output, const char *error,
                            char *told, size_t size)
{
    char *stated = strdup(example->stated), *printed = strdup(output), *both;
    if (!stated || !printed || asprintf(&both, "%s%s", output, error) < 0)
        abort();
    bool matches = rest_matches(stated, printed, told, size);
    strcpy(stated, example->stated);
    matches = matches && log_matches(stated, both, told, size);
    free(stated);
    free(printed);
    free(both);
    return matches;
}
