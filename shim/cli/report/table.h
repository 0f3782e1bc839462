// SPDX-License-Identifier: MIT
// A table before it is shown: figures and names, for text and HTML alike.
#ifndef TEAMTRIM_CLI_TABLE_H
#define TEAMTRIM_CLI_TABLE_H

#include "shim/cli/report/model.h"

enum column_kind { COLUMN_TEXT, COLUMN_COUNT, COLUMN_TIME, COLUMN_BYTES, COLUMN_SHARE };

struct column {
    const char *title;
    enum column_kind kind;
    const char *hint; // what it means, where the title does not say; or NULL
};

struct cell {
    const char *text; // of COLUMN_TEXT
    double number;    // of the others
    bool none;        // nothing is known
};

// The first column names its row.
struct table {
    const char *id, *title;
    const char *note; // below the table, or NULL
    const struct column *columns;
    size_t width;
    struct list cells;
    bool name_last; // in text: names are long
};

size_t table_rows(const struct table *table);
const struct cell *table_cell(const struct table *table, size_t row, size_t column);

// Append a cell, from left to right and row by row. Texts are not copied.
void table_text(struct table *table, const char *text);
void table_number(struct table *table, double number);
void table_none(struct table *table);

// A number, or none for 0.
void table_figure(struct table *table, double number);

// A mean, or none where nothing was counted.
void table_mean(struct table *table, uint64_t sum, uint64_t count);

// By the numbers of a column, the largest first; rows that are alike keep their order.
void table_sort(struct table *table, size_t column);

// The cell as it is read: "-" for none. `to` has room for UNITS_TEXT bytes.
const char *table_show(const struct table *table, size_t row, size_t column, char *to);

void table_free(struct table *table);

#endif
