// SPDX-License-Identifier: MIT
// The tables of random_regions.c, and the replacement of their signs.
#include "tests/random_text.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const prelude[] = {
#include "tests/random_prelude.def"
};

static const struct row team_rows[] = {
#define TEAM(name, properties, declare, before, body, after) \
    {#name, properties, 0, NULL, declare, before, body, after},
#include "tests/random_teams.def"
};

#define PLACE(name, properties, times, excluded, declare, before, body, after) \
    {#name, properties, excluded, times, declare, before, body, after},
#define COMBINED(...)
static const struct row place_rows[] = {
#include "tests/random_places.def"
};
#undef PLACE
#undef COMBINED

#define PLACE(...)
#define COMBINED(name, properties, times, excluded, declare, before, body, after) \
    {#name, properties, excluded, times, declare, before, body, after},
static const struct row combined_rows[] = {
#include "tests/random_places.def"
};

#define LEAF(...)
#define WRAP(name, properties, excluded, times, declare, before, body, after) \
    {#name, properties, excluded, times, declare, before, body, after},
static const struct row wrap_rows[] = {
#include "tests/random_leaves.def"
};
#undef LEAF
#undef WRAP

#define WRAP(...)
#define LEAF(name, properties, declare, before, body, after) \
    {#name, properties, 0, NULL, declare, before, body, after},
static const struct row leaf_rows[] = {
#include "tests/random_leaves.def"
};

static const struct {
    const struct row *rows;
    size_t count;
} tables[] = {
    [TEAM_ROWS] = {team_rows, COUNT(team_rows)},
    [PLACE_ROWS] = {place_rows, COUNT(place_rows)},
    [COMBINED_ROWS] = {combined_rows, COUNT(combined_rows)},
    [WRAP_ROWS] = {wrap_rows, COUNT(wrap_rows)},
    [LEAF_ROWS] = {leaf_rows, COUNT(leaf_rows)},
};

enum { FIXED_HEADS = 2 }; // the last ones

static const struct {
    const char *head, *iteration;
} heads[] = {
    {"for (int i = 0; i < $n; i++)", "i"},
    {"for (int i = 3; i <= $n + 2; ++i)", "(i - 3)"},
    {"for (int i = -$n; i != 0; i++)", "(i + $n)"},
    {"for (int i = $n - 1; i >= 0; i--)", "($n - 1 - i)"},
    {"for (short i = 0; i < $n; i++)", "i"},
    {"for (long i = 5; i < 5 + 3L * $n; i += 3)", "((i - 5) / 3)"},
    {"for (long i = 10 + 2L * $n; i > 10; i -= 2)", "((10 + 2L * $n - i) / 2)"},
    {"for (long i = LONG_MIN + 9; i < LONG_MIN + 9 + $n; i++)", "(i - (LONG_MIN + 9))"},
    {"for (unsigned i = 7; i < 7 + 2u * (unsigned)$n; i = i + 2)", "(long)((i - 7) / 2)"},
    {"for (unsigned i = UINT_MAX - 90; i < UINT_MAX - 90 + (unsigned)$n; i++)",
     "(long)(i - (UINT_MAX - 90))"},
    {"for (unsigned long i = 3; i < 3 + 4ul * (unsigned long)$n; i += 4)", "(long)((i - 3) / 4)"},
    {"for (unsigned long i = ULONG_MAX - 300; i < ULONG_MAX - 300 + (unsigned long)$n; i++)",
     "(long)(i - (ULONG_MAX - 300))"},
    {"for (unsigned i = 10u + (unsigned)$n; i > 10u; i--)", "(long)(10u + (unsigned)$n - i)"},
    {"for (unsigned long i = 500 + 5ul * (unsigned long)$n; i >= 505; i -= 5)",
     "((500 + 5L * $n - (long)i) / 5)"},
};

// '#' stands for the variable.
static const struct {
    const char *type, *operation, *start, *step, *as_long;
} reductions[] = {
    {"long", "+", "0", "# += k * 7 - 3", "#"},
    {"int", "+", "5", "# += (int)k", "#"},
    {"double", "+", "0.5", "# += k * 0.25", "(long)(4 * #)"},
    {"float", "+", "0", "# += k * 0.5f", "(long)(2 * #)"},
    {"double", "*", "1", "# *= k % 3 == 0 ? 2.0 : k % 3 == 1 ? 0.5 : 1.0", "(long)(1024 * #)"},
    {"unsigned long", "*", "3", "# *= 2ul * (unsigned long)k + 1", "(long)#"},
    {"long", "-", "9", "# -= k", "#"},
    {"long", "max", "-5", "# = # > k * 37 % 101 ? # : k * 37 % 101", "#"},
    {"int", "min", "50", "# = # < k * 37 % 101 ? # : (int)(k * 37 % 101)", "#"},
    {"double", "max", "-0.5", "# = # > k * 0.5 ? # : k * 0.5", "(long)(2 * #)"},
    {"double", "min", "0.5", "# = # < k * -0.5 ? # : k * -0.5", "(long)(2 * #)"},
    {"unsigned", "&", "0xffffffffu", "# &= ~(1u << k % 31)", "(long)#"},
    {"unsigned char", "|", "0", "# |= (unsigned char)(1u << k % 8)", "#"},
    {"unsigned", "^", "9", "# ^= (unsigned)k * 2654435761u", "(long)#"},
    {"int", "&&", "1", "# = # && k != 5", "#"},
    {"int", "||", "0", "# = # || k == 5", "#"},
};

static const char *const schedules[] = {
    "",
    " schedule(dynamic)",
    " schedule(dynamic, $c)",
    " schedule(guided)",
    " schedule(guided, $c)",
    " schedule(runtime)",
    " schedule(auto)",
    " schedule(nonmonotonic: dynamic)",
    " schedule(nonmonotonic: guided, $c)",
};
static const char *const monotonics[] = {
    " schedule(monotonic: dynamic)", " schedule(monotonic: dynamic, $c)",
    " schedule(monotonic: guided)",  " schedule(monotonic: guided, $c)",
    " schedule(monotonic: runtime)",
};
static const char *const ordereds[] = {
    "",
    " schedule(static)",
    " schedule(static, 1)",
    " schedule(static, $c)",
    " schedule(dynamic)",
    " schedule(dynamic, $c)",
    " schedule(guided)",
    " schedule(runtime)",
};
static const char *const barriers[] = {
    "#pragma omp barrier\n",
    "#pragma omp barrier\n",
    "#pragma omp barrier\n#pragma omp barrier\n",
    "#pragma omp single\nload(1);\n",
    "#pragma omp for\nfor (int b = 0; b < 5; b++)\nload(1);\n",
    "#pragma omp for schedule(dynamic)\nfor (int b = 0; b < 5; b++)\nload(1);\n",
    "#pragma omp sections\n{\nload(1);\n}\n",
};
static const char *const task_clauses[] = {
    "", "", "", " if(0)", " final(1)", " mergeable", " priority(1)", " if(this_call % 2)",
};
static const char *const taskloop_clauses[] = {
    "",
    " grainsize($k)",
    " num_tasks($f)",
    " num_tasks($f) if(0)",
};

#define PICK(array) (array)[random_below(COUNT(array))]

static uint64_t state;

void random_seed(uint64_t seed)
{
    state = seed;
}

// splitmix64
uint64_t random_below(uint64_t bound)
{
    uint64_t mixed = state += 0x9e3779b97f4a7c15u;

    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (mixed ^ mixed >> 31) % bound;
}

const struct row *text_pick_row(enum table table, int without)
{
    const struct row *row;

    do
        row = &tables[table].rows[random_below(tables[table].count)];
    while (row->properties & without);
    return row;
}

void text_fill(struct text *text, int id, const char *trips)
{
    *text = (struct text){
        .id = id,
        .chunk = random_below(2) ? 0 : 1 + (int)random_below(4),
        .factor = 2 + (int)random_below(8),
        .small = 1 + (int)random_below(3),
        .bytes = random_below(3) ? 64 + (int)random_below(2000) : 1 << (12 + random_below(5)),
        .repeats = random_below(3) ? 1 : 2 + (int)random_below(2),
        .reduction = (int)random_below(COUNT(reductions)),
        .nowait = random_below(2),
        .trips = trips,
        .clauses = "",
        .schedule = PICK(schedules),
        .monotonic = PICK(monotonics),
        .ordered = PICK(ordereds),
    };
    text_pick_head(text, false);
}

void text_pick_head(struct text *text, bool fixed)
{
    text->head = (int)random_below(COUNT(heads) - (fixed ? 0 : FIXED_HEADS));
}

static void write_reduction(FILE *out, const char *pattern, const struct text *text, bool own)
{
    for (; *pattern; pattern++)
        if (*pattern != '#')
            fputc(*pattern, out);
        else if (own)
            text_write(out, "@_sum", text);
        else
            fputs("sum", out);
}

static void write_schedule(FILE *out, char sign, const struct text *text)
{
    bool fixed = sign == 'S' || (strchr("Al", sign) && text->factor % 2);

    if (fixed && text->chunk)
        fprintf(out, " schedule(static, %d)", text->chunk);
    else if (fixed)
        fputs(" schedule(static)", out);
    else
        text_write(out,
                   strchr("Ml", sign) ? text->monotonic
                   : sign == 'O'      ? text->ordered
                                      : text->schedule,
                   text);
}

static bool write_number(FILE *out, char sign, const struct text *text)
{
    int number = sign == 'f'   ? text->factor
                 : sign == 'k' ? text->small
                 : sign == 'c' ? text->chunk + 1
                 : sign == 'C' ? text->chunk
                 : sign == 'b' ? text->bytes
                 : sign == 'R' ? text->repeats
                               : -1;

    if (number >= 0)
        fprintf(out, "%d", number);
    return number >= 0;
}

static const char *find_pattern(char sign, const struct text *text)
{
    switch (sign) {
    case 'n':
        return text->trips;
    case 'w':
        return text->nowait ? " nowait" : "";
    case 'W':
        return text->nowait && text->repeats == 1 ? " nowait" : "";
    case 'r':
        return text->in_leaf ? "0" : "rep";
    case 'h':
        return heads[text->head].head;
    case 'i':
        return heads[text->head].iteration;
    case 'B':
        return PICK(barriers);
    case 'E':
        return text->times;
    case 'e':
        return text->depends ? "inside" : "expect";
    case 'o':
        return reductions[text->reduction].operation;
    case 't':
        return reductions[text->reduction].type;
    case '0':
        return reductions[text->reduction].start;
    case 'G':
        return PICK(task_clauses);
    case 'K':
        return PICK(taskloop_clauses);
    case 'Q':
        return text->clauses;
    }
    fprintf(stderr, "random_regions: no sign $%c\n", sign);
    exit(2);
}

static void write_sign(FILE *out, char sign, const struct text *text)
{
    switch (sign) {
    case 'S':
    case 's':
    case 'A':
    case 'l':
    case 'M':
    case 'O':
        write_schedule(out, sign, text);
        return;
    case 'p':
    case 'P':
        write_reduction(out, reductions[text->reduction].step, text, sign == 'p');
        return;
    case 'v':
    case 'V':
        write_reduction(out, reductions[text->reduction].as_long, text, sign == 'v');
        return;
    case 'L':
        fputs(text->inside, out);
        return;
    }
    if (!write_number(out, sign, text))
        text_write(out, find_pattern(sign, text), text);
}

void text_write(FILE *out, const char *pattern, const struct text *text)
{
    for (; *pattern; pattern++)
        if (*pattern == '@')
            fprintf(out, "s%d", text->id);
        else if (*pattern == '$')
            write_sign(out, *++pattern, text);
        else
            fputc(*pattern, out);
}

char *text_expand(const char *pattern, const struct text *text)
{
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);

    text_write(out, pattern, text);
    fclose(out);
    return bytes;
}

void text_write_prelude(FILE *out)
{
    for (size_t i = 0; i < COUNT(prelude); i++)
        fputs(prelude[i], out);
}
