// SPDX-License-Identifier: MIT
// Every kernel of every level, at every length and stride, against the plain reference; nothing
// outside the vectors is read or written; levels with FMA agree to the bit.
#include "test_kernels_memory.h"

#include <stdlib.h>

#include "test_kernels_reference.h"

static const struct scalars scalars = {
    {1.25L, -0.40625L}, {-0.8125L, 0.5L}, {0.75L, -0.5L, 0.625L, 1.5L}};

// Where and how vectors lie. Increment 0: the kernel of unit strides.
struct layout {
    kernel_index incx, incy;
    enum place place;
    size_t x_offset, y_offset;
};

static const struct layout layouts[] = {
    {0, 0, PLACE_FIRST, 0, 0},  {0, 0, PLACE_LAST, 0, 0},   {0, 0, PLACE_MIDDLE, 0, 0},
    {0, 0, PLACE_MIDDLE, 1, 3}, {0, 0, PLACE_MIDDLE, 5, 5}, {0, 0, PLACE_MIDDLE, 15, 2},
    {1, 1, PLACE_MIDDLE, 2, 0}, {2, 1, PLACE_LAST, 0, 0},   {-1, 2, PLACE_FIRST, 0, 0},
    {-3, -1, PLACE_LAST, 0, 0}, {7, -2, PLACE_FIRST, 0, 0}, {5, 5, PLACE_MIDDLE, 1, 2},
};

enum { LAYOUTS = sizeof(layouts) / sizeof(layouts[0]) };

struct arenas {
    unsigned char *x, *y;
};

// The last result of a level with FMA, to compare the next with.
struct outcome {
    bool known;
    long double result[2];
    kernel_index index;
    long double x[REFERENCE_PARTS], y[REFERENCE_PARTS];
};

static struct reference values, expected;
static struct outcome fused, outcome;

static long double random_value(int bytes)
{
    double value = (rand() % 2000001 - 1000000) / 1048576.0;
    return bytes == sizeof(float) ? (float)value : value;
}

static void fill_values(const struct row *row, kernel_index n)
{
    for (kernel_index i = 0; i < n * row->parts; i++) {
        values.x[i] = random_value(row->bytes);
        values.y[i] = random_value(row->bytes);
    }
}

static void run(const struct row *row, enum kernels_isa isa, kernel_index n, struct layout layout,
                struct arenas arenas)
{
    struct vector x = vector_place(arenas.x, row, n, layout.incx, layout.place, layout.x_offset);
    struct vector y = vector_place(arenas.y, row, n, layout.incy, layout.place, layout.y_offset);
    struct call call = {kernels_of(isa), n,       x.first, y.first, layout.incx,
                        layout.incy,     scalars, {0, 0},  0};
    vector_fill(&x, values.x);
    vector_fill(&y, values.y);
    row->call(&call);
    cr_assert(vector_clean(&x) && vector_clean(&y), "%s %s n=%td incx=%td incy=%td writes outside",
              kernels_isa_name(isa), row->name, n, layout.incx, layout.incy);
    outcome.index = call.index;
    for (int part = 0; part < 2; part++)
        outcome.result[part] = call.result[part];
    for (kernel_index i = 0; i < n * row->parts; i++) {
        outcome.x[i] = part_read(&x, i / row->parts, (size_t)(i % row->parts));
        outcome.y[i] = part_read(&y, i / row->parts, (size_t)(i % row->parts));
    }
}

static long double roundoff(const struct row *row)
{
    bool wide = row->bytes == sizeof(double) || strcmp(row->name, "dsdot") == 0;
    return (wide ? DBL_EPSILON : FLT_EPSILON) / 2.0L;
}

// The bound that kernels.h states.
static long double sum_bound(const struct row *row, kernel_index n)
{
    kernel_index parts = n * row->parts;
    long double blocks = ceill((long double)parts / SUM_BLOCK);
    return (SUM_CHAIN + ceill(log2l(blocks)) + 9) * roundoff(row);
}

static const char *first_wrong(const struct row *row, kernel_index n)
{
    long double u = roundoff(row), tolerance = sum_bound(row, n);
    bool search = row->op == OP_IAMAX || row->op == OP_IAMIN;
    if (row->op > OP_SUM || search)
        tolerance = 0;
    for (int part = 0; part < 2 && row->op <= OP_AMIN; part++)
        if (fabsl(outcome.result[part] - expected.result[part]) >
            tolerance * expected.result_size[part])
            return "result";
    if (row->op >= OP_IAMAX && outcome.index != expected.index)
        return "index";
    for (kernel_index i = 0; i < n * row->parts; i++) {
        if (fabsl(outcome.x[i] - expected.x[i]) > 4 * u * expected.x_size[i])
            return "x";
        if (fabsl(outcome.y[i] - expected.y[i]) > 4 * u * expected.y_size[i])
            return "y";
    }
    return NULL;
}

