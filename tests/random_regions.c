// SPDX-License-Identifier: MIT
// Prints an OpenMP program of random small regions that checks itself. `random_regions SEED`;
// with --trim its teams may have any size.
#include "tests/random_text.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 4, MOST_WRAPS = 2, FEWEST_CALLS = 20, LONGEST = 40 };

// The texts that a region is put together from, in the order of a row's.
struct region {
    int number;
    char trips[16];
    char *bytes[PARTS];
    FILE *parts[PARTS];
    bool waits;
    int excluded; // whatever is one thread's
    char clauses[96], size[64];
};

enum { DECLARE, BEFORE, BODY, AFTER };

static int ids;

static void open_parts(struct region *region)
{
    static size_t sizes[PARTS];

    for (int i = 0; i < PARTS; i++)
        region->parts[i] = open_memstream(&region->bytes[i], &sizes[i]);
}

static void close_parts(struct region *region)
{
    for (int i = 0; i < PARTS; i++)
        fclose(region->parts[i]);
}

static void fill_text(struct text *text, const struct region *region)
{
    text_fill(text, ids++, region->trips);
    text->clauses = region->clauses;
    if (!region->waits) {
        text->nowait = true;
        text->repeats = 1;
    }
}

// Everything of the row but what is in the region; its storage is zero before each call.
static void write_around(struct region *region, const struct row *row, const struct text *text)
{
    text_write(region->parts[DECLARE], row->declare, text);
    if (strstr(row->declare, "} @;")) {
        text_write(region->parts[BEFORE], "memset(&@, 0, sizeof @);\n", text);
        text_write(region->parts[AFTER], "{\n", text);
    }
    text_write(region->parts[BEFORE], row->before, text);
    text_write(region->parts[AFTER], row->after, text);
    if (strstr(row->declare, "} @;"))
        text_write(region->parts[AFTER], "}\n", text);
}

static char *join(const char *format, const char *first, const char *second)
{
    char *joined = NULL;

    if (asprintf(&joined, format, first, second) < 0)
        abort();
    return joined;
}

// What one thread does: a leaf in some wraps. It is run `times` times.
static char *make_leaf(struct region *region, int excluded, const char *times, bool depends)
{
    const struct row *wraps[MOST_WRAPS], *leaf;
    struct text texts[MOST_WRAPS], text;
    int depth = (int)random_below(MOST_WRAPS + 1);
    char *inside;

    excluded |= region->excluded;
    for (int i = 0; i < depth; i++) {
        wraps[i] = text_pick_row(WRAP_ROWS, excluded);
        fill_text(&texts[i], region);
        texts[i].in_leaf = true;
        excluded |= wraps[i]->excluded;
        times = join("%s * %s", times, text_expand(wraps[i]->times, &texts[i]));
    }
    leaf = text_pick_row(LEAF_ROWS, excluded);
    fill_text(&text, region);
    text.in_leaf = true;
    text.times = join("(%s)%s", times, "");
    text.depends = depends;
    write_around(region, leaf, &text);
    inside = join("{\n// %s\n%s}\n", leaf->name, text_expand(leaf->body, &text));
    while (depth-- > 0) {
        texts[depth].inside = inside;
        write_around(region, wraps[depth], &texts[depth]);
        inside = text_expand(wraps[depth]->body, &texts[depth]);
    }
    return inside;
}

static bool depends_on_team(const char *times)
{
    return strstr(times, "team") != NULL;
}

static void fill_place(struct region *region, const struct row *row, struct text *text)
{
    const char *times = text_expand(row->times, text);
    char repeats[16];

    snprintf(repeats, sizeof repeats, "%d", text->repeats);
    text->inside =
        make_leaf(region, row->excluded, join("%s * %s", times, repeats), depends_on_team(times));
}

// What all threads do, perhaps in a function, after a jump or deep in a recursion.
static char *wrap_item(struct region *region, char *body)
{
    const struct row *wrap;
    struct text text;

    do
        wrap = text_pick_row(WRAP_ROWS, 0);
    while (!(wrap->properties & ANYWHERE));
    fill_text(&text, region);
    text.inside = body;
    write_around(region, wrap, &text);
    return text_expand(wrap->body, &text);
}

static void write_item(struct region *region)
{
    enum table table = random_below(2) ? TEAM_ROWS : PLACE_ROWS;
    const struct row *row = text_pick_row(table, region->waits ? 0 : WAITS);
    struct text text;
    char *body;

    fill_text(&text, region);
    text_pick_head(&text, row->properties & FIXED);
    if (row->properties & ONCE)
        text.repeats = 1;
    if (row->times)
        fill_place(region, row, &text);
    write_around(region, row, &text);
    body = wrap_item(region, text_expand(row->body, &text));
    fprintf(region->parts[BODY], "// %s\nfor (int rep = 0; rep < %d; rep++) {\n%s}\n", row->name,
            text.repeats, body);
}

// What the region as a whole does with the values that its directive names.
static void write_values(struct region *region)
{
    struct text text;

    fill_text(&text, region);
    text_write(region->parts[BEFORE], "$t @_sum = $0;\nlong @_first = $f, @_private = 0;\n", &text);
    text_write(region->parts[BODY],
               "#pragma omp parallel$Q reduction($o:@_sum) firstprivate(@_first) "
               "private(@_private)\n{\nconst long k = me();\n"
               "note(k ? &ignored : &team, size());\n"
               "@_private = k + @_first++;\n$p;\n",
               &text);
    text_write(region->parts[AFTER],
               "{\n$t sum = $0;\nfor (int k = 0; k < team; k++)\n$P;\n"
               "inside(\"reduction $o of the region\", $v, $V);\n"
               "inside(\"first value outside\", @_first, $f);\n}\n",
               &text);
    for (int items = 1 + (int)random_below(6); items > 0; items--)
        write_item(region);
    text_write(region->parts[BODY],
               "inside(\"private\", @_private, me() + $f);\n"
               "inside(\"first private\", @_first, $f + 1);\n}\n",
               &text);
}

