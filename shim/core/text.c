// SPDX-License-Identifier: MIT
// Texts for log lines, without stdio: a lock of its may be held by the thread we run on.
#include "shim/core/text.h"

#include <string.h>

#include "shim/core/log.h"

void text_add(struct text *t, const char *more)
{
    t->used = log_append(t->at, sizeof t->at, t->used, more);
}

void text_add_number(struct text *t, uint64_t value)
{
    t->used = log_append_number(t->at, sizeof t->at, t->used, value);
}

void text_add_cell(struct text *t, size_t width, const char *cell)
{
    for (size_t length = strlen(cell); length < width; length++)
        text_add(t, " ");
    text_add(t, cell);
}

void text_add_number_cell(struct text *t, size_t width, uint64_t value)
{
    struct text cell = {.used = 0};
    text_add_number(&cell, value);
    text_add_cell(t, width, cell.at);
}

static void add_tenths(struct text *t, uint64_t tenths)
{
    text_add_number(t, tenths / 10);
    text_add(t, ".");
    text_add_number(t, tenths % 10);
}

void text_add_tenths(struct text *t, double value)
{
    add_tenths(t, (uint64_t)(value * 10 + 0.5));
}

void text_add_time(struct text *t, uint64_t ns)
{
    static const struct {
        uint64_t ns;
        const char *name;
    } units[] = {{1000000000, " s"}, {1000000, " ms"}, {1000, " us"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (ns >= units[i].ns) {
            add_tenths(t, ns / (units[i].ns / 10));
            text_add(t, units[i].name);
            return;
        }
    }
    text_add_number(t, ns);
    text_add(t, " ns");
}

void text_add_share(struct text *t, uint64_t part, uint64_t whole)
{
    add_tenths(t, whole ? (uint64_t)((double)part * 1000 / (double)whole) : 0);
    text_add(t, " %");
}