static bool same_as_fused(const struct row *row, kernel_index n)
{
    size_t bytes = sizeof(long double) * (size_t)(n * row->parts);
    if (!fused.known)
        return true;
    return outcome.result[0] == fused.result[0] && outcome.result[1] == fused.result[1] &&
           outcome.index == fused.index && memcmp(outcome.x, fused.x, bytes) == 0 &&
           memcmp(outcome.y, fused.y, bytes) == 0;
}

static void keep_as_fused(kernel_index parts)
{
    fused.known = true;
    fused.index = outcome.index;
    memcpy(fused.result, outcome.result, sizeof(fused.result));
    memcpy(fused.x, outcome.x, sizeof(fused.x[0]) * (size_t)parts);
    memcpy(fused.y, outcome.y, sizeof(fused.y[0]) * (size_t)parts);
}

static void check_level(const struct row *row, enum kernels_isa isa, kernel_index n,
                        const struct layout *layout, struct arenas arenas)
{
    run(row, isa, n, *layout, arenas);
    const char *wrong = first_wrong(row, n);
    cr_assert(!wrong, "%s %s n=%td layout %td: wrong %s", kernels_isa_name(isa), row->name, n,
              layout - layouts, wrong);
    if (isa != ISA_AVX2 && isa != ISA_AVX512)
        return;
    cr_assert(same_as_fused(row, n), "%s %s n=%td layout %td: other bits", kernels_isa_name(isa),
              row->name, n, layout - layouts);
    keep_as_fused(n * row->parts);
}

// Every layout of short vectors, one in three of long ones.
static void check_length(const struct row *row, kernel_index n, struct arenas arenas)
{
    fill_values(row, n);
    memcpy(expected.x, values.x, sizeof(expected.x[0]) * (size_t)(n * row->parts));
    memcpy(expected.y, values.y, sizeof(expected.y[0]) * (size_t)(n * row->parts));
    reference_compute(row, n, &scalars, &expected);
    fused.known = false;
    for (int isa = 0; isa < ISA_COUNT; isa++)
        for (int i = 0; i < LAYOUTS && kernels_isa_usable((enum kernels_isa)isa); i++)
            if (n <= 70 || i % 3 == n % 3)
                check_level(row, (enum kernels_isa)isa, n, &layouts[i], arenas);
}

static void check_rows(enum op from, enum op to)
{
    static const kernel_index large[] = {511,
                                         1000,
                                         1024,
                                         1025,
                                         4097,
                                         SUM_BLOCK / 2,
                                         SUM_BLOCK / 2 + 1,
                                         SUM_BLOCK - 1,
                                         SUM_BLOCK,
                                         SUM_BLOCK + 1,
                                         2 * SUM_BLOCK + 17,
                                         100001};
    struct arenas arenas = {arena_map(), arena_map()};
    for (const struct row *row = rows; row < rows + ROW_COUNT; row++) {
        if (row->op < from || row->op > to)
            continue;
        for (kernel_index n = 1; n <= 300; n++)
            check_length(row, n, arenas);
        for (size_t i = 0; i < sizeof(large) / sizeof(large[0]); i++)
            check_length(row, large[i], arenas);
    }
}

Test(kernels_values, sums_match_the_reference_in_every_layout)
{
    check_rows(OP_DOT, OP_SUM);
}

Test(kernels_values, searches_match_the_reference_in_every_layout)
{
    check_rows(OP_AMAX, OP_IAMIN);
}

Test(kernels_values, moves_match_the_reference_in_every_layout)
{
    check_rows(OP_SWAP, OP_COPY);
}

Test(kernels_values, updates_match_the_reference_in_every_layout)
{
    check_rows(OP_SCAL, OP_ROT);
}

// The comparison itself is in check_level; this says where it could not be made.
Test(kernels_values, levels_with_fma_agree_to_the_bit)
{
    if (!kernels_isa_usable(ISA_AVX2) || !kernels_isa_usable(ISA_AVX512))
        cr_skip_test("this CPU has not both AVX2 with FMA and AVX-512");
    struct arenas arenas = {arena_map(), arena_map()};
    for (const struct row *row = rows; row < rows + ROW_COUNT; row++)
        for (kernel_index n = 1; n < 3 * SUM_BLOCK; n = 4 * n + 3)
            check_length(row, n, arenas);
}

// One long chain of additions would be off by thousands of units in the last place.
Test(kernels_values, error_of_a_long_sum_stays_small)
{
    kernel_index n = 10000000;
    float *x = malloc(sizeof(float) * (size_t)n);
    cr_assert_not_null(x);
    for (kernel_index i = 0; i < n; i++)
        x[i] = 0.1F;
    double exact = (double)0.1F * (double)n;
    for (int isa = 0; isa < ISA_COUNT; isa++) {
        const struct kernels *kernels = kernels_of((enum kernels_isa)isa);
        if (kernels)
            cr_assert(fabs(kernels->sasum(n, x) - exact) < 40 * (double)FLT_EPSILON * exact);
    }
    free(x);
}