static void write_bare(struct region *region)
{
    fprintf(region->parts[BODY],
            "#pragma omp parallel%s\n{\nnote(me() ? &ignored : &team, size());\n", region->clauses);
    for (int items = 1 + (int)random_below(8); items > 0; items--)
        write_item(region);
    fputs("}\n", region->parts[BODY]);
}

static void write_combined(struct region *region)
{
    const struct row *row = text_pick_row(COMBINED_ROWS, 0);
    struct text text;

    fill_text(&text, region);
    text_pick_head(&text, row->properties & FIXED);
    text.repeats = 1;
    if (row->times && *row->times)
        fill_place(region, row, &text);
    write_around(region, row, &text);
    fprintf(region->parts[BODY], "// %s\n", row->name);
    text_write(region->parts[BODY], row->body, &text);
}

// Most regions have the default team. No region has both clauses: libomp 14 would keep the number
// for the next one where the condition is false.
static void fill_clauses(struct region *region)
{
    int members = 1 + (int)random_below(8);
    uint64_t kind = random_below(6);

    snprintf(region->size, sizeof region->size, "threads");
    if (kind == 0) {
        snprintf(region->clauses, sizeof region->clauses, " num_threads(%d)", members);
        snprintf(region->size, sizeof region->size, "%d", members);
    } else if (kind == 1) {
        snprintf(region->clauses, sizeof region->clauses, " if(this_call %% 3)");
        snprintf(region->size, sizeof region->size, "this_call %% 3 ? threads : 1");
    }
}

static void write_trips(const struct region *region)
{
    static const int frequent[] = {0, 1, 2, 3, 4, 7, 8, 12, 16, 17, 23, LONGEST};
    enum { SIZES = 3 };

    int sizes[SIZES];

    for (int i = 0; i < SIZES; i++)
        sizes[i] = frequent[random_below(sizeof frequent / sizeof *frequent)];
    if (random_below(2))
        sizes[1] = sizes[2] = sizes[0];
    printf("static const int sizes%d[] = {%d, %d, %d};\nstatic int %s;\n", region->number, sizes[0],
           sizes[1], sizes[2], region->trips);
}

static void print_region(const struct region *region)
{
    write_trips(region);
    printf("%s\nstatic APART void region%d(void)\n{\nint team = %s, ignored = 0;\n",
           region->bytes[DECLARE], region->number, region->size);
    printf("%s = sizes%d[this_call / 5 %% 3];\n", region->trips, region->number);
    printf("%s%s(void)ignored;\n", region->bytes[BEFORE], region->bytes[BODY]);
    printf("if (!TRIM)\ninside(\"team\", team, %s);\n", region->size);
    printf("expect(\"level\", omp_get_level(), 0);\n%s}\n\n", region->bytes[AFTER]);
}

static void write_region(int number)
{
    struct region region = {.number = number, .waits = random_below(4) > 0};

    snprintf(region.trips, sizeof region.trips, "n%d", number);
    fill_clauses(&region);
    open_parts(&region);
    switch (random_below(4)) {
    case 0:
        write_combined(&region);
        break;
    case 1:
        write_values(&region);
        break;
    default:
        write_bare(&region);
    }
    close_parts(&region);
    print_region(&region);
    for (int i = 0; i < PARTS; i++)
        free(region.bytes[i]);
}

static void write_main(int regions)
{
    int calls = FEWEST_CALLS + (int)random_below(21);
    bool in_turn = random_below(3) == 0;

    printf("static void (*const regions[])(void) = {");
    for (int i = 0; i < regions; i++)
        printf("region%d, ", i);
    printf("};\n\nint main(void)\n{\nthreads = omp_get_max_threads();\n"
           "most_levels = omp_get_max_active_levels();\n");
    if (random_below(2))
        printf("omp_set_schedule(omp_sched_%s, %d);\n", random_below(2) ? "static" : "guided",
               (int)random_below(4));
    printf("for (int i = 0; i < %d; i++) {\n", regions * calls);
    if (in_turn)
        printf("this_region = i %% %d;\nthis_call = i / %d;\n", regions, regions);
    else
        printf("this_region = i / %d;\nthis_call = i %% %d;\n", calls, calls);
    printf("regions[this_region]();\n}\nfor (int i = 0; i < %d; i++)\n"
           "printf(\"region %%d: %%016lx\\n\", i, sums[i]);\nputs(\"ok\");\n}\n",
           regions);
}

int main(int argc, char **argv)
{
    bool trim = argc > 2 && strcmp(argv[2], "--trim") == 0;
    int regions;

    if (argc < 2 || (argc > 2 && !trim)) {
        fprintf(stderr, "random_regions SEED [--trim]\n");
        return 2;
    }
    random_seed(strtoull(argv[1], NULL, 10));
    regions = 6 + (int)random_below(5);
    printf("// random_regions %s%s\n", argv[1], trim ? " --trim" : "");
    text_write_prelude(stdout);
    printf("\nenum { TRIM = %d };\nstatic int threads;\n\n", trim);
    for (int i = 0; i < regions; i++)
        write_region(i);
    write_main(regions);
}
