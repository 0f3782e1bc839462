// SPDX-License-Identifier: MIT
// A report for the terminal: facts, gains, then tables with aligned columns.
#include "shim/cli/report/text.h"

#include <string.h>

#include "shim/cli/report/units.h"
#include "shim/cli/terminal.h"

enum { MOST_COLUMNS = 16, MOST_GAINS = 8, LINE = 100 };

static void print_heading(FILE *stream, const char *title)
{
    fprintf(stream, "\n%s%s%s\n", terminal_begin(stream, TERMINAL_HEADING), title,
            terminal_end(stream));
}

static void print_faint(FILE *stream, const char *text)
{
    fprintf(stream, "  %s%s%s\n", terminal_begin(stream, TERMINAL_FAINT), text,
            terminal_end(stream));
}

// Characters, each of which is taken for one cell of the terminal.
static size_t cells_of(const char *text)
{
    size_t cells = 0;
    for (; *text; text++)
        cells += ((unsigned char)*text & 0xc0) != 0x80;
    return cells;
}

static void print_cell(FILE *stream, const char *text, size_t width, bool left)
{
    size_t cells = cells_of(text);
    int pad = (int)(width > cells ? width - cells : 0);
    if (left)
        fprintf(stream, "  %s%*s", text, pad, "");
    else
        fprintf(stream, "  %*s%s", pad, "", text);
}

static void find_widths(const struct table *table, size_t rows, size_t widths[MOST_COLUMNS])
{
    char room[UNITS_TEXT];
    for (size_t column = 0; column < table->width; column++) {
        widths[column] = cells_of(table->columns[column].title);
        for (size_t row = 0; row < rows; row++) {
            size_t cells = cells_of(table_show(table, row, column, room));
            widths[column] = cells > widths[column] ? cells : widths[column];
        }
    }
}

// Long names stand at the end, where they move nothing. `row`: -1 for the titles.
static void print_row(FILE *stream, const struct table *table, long row, const size_t *widths)
{
    char room[UNITS_TEXT];
    for (size_t i = 0; i < table->width; i++) {
        size_t column = table->name_last ? (i + 1) % table->width : i;
        bool left = table->columns[column].kind == COLUMN_TEXT, last = i + 1 == table->width;
        const char *text =
            row < 0 ? table->columns[column].title : table_show(table, (size_t)row, column, room);
        print_cell(stream, text, last && left ? 0 : widths[column], left);
    }
    fputc('\n', stream);
}

static void print_table(FILE *stream, const struct table *table, size_t most)
{
    char more[80];
    size_t widths[MOST_COLUMNS], rows = table_rows(table);
    size_t shown = most && rows > most ? most : rows;
    if (rows == 0)
        return;
    find_widths(table, shown, widths);
    print_heading(stream, table->title);
    fputs(terminal_begin(stream, TERMINAL_FAINT), stream);
    print_row(stream, table, -1, widths);
    fputs(terminal_end(stream), stream);
    for (size_t row = 0; row < shown; row++)
        print_row(stream, table, (long)row, widths);
    snprintf(more, sizeof more, "... and %zu more rows; --top 0 shows all", rows - shown);
    if (shown < rows)
        print_faint(stream, more);
    if (table->note)
        print_faint(stream, table->note);
}

// A name in brackets is one word: it is there to be copied.
static size_t word_length(const char *text)
{
    size_t length = strcspn(text, " "), bracket = strcspn(text, "]");
    return text[0] == '[' && text[bracket] ? bracket + strcspn(text + bracket, " ") : length;
}

// Breaks between words; lines after the first are indented.
static void print_wrapped(FILE *stream, const char *text, size_t indent)
{
    size_t at = indent;
    while (*text) {
        size_t length = word_length(text);
        if (at > indent && at + 1 + length > LINE) {
            fprintf(stream, "\n%*s", (int)indent, "");
            at = indent;
        } else if (at > indent) {
            fputc(' ', stream);
            at++;
        }
        fwrite(text, 1, length, stream);
        at += length;
        text += length + (text[length] == ' ');
    }
    fputc('\n', stream);
}

static void print_facts(FILE *stream, const struct content *content)
{
    const struct fact *facts = content->facts.items;
    for (size_t i = 0; i < content->facts.count; i++) {
        fprintf(stream, "%s%-14s%s  ", terminal_begin(stream, TERMINAL_HEADING), facts[i].label,
                terminal_end(stream));
        print_wrapped(stream, facts[i].text, 16);
    }
}

static void print_gains(FILE *stream, const struct content *content, size_t most)
{
    char time[UNITS_TEXT];
    size_t shown = content->gain_count;
    if (most)
        most = most < MOST_GAINS ? most : MOST_GAINS;
    if (most && shown > most)
        shown = most;
    if (shown == 0)
        return;
    print_heading(stream, "Best remaining gains");
    for (size_t i = 0; i < shown; i++) {
        const struct gain *gain = &content->gains[i];
        fprintf(stream, "%3zu. %s%9s%s %s  ", i + 1, terminal_begin(stream, TERMINAL_GOOD),
                units_time(time, gain->ns), terminal_end(stream),
                gain->bound ? "at most " : "estimate");
        print_wrapped(stream, gain->where, 26);
        fprintf(stream, "%26s", "");
        print_wrapped(stream, gain->measured, 26);
        fprintf(stream, "%23s-> ", "");
        print_wrapped(stream, gain->action, 26);
    }
    if (shown < content->gain_count)
        fprintf(stream, "  ... and %zu more; --top 0 shows all\n", content->gain_count - shown);
}

static void print_notes(FILE *stream, const struct content *content)
{
    const char *const *notes = content->notes.items;
    if (content->notes.count > 0)
        print_heading(stream, "Not in these figures");
    for (size_t i = 0; i < content->notes.count; i++) {
        fputs("  ", stream);
        print_wrapped(stream, notes[i], 4);
    }
}

void text_print(FILE *stream, const struct content *content, size_t rows)
{
    print_facts(stream, content);
    print_gains(stream, content, rows);
    for (int i = 0; i < TABLES; i++)
        if (i != TABLE_PROCESSES || content->model->processes.count > 1)
            print_table(stream, &content->tables[i], rows);
    print_notes(stream, content);
}
