// SPDX-License-Identifier: MIT
// Parts of a page: text that means nothing to a browser, its style and script, and its plots.
#ifndef TEAMTRIM_CLI_HTML_OUT_H
#define TEAMTRIM_CLI_HTML_OUT_H

#include <stdio.h>

#include "shim/cli/report/content.h"

extern const char html_style[], html_style_lists[], html_script[]; // the style is in two parts

// Escaped for text and for attributes in double quotes.
void html_escape(FILE *page, const char *text);

// All plots that have something to show.
void plots_write(FILE *page, const struct content *content);

// ---- one plot: bars from left to right, a row for each label

enum { PLOT_SERIES = 6 };

struct plot {
    const char *id, *title, *about;
    const char *series[PLOT_SERIES];  // their names, up to NULL
    const char *colours[PLOT_SERIES]; // classes of the style
    bool stacked;                     // the bars of a row in a line, which is its whole; else below
                                      // each other, against the largest of all
    const char *(*show)(char *to, double value);
    struct list rows; // struct plot_row
};

struct plot_row {
    const char *label;
    double values[PLOT_SERIES];
};

// Rows with the largest sums are shown, up to some; nothing if there are none. Frees the rows.
void plot_write(FILE *page, struct plot *plot);

#endif
