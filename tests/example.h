// SPDX-License-Identifier: MIT
// The head of an example: the command that runs it, and what it says that this prints.
#ifndef TEAMTRIM_TESTS_EXAMPLE_H
#define TEAMTRIM_TESTS_EXAMPLE_H

#include <stdbool.h>
#include <stddef.h>

// Each a text of lines, allocated; "" where the head has none.
struct example {
    char *command, *stated;
};

// Below the licence (and "#!"), in comments of whatever language: the command up to a line that
// begins with "prints", or an empty one; behind "prints...:" what is indented. A remark at the end
// of a line, "  (...)", is not part of it. False if the file cannot be read or has no command.
bool example_load(const char *path, struct example *example);
void example_free(struct example *example);

// Whether a line is what was stated. "..." stands for any text. Numbers are equal within 1e-6 of
// their size, and any number will do in lines of times ("time_us ...") and of the log.
bool example_line_matches(const char *stated, const char *line);

// Holds the output against what was stated: the log's lines must be there in that order, among
// others, and all the rest must be equal ("..." alone: any lines). On a difference false, with the
// first line that is missing or too much in `told`.
bool example_output_matches(const struct example *example, const char *output, const char *error,
                            char *told, size_t size);

#endif
