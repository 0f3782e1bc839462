// SPDX-License-Identifier: MIT
// Keeps the rows of a section until their widths are known.
#include "shim/cli/doctor/page.h"

#include "shim/cli/terminal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NAME_LEAST = 16, NAME_MOST = 44, WIDTH_LEAST = 60, MARK = 10, INDENT = 12 };

enum line_kind { ROW, EXPLANATION, REMEDY };

struct line {
    enum line_kind kind;
    enum page_mark mark;
    char name[NAME_MOST + 1];
    char *text;
};

static struct line *lines;
static size_t line_count;
static unsigned counts[PAGE_PROBLEM + 1], sections;

static void keep(enum line_kind kind, enum page_mark mark, const char *name, const char *format,
                 va_list arguments)
{
    struct line *longer = realloc(lines, (line_count + 1) * sizeof *longer);
    struct line line = {.kind = kind, .mark = mark};
    if (!longer || vasprintf(&line.text, format, arguments) < 0)
        abort();
    size_t length = strlen(name), tail = NAME_MOST / 2 - 2;
    if (length > NAME_MOST)
        snprintf(line.name, sizeof line.name, "%.*s...%s", NAME_MOST - 3 - (int)tail, name,
                 name + length - tail);
    else
        memcpy(line.name, name, length);
    lines = longer;
    lines[line_count++] = line;
}

void page_row(enum page_mark mark, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    keep(ROW, mark, name, format, arguments);
    va_end(arguments);
    counts[mark]++;
}

void page_explain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    keep(EXPLANATION, PAGE_FACT, "", format, arguments);
    va_end(arguments);
}

void page_remedy(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    keep(REMEDY, PAGE_FACT, "", format, arguments);
    va_end(arguments);
}

// ---- printing

static void print_mark(enum page_mark mark)
{
    static const char *const words[] = {"", "ok", "note", "problem"};
    static const enum terminal_style styles[] = {TERMINAL_PLAIN, TERMINAL_GOOD, TERMINAL_WARNING,
                                                 TERMINAL_BAD};
    printf("  %s%s%s%*s", mark == PAGE_FACT ? "" : terminal_begin(stdout, styles[mark]),
           words[mark], mark == PAGE_FACT ? "" : terminal_end(stdout),
           MARK - 2 - (int)strlen(words[mark]), "");
}

// A terminal's lines are filled; elsewhere a text stays on its line, where grep finds all of it.
static int find_width(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return INT_MAX;
    return size.ws_col > WIDTH_LEAST ? size.ws_col - 1 : WIDTH_LEAST;
}

// Breaks between words; the first line has begun at `column`, the next ones are indented.
static void print_wrapped(const char *text, int column, int indent)
{
    int at = column, width = find_width();
    while (*text) {
        int word = (int)strcspn(text, " ");
        bool first = at == column;
        if (!first && at + 1 + word > width) {
            printf("\n%*s", indent, "");
            at = column = indent;
            first = true;
        }
        at += printf("%s%.*s", first ? "" : " ", word, text);
        text += word + (text[word] == ' ');
    }
    putchar('\n');
}

static void print_line(const struct line *line, int width)
{
    if (line->kind == ROW) {
        print_mark(line->mark);
        printf("%-*s  ", width, line->name);
        print_wrapped(line->text, MARK + width + 2, MARK + width + 2);
        return;
    }
    printf("%*s", INDENT, "");
    int used =
        line->kind == REMEDY
            ? printf("%sremedy:%s ", terminal_begin(stdout, TERMINAL_HEADING), terminal_end(stdout))
            : 0;
    print_wrapped(line->text, INDENT + (used > 0 ? 8 : 0), INDENT + (used > 0 ? 8 : 0));
}

static void flush(void)
{
    int width = NAME_LEAST;
    for (size_t i = 0; i < line_count; i++)
        if ((int)strlen(lines[i].name) > width)
            width = (int)strlen(lines[i].name);
    for (size_t i = 0; i < line_count; i++) {
        print_line(&lines[i], width);
        free(lines[i].text);
    }
    free(lines);
    lines = NULL;
    line_count = 0;
}

void page_head(const char *format, ...)
{
    va_list arguments;
    flush();
    printf("%s%s", sections++ > 0 ? "\n" : "", terminal_begin(stdout, TERMINAL_HEADING));
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("%s\n", terminal_end(stdout));
}

unsigned page_section(void)
{
    return sections;
}

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

unsigned page_end(void)
{
    unsigned problems = counts[PAGE_PROBLEM], notes = counts[PAGE_NOTE];
    flush();
    printf("\n%s%u problem%s%s, %u note%s\n",
           terminal_begin(stdout, problems > 0 ? TERMINAL_BAD : TERMINAL_GOOD), problems,
           plural(problems), terminal_end(stdout), notes, plural(notes));
    return problems;
}
