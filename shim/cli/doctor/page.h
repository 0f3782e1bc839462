// SPDX-License-Identifier: MIT
// The report: headed sections of aligned rows, with marks, and what findings mean below them.
#ifndef TEAMTRIM_CLI_DOCTOR_PAGE_H
#define TEAMTRIM_CLI_DOCTOR_PAGE_H

enum page_mark { PAGE_FACT, PAGE_OK, PAGE_NOTE, PAGE_PROBLEM };

// Ends the section before, whose rows are printed now that their widths are known.
__attribute__((format(printf, 1, 2))) void page_head(const char *format, ...);

// Counts the heads so far: what was explained in a section need not be again.
unsigned page_section(void);

// A row; `name` is cut in the middle if it is too long.
__attribute__((format(printf, 3, 4))) void page_row(enum page_mark mark, const char *name,
                                                    const char *format, ...);

// What the row above means, and what to do: wrapped, below it.
__attribute__((format(printf, 1, 2))) void page_explain(const char *format, ...);
__attribute__((format(printf, 1, 2))) void page_remedy(const char *format, ...);

// Prints the rest and the count of findings. Returns the number of problems.
unsigned page_end(void);

#endif
