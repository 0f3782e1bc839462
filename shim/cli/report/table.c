// SPDX-License-Identifier: MIT
// Cells of tables: added, sorted, shown.
#include "shim/cli/report/table.h"

#include <stdlib.h>

#include "shim/cli/report/units.h"

size_t table_rows(const struct table *table)
{
    return table->cells.count / table->width;
}

const struct cell *table_cell(const struct table *table, size_t row, size_t column)
{
    return (const struct cell *)table->cells.items + row * table->width + column;
}

static struct cell *add(struct table *table)
{
    return list_add(&table->cells, sizeof(struct cell));
}

void table_text(struct table *table, const char *text)
{
    *add(table) = (struct cell){.text = text, .none = !*text};
}

void table_number(struct table *table, double number)
{
    *add(table) = (struct cell){.number = number};
}

void table_none(struct table *table)
{
    *add(table) = (struct cell){.none = true};
}

void table_figure(struct table *table, double number)
{
    *add(table) = (struct cell){.number = number, .none = number == 0};
}

void table_mean(struct table *table, uint64_t sum, uint64_t count)
{
    if (count == 0 || sum == 0)
        table_none(table);
    else
        table_number(table, (double)sum / (double)count);
}

struct order {
    size_t column, width;
};

static int by_number(const void *a, const void *b, void *order)
{
    const struct order *o = order;
    const struct cell *x = a, *y = b;
    double left = x[o->column].number, right = y[o->column].number;
    const struct cell *first = x + o->width, *second = y + o->width; // the row's old place
    if (left != right)
        return left < right ? 1 : -1;
    return (first->number > second->number) - (first->number < second->number);
}

// Rows are sorted with their places behind them, since qsort need not keep an order.
void table_sort(struct table *table, size_t column)
{
    size_t rows = table_rows(table), width = table->width;
    struct list sorted = {0};
    const struct cell *cells = table->cells.items;
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < width; i++)
            *(struct cell *)list_add(&sorted, sizeof(struct cell)) = cells[row * width + i];
        *(struct cell *)list_add(&sorted, sizeof(struct cell)) =
            (struct cell){.number = (double)row};
    }
    if (rows > 0)
        qsort_r(sorted.items, rows, (width + 1) * sizeof(struct cell), by_number,
                &(struct order){column, width});
    for (size_t i = 0; i < rows * width; i++)
        ((struct cell *)table->cells.items)[i] =
            ((struct cell *)sorted.items)[i / width * (width + 1) + i % width];
    free(sorted.items);
}

const char *table_show(const struct table *table, size_t row, size_t column, char *to)
{
    static const char *(*const shows[])(char *, double) = {[COLUMN_COUNT] = units_count,
                                                           [COLUMN_TIME] = units_time,
                                                           [COLUMN_BYTES] = units_bytes,
                                                           [COLUMN_SHARE] = units_share};
    const struct cell *cell = table_cell(table, row, column);
    enum column_kind kind = table->columns[column].kind;
    if (cell->none)
        return "-";
    return kind == COLUMN_TEXT ? cell->text : shows[kind](to, cell->number);
}

void table_free(struct table *table)
{
    free(table->cells.items);
}
