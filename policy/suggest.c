// SPDX-License-Identifier: MIT
// The nearest of some candidates by edit distance (optimal string alignment: insert, delete,
// replace, swap neighbours; Damerau 1964).
#include "policy/suggest.h"

#include "policy/policy.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 }; // longer words get no suggestion

// Case and kind of dash are free: [BLAS] means [blas], avx_512 is as near as avx-512.
static char fold(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// One cell of the table: the distance of a[0..i] and b[0..j].
static size_t cell_distance(uint8_t rows[][LONGEST + 1], const char *a, const char *b, size_t i,
                            size_t j)
{
    size_t differ = fold(a[i - 1]) != fold(b[j - 1]);
    size_t least = rows[i - 1][j - 1] + differ;
    least = smaller(least, smaller(rows[i - 1][j], rows[i][j - 1]) + 1);
    if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1]))
        least = smaller(least, rows[i - 2][j - 2] + 1);
    return least;
}

static size_t edit_distance(const char *a, const char *b)
{
    uint8_t rows[LONGEST + 1][LONGEST + 1];
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return SIZE_MAX;
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++)
            rows[i][j] = (uint8_t)(i == 0 || j == 0 ? i + j : cell_distance(rows, a, b, i, j));
    }
    return rows[m][n];
}

void suggest_start(struct suggestion *suggestion, const char *word)
{
    size_t third = strlen(word) / 3;
    suggestion->word = word;
    suggestion->nearest = NULL;
    suggestion->distance = (third > 1 ? third : 1) + 1;
    suggestion->names[0] = '\0';
}

static void list_name(struct suggestion *suggestion, const char *name)
{
    size_t used = strlen(suggestion->names), room = sizeof suggestion->names - used;
    const char *comma = used ? ", " : "";
    if (strlen(comma) + strlen(name) < room)
        snprintf(suggestion->names + used, room, "%s%s", comma, name);
}

void suggest_consider(struct suggestion *suggestion, const char *candidate)
{
    size_t distance = edit_distance(suggestion->word, candidate);
    if (distance < suggestion->distance) {
        suggestion->nearest = candidate;
        suggestion->distance = distance;
    }
    list_name(suggestion, candidate);
}

const char *suggest_text(const struct suggestion *suggestion, char *text)
{
    if (suggestion->nearest)
        snprintf(text, SUGGEST_TEXT, "did you mean '%s'?", suggestion->nearest);
    else
        snprintf(text, SUGGEST_TEXT, "expected %s", suggestion->names);
    return text;
}

const char *policy_suggest(const char *word, const char *const *names)
{
    struct suggestion suggestion;
    suggest_start(&suggestion, word);
    for (; *names; names++)
        suggest_consider(&suggestion, *names);
    return suggestion.nearest;
}
