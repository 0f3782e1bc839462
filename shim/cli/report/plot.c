// SPDX-License-Identifier: MIT
// Bars as SVG. Widths are shares of the picture's, heights and letters are pixels: so it fits any
// screen, and the letters stay as large as others.
#include <stdlib.h>
#include <string.h>

#include "shim/cli/report/html_out.h"
#include "shim/cli/report/units.h"

enum { MOST_ROWS = 16, LABEL = 44 }; // rows; characters
enum { LABEL_HEIGHT = 18, BAR = 14, THIN_BAR = 12, THIN_GAP = 3, GAP = 12 };
static const double widest = 76; // percent: the value stands behind the bar

static size_t series_of(const struct plot *plot)
{
    size_t count = 0;
    while (count < PLOT_SERIES && plot->series[count])
        count++;
    return count;
}

static double sum_of(const struct plot_row *row)
{
    double sum = 0;
    for (size_t i = 0; i < PLOT_SERIES; i++)
        sum += row->values[i];
    return sum;
}

static int by_sum(const void *a, const void *b)
{
    double x = sum_of(a), y = sum_of(b);
    return (x < y) - (x > y);
}

static size_t skip_characters(const char *text, size_t count)
{
    size_t at = 0;
    while (text[at] && count-- > 0)
        do
            at++;
        while (((unsigned char)text[at] & 0xc0) == 0x80);
    return at;
}

