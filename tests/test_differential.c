// SPDX-License-Identifier: MIT
// Every routine on the same inputs with and without the preload, on each provider: special values
// bit for bit, random reals within the rounding bounds of victims/differential_rounding.h.
//
// To look into a difference: build/victims/differential special SYMBOL CASE, with LD_LIBRARY_PATH
// and LD_PRELOAD as here, prints that case in full.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(differential, .timeout = 300);

enum { SHOWN = 40 };

struct comparison {
    int cases, different, payloads;
    char symbols[4096]; // those that differ, each with its first case
    char last[64];
};

static char *next_line(char **rest)
{
    return strtok_r(NULL, "\n", rest);
}

// A line is "SYMBOL CASE CLASS HASH [HASH with all NaNs alike]"; class ~: it is open which NaN
// stays.
static bool compare_lines(struct comparison *comparison, const char *plain, const char *preloaded)
{
    const char *kind = strpbrk(plain, "=~");
    size_t head = (size_t)(kind - plain);
    const char *alike = kind && *kind == '~' ? strrchr(plain, ' ') : NULL;

    if (strcmp(plain, preloaded) == 0)
        return true;
    if (!kind || strncmp(plain, preloaded, head) != 0)
        return false;
    if (alike && strcmp(alike, strrchr(preloaded, ' ')) == 0) {
        comparison->payloads++;
        return true;
    }
    return false;
}

static void note_difference(struct comparison *comparison, const char *line)
{
    size_t used = strlen(comparison->symbols), symbol = strcspn(line, " ");
    size_t shown = strcspn(line, "=~");

    comparison->different++;
    if (strncmp(line, comparison->last, symbol) == 0 && comparison->last[symbol] == '\0')
        return;
    snprintf(comparison->last, sizeof comparison->last, "%.*s", (int)symbol, line);
    snprintf(comparison->symbols + used, sizeof comparison->symbols - used, "\n  %.*s", (int)shown,
             line);
}

static void compare_special(enum provider_id provider, const char *variable,
                            struct comparison *comparison)
{
    const char *environment[] = {provider_variable(provider), variable, NULL};
    const char *command[] = {"differential", "special", NULL};
    struct process_result plain = victim_run(false, command, environment);
    struct process_result preloaded = victim_run(true, command, environment);
    char *rest_plain, *rest_preloaded;
    char *a = strtok_r(plain.output, "\n", &rest_plain);
    char *b = strtok_r(preloaded.output, "\n", &rest_preloaded);

    cr_assert_eq(plain.status, 0, "%s", plain.error);
    cr_assert_eq(preloaded.status, 0, "ends with %d: %s", preloaded.status, preloaded.error);
    for (; a && b; a = next_line(&rest_plain), b = next_line(&rest_preloaded)) {
        comparison->cases++;
        if (!compare_lines(comparison, a, b))
            note_difference(comparison, a);
    }
    cr_assert(!a && !b && comparison->cases > 0, "one run printed more than the other");
    process_free(&plain);
    process_free(&preloaded);
}

// `variable`: one more for the environment, or NULL.
static void expect_special_same(enum provider_id provider, const char *variable)
{
    struct comparison comparison = {0};

    victim_require_provider(provider);
    compare_special(provider, variable, &comparison);
    cr_log_info("%s: %d cases; in %d another NaN stayed where several met", provider_name(provider),
                comparison.cases, comparison.payloads);
    cr_assert_eq(comparison.different, 0, "%s: %d of %d cases differ; the first of each symbol:%s",
                 provider_name(provider), comparison.different, comparison.cases,
                 comparison.symbols);
}

static int show_new_lines(const char *provider, const char *plain, char *preloaded)
{
    int new_lines = 0;
    char *rest;

    for (char *line = strtok_r(preloaded, "\n", &rest); line; line = next_line(&rest))
        if (!strstr(plain, line) && new_lines++ < SHOWN)
            cr_log_error("%s: %s", provider, line);
    return new_lines;
}

// The victim holds results against its bounds; what it reports must be reported without us too.
static void expect_rounding_within_bounds(enum provider_id provider, const char *variable)
{
    const char *environment[] = {victim_require_provider(provider), variable, NULL};
    const char *command[] = {"differential", "rounding", NULL};
    struct process_result plain = victim_run(false, command, environment);
    struct process_result preloaded = victim_run(true, command, environment);
    int new_lines;

    cr_assert_eq(preloaded.status, 0, "ends with %d: %s", preloaded.status, preloaded.error);
    cr_assert_not_null(strstr(preloaded.output, "ddot_ done"));
    new_lines = show_new_lines(provider_name(provider), plain.output, preloaded.output);
    cr_assert_eq(new_lines, 0, "%s: %d cases are out of bounds or raise a floating-point exception",
                 provider_name(provider), new_lines);
    process_free(&plain);
    process_free(&preloaded);
}

Test(differential, special_values_on_openblas_openmp)
{
    expect_special_same(PROVIDER_OPENBLAS_OPENMP, NULL);
}

Test(differential, special_values_on_openblas_pthread)
{
    expect_special_same(PROVIDER_OPENBLAS_PTHREAD, NULL);
}

Test(differential, special_values_on_blis)
{
    expect_special_same(PROVIDER_BLIS_OPENMP, NULL);
}

Test(differential, special_values_on_the_reference)
{
    expect_special_same(PROVIDER_REFERENCE, NULL);
}

Test(differential, rounding_on_openblas_openmp)
{
    expect_rounding_within_bounds(PROVIDER_OPENBLAS_OPENMP, NULL);
}

Test(differential, rounding_on_openblas_pthread)
{
    expect_rounding_within_bounds(PROVIDER_OPENBLAS_PTHREAD, NULL);
}

Test(differential, rounding_on_blis)
{
    expect_rounding_within_bounds(PROVIDER_BLIS_OPENMP, NULL);
}

Test(differential, rounding_on_the_reference)
{
    expect_rounding_within_bounds(PROVIDER_REFERENCE, NULL);
}

// Our strided kernels run only where the policy asks for them.
Test(differential, strided_kernels_on_the_reference)
{
    expect_special_same(PROVIDER_REFERENCE, "TEAMTRIM_BLAS_STRIDED=kernel");
    expect_rounding_within_bounds(PROVIDER_REFERENCE, "TEAMTRIM_BLAS_STRIDED=kernel");
}

Test(differential, strided_kernels_on_openblas)
{
    expect_special_same(PROVIDER_OPENBLAS_OPENMP, "TEAMTRIM_BLAS_STRIDED=kernel");
    expect_rounding_within_bounds(PROVIDER_OPENBLAS_OPENMP, "TEAMTRIM_BLAS_STRIDED=kernel");
}

// A level that this CPU lacks falls back to one that it has.
Test(differential, every_kernel_level_on_the_reference)
{
    static const char *const levels[] = {"TEAMTRIM_BLAS_KERNEL=scalar", "TEAMTRIM_BLAS_KERNEL=sse2",
                                         "TEAMTRIM_BLAS_KERNEL=avx2"};

    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        expect_special_same(PROVIDER_REFERENCE, levels[i]);
        expect_rounding_within_bounds(PROVIDER_REFERENCE, levels[i]);
    }
}
