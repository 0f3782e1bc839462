// SPDX-License-Identifier: MIT
// Short texts for log lines, built on the stack; what does not fit is cut.
#ifndef TEAMTRIM_TEXT_H
#define TEAMTRIM_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct text {
    char at[160];
    size_t used;
};

void text_add(struct text *text, const char *more);
void text_add_number(struct text *text, uint64_t value);

// Right-justified in `width`.
void text_add_cell(struct text *text, size_t width, const char *cell);
void text_add_number_cell(struct text *text, size_t width, uint64_t value);

// 850 ns, 12.3 us, 4.5 ms, 2.0 s
void text_add_time(struct text *text, uint64_t nanoseconds);

// With one decimal; not negative.
void text_add_tenths(struct text *text, double value);

// A share in percent with one decimal: 12.5 %
void text_add_share(struct text *text, uint64_t part, uint64_t whole);

#endif