static size_t characters_of(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

// Of a long one its beginning and its end.
static void write_label(FILE *page, const char *label)
{
    size_t count = characters_of(label), part = (LABEL - 1) / 2;
    char head[4 * LABEL];
    if (count <= LABEL) {
        html_escape(page, label);
        return;
    }
    size_t size = skip_characters(label, part);
    memcpy(head, label, size);
    head[size] = '\0';
    html_escape(page, head);
    fputs("\u2026", page);
    html_escape(page, label + skip_characters(label, count - part));
}

static void write_bar(FILE *page, const char *colour, double x, double y, double width, int height)
{
    if (width > 0)
        fprintf(
            page,
            "<rect class=\"%s\" x=\"%.3f%%\" y=\"%.0f\" width=\"%.3f%%\" height=\"%d\" rx=\"1\"/>",
            colour, x, y, width, height);
}

static void write_value(FILE *page, double x, double y, const char *value)
{
    fprintf(page, "<text class=\"value\" x=\"%.3f%%\" dx=\"6\" y=\"%.0f\">", x, y);
    html_escape(page, value);
    fputs("</text>", page);
}

// What a pointer over the row shows, and a reader without eyes hears.
static void write_row_title(FILE *page, const struct plot *plot, const struct plot_row *row)
{
    char value[UNITS_TEXT];
    fputs("<title>", page);
    html_escape(page, row->label);
    for (size_t i = 0; i < series_of(plot); i++) {
        if (row->values[i] == 0)
            continue;
        fputs("; ", page);
        html_escape(page, plot->series[i]);
        fprintf(page, " %s", plot->show(value, row->values[i]));
    }
    fputs("</title>", page);
}

static void write_stacked(FILE *page, const struct plot *plot, const struct plot_row *row, double y)
{
    char value[UNITS_TEXT];
    double sum = sum_of(row), x = 0;
    for (size_t i = 0; i < series_of(plot); i++) {
        double width = widest * row->values[i] / sum;
        write_bar(page, plot->colours[i], x, y, width, BAR);
        x += width;
    }
    write_value(page, widest, y + BAR - 3, plot->show(value, sum));
}

static void write_grouped(FILE *page, const struct plot *plot, const struct plot_row *row, double y,
                          double largest)
{
    char value[UNITS_TEXT];
    for (size_t i = 0; i < series_of(plot); i++) {
        double width = widest * row->values[i] / largest;
        write_bar(page, plot->colours[i], 0, y, width, THIN_BAR);
        if (row->values[i] > 0)
            write_value(page, width, y + THIN_BAR - 1, plot->show(value, row->values[i]));
        y += THIN_BAR + THIN_GAP;
    }
}

static int height_of_row(const struct plot *plot)
{
    int bars = plot->stacked ? BAR : (int)series_of(plot) * (THIN_BAR + THIN_GAP);
    return LABEL_HEIGHT + bars + GAP;
}

static void write_row(FILE *page, const struct plot *plot, const struct plot_row *row, double y,
                      double largest)
{
    fputs("<g>", page);
    write_row_title(page, plot, row);
    fprintf(page, "<text x=\"0\" y=\"%.0f\">", y + LABEL_HEIGHT - 5);
    write_label(page, row->label);
    fputs("</text>", page);
    if (plot->stacked)
        write_stacked(page, plot, row, y + LABEL_HEIGHT);
    else
        write_grouped(page, plot, row, y + LABEL_HEIGHT, largest);
    fputs("</g>\n", page);
}

static double largest_of(const struct plot *plot)
{
    const struct plot_row *rows = plot->rows.items;
    double largest = 0;
    for (size_t i = 0; i < plot->rows.count; i++)
        for (size_t s = 0; s < PLOT_SERIES; s++)
            largest = rows[i].values[s] > largest ? rows[i].values[s] : largest;
    return largest;
}

static bool is_used(const struct plot *plot, size_t series)
{
    const struct plot_row *rows = plot->rows.items;
    for (size_t i = 0; i < plot->rows.count; i++)
        if (rows[i].values[series] > 0)
            return true;
    return false;
}

static void write_legend(FILE *page, const struct plot *plot)
{
    fputs("<ul class=\"legend\">", page);
    for (size_t i = 0; i < series_of(plot); i++) {
        if (!is_used(plot, i))
            continue;
        fprintf(page, "<li><span class=\"swatch %s\"></span>", plot->colours[i]);
        html_escape(page, plot->series[i]);
        fputs("</li>", page);
    }
    fputs("</ul>\n", page);
}

static void write_picture(FILE *page, const struct plot *plot, size_t shown)
{
    const struct plot_row *rows = plot->rows.items;
    double largest = largest_of(plot);
    int height = height_of_row(plot);
    fprintf(
        page,
        "<svg width=\"100%%\" height=\"%d\" role=\"img\" aria-labelledby=\"%s-title %s-about\">\n"
        "<title id=\"%s-title\">",
        (int)shown * height, plot->id, plot->id, plot->id);
    html_escape(page, plot->title);
    fprintf(page, "</title><desc id=\"%s-about\">", plot->id);
    html_escape(page, plot->about);
    fputs("</desc>\n", page);
    for (size_t i = 0; i < shown; i++)
        write_row(page, plot, &rows[i], (double)((int)i * height), largest);
    fputs("</svg>\n", page);
}

// Rows of nothing would be labels without bars.
static size_t count_rows(const struct plot *plot)
{
    const struct plot_row *rows = plot->rows.items;
    size_t count = 0;
    while (count < plot->rows.count && sum_of(&rows[count]) > 0)
        count++;
    return count;
}

void plot_write(FILE *page, struct plot *plot)
{
    if (plot->rows.count > 0)
        qsort(plot->rows.items, plot->rows.count, sizeof(struct plot_row), by_sum);
    size_t count = count_rows(plot), shown = count < MOST_ROWS ? count : MOST_ROWS;
    if (count > 0) {
        fprintf(page, "<figure class=\"plot\" id=\"plot-%s\">\n<figcaption><h3>", plot->id);
        html_escape(page, plot->title);
        fputs("</h3><p>", page);
        html_escape(page, plot->about);
        if (shown < count)
            fprintf(page, " The %zu largest of %zu.", shown, count);
        fputs("</p></figcaption>\n", page);
        write_legend(page, plot);
        write_picture(page, plot, shown);
        fputs("</figure>\n", page);
    }
    free(plot->rows.items);
    plot->rows = (struct list){0};
}
