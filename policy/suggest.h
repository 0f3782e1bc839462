// SPDX-License-Identifier: MIT
// What a misspelt word may have meant: the nearest of the candidates, and the list of all of them.
#ifndef TEAMTRIM_POLICY_SUGGEST_H
#define TEAMTRIM_POLICY_SUGGEST_H

#include <stddef.h>

struct suggestion {
    const char *word;
    const char *nearest; // a candidate near enough to be meant, or NULL
    size_t distance;     // of `nearest`, or the first that is too far
    char names[256];     // "a, b, c": the candidates, as far as they fit
};

void suggest_start(struct suggestion *suggestion, const char *word);
void suggest_consider(struct suggestion *suggestion, const char *candidate);

// The end of a message: "did you mean 'avx512'?" or "expected a, b, c". `text` holds at least
// SUGGEST_TEXT bytes, and is returned.
enum { SUGGEST_TEXT = 300 };
const char *suggest_text(const struct suggestion *suggestion, char *text);

#endif
