// SPDX-License-Identifier: MIT
// Which original answers: several providers in one process, unknown ones, 64-bit integers, hidden
// results, MKL's thread-local team, and LAPACK's own calls.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(victims_providers, .timeout = 300);

static void require_plugin_providers(void)
{
    victim_require_provider(PROVIDER_OPENBLAS_OPENMP);
    victim_require_provider(PROVIDER_BLIS_OPENMP);
    victim_require_provider(PROVIDER_REFERENCE);
}

Test(victims_providers, each_plugin_gets_its_own_provider)
{
    const char *openblas = victim_path("libcaller_openblas.so");
    const char *blis = victim_path("libcaller_blis.so");
    const char *reference = victim_path("libcaller_reference.so");
    struct process_result plain;

    require_plugin_providers();
    plain = victim_run(false, LIST("local", openblas, reference), NULL);
    cr_assert(victim_has_line(plain.output, "plug-in 0 dnrm2 {3,4} increment -1", ": 0"));
    cr_assert(victim_has_line(plain.output, "plug-in 1 dnrm2 {3,4} increment -1", ": 5"));
    process_free(&plain);
    victim_compare(LIST("local", openblas, blis, reference), NULL);
    victim_compare(LIST("local", reference, blis, openblas), NULL);
    victim_compare(LIST("local", blis, victim_path("libcaller.so"), openblas), NULL);
}

Test(victims_providers, ctypes_libraries_with_their_own_providers)
{
    require_plugin_providers();
    victim_require_python("ctypes");
    victim_compare(LIST("/usr/bin/python3", victim_source_path("tests/victims/ctypes_caller.py"),
                        victim_path("libcaller_reference.so"), victim_path("libcaller_openblas.so"),
                        victim_path("libcaller_blis.so")),
                   NULL);
}

static void compare_remapped(const char *const *command)
{
    struct process_result plain = victim_run(false, command, NULL);
    struct process_result preloaded = victim_run(true, command, NULL);
    int reused = 0;

    cr_assert_eq(plain.status, 0, "%s", plain.output);
    if (sscanf(plain.error, "reused %d", &reused) != 1 || reused == 0)
        cr_skip_test("the loader never mapped the second caller where the first had been");
    cr_assert_eq(preloaded.status, 0, "ends with %d", preloaded.status);
    cr_assert_str_eq(plain.output, preloaded.output);
    process_free(&plain);
    process_free(&preloaded);
}

Test(victims_providers, caller_closed_and_another_mapped_at_its_address)
{
    const char *first = victim_path("libremap_first.so");
    const char *second = victim_path("libremap_second.so");

    compare_remapped(LIST("remap", first, second));
    compare_remapped(LIST("remap", first, second, victim_path("libfake_first.so"),
                          victim_path("libfake_second.so")));
}

Test(victims_providers, known_providers_closed_and_remapped)
{
    const char *first = victim_path("libremap_openblas.so");
    const char *second = victim_path("libremap_reference.so");

    require_plugin_providers();
    compare_remapped(LIST("remap", first, second));
    compare_remapped(LIST("remap", first, second, victim_path("libcaller_openblas.so"),
                          victim_path("libcaller_reference.so")));
    compare_remapped(LIST("remap", first, victim_path("libremap_second.so")));
}

Test(victims_providers, unknown_provider_keeps_its_answer)
{
    victim_compare(LIST("unknown"), NULL);
    victim_compare(LIST("unknown"), LIST("TEAMTRIM_BLAS_REPRODUCIBLE=on"));
}

Test(victims_providers, every_spelling_reaches_its_own_original)
{
    victim_compare(LIST("families"), NULL);
}

// The folders below have no libblas.so.3, so provider.def does not list them.
static bool run_with_wide_provider(const char *folder, const char *const *command)
{
    char variable[512], library[512];

    snprintf(library, sizeof library, "%s/%s/libblas64.so.3", provider_system_folder(), folder);
    snprintf(variable, sizeof variable, "LD_LIBRARY_PATH=%s/%s", provider_system_folder(), folder);
    char *installed = process_load_file(library);
    if (!installed)
        return false;
    free(installed);
    victim_compare(command, LIST(variable));
    return true;
}

Test(victims_providers, wide_integers_behind_plain_names)
{
    static const char *const folders[] = {"openblas64-openmp", "openblas64-pthread",
                                          "blis64-openmp", "blas64"};
    int compared = 0;

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        compared += run_with_wide_provider(folders[i], LIST("ilp64"));
    if (!compared)
        cr_skip_test("no BLAS with 64-bit integers is installed");
}

Test(victims_providers, hidden_and_returned_complex_results)
{
    const char *hidden = victim_path("libcomplex_hidden.so");
    const char *posing = victim_path("libcomplex_hidden_openblas.so");
    const char *returned = victim_path("libcomplex_returned.so");

    victim_require_provider(PROVIDER_OPENBLAS_OPENMP);
    victim_compare(LIST("complex", hidden, returned), NULL);
    victim_compare(LIST("complex", returned, posing, hidden), NULL);
    victim_compare(LIST("complex", posing, returned), NULL);
}

// The record on stderr may differ: small calls need not reach the provider.
Test(victims_providers, mkl_keeps_the_programs_own_team)
{
    struct process_result plain = victim_run(false, LIST("mkl"), NULL);
    struct process_result preloaded = victim_run(true, LIST("mkl"), NULL);

    cr_assert_eq(preloaded.status, 0, "ends with %d", preloaded.status);
    cr_assert_str_eq(plain.output, preloaded.output);
    process_free(&plain);
    process_free(&preloaded);
}

// Word by word; numbers may differ by rounding.
static void expect_close(const char *command, char *plain, char *preloaded)
{
    char *rest_plain, *rest_preloaded;
    char *a = strtok_r(plain, " \n", &rest_plain);
    char *b = strtok_r(preloaded, " \n", &rest_preloaded);

    for (; a && b; a = strtok_r(NULL, " \n", &rest_plain)) {
        char *end;
        double expected = strtod(a, &end);

        if (*end)
            cr_assert_str_eq(a, b);
        else
            cr_assert(fabs(strtod(b, NULL) - expected) <= 1e-11 * fabs(expected),
                      "%s: %s instead of %s", command, b, a);
        b = strtok_r(NULL, " \n", &rest_preloaded);
    }
    cr_assert_eq(a, b, "%s: one run printed more than the other", command);
}

// BLIS's barriers spin: on a busy machine a factorization by a team takes minutes, with or without
// us.
static bool spins_when_crowded(enum provider_id provider)
{
    return provider == PROVIDER_BLIS_OPENMP;
}

static void compare_lapack(enum provider_id provider, const char *team)
{
    const char *command[] = {"lapack", "1", "4", "30", "120", "500", NULL};
    char omp[64], openblas[64];

    snprintf(omp, sizeof omp, "OMP_NUM_THREADS=%s", team);
    snprintf(openblas, sizeof openblas, "OPENBLAS_NUM_THREADS=%s", team);
    const char *environment[] = {provider_variable(provider), omp, openblas, NULL};
    struct process_result plain = victim_run(false, command, environment);
    struct process_result preloaded = victim_run(true, command, environment);

    cr_assert_eq(plain.status, 0, "%s", plain.error);
    cr_assert_eq(preloaded.status, 0, "ends with %d: %s", preloaded.status, preloaded.error);
    expect_close(provider_name(provider), plain.output, preloaded.output);
    process_free(&plain);
    process_free(&preloaded);
}

Test(victims_providers, lapack_neither_hangs_nor_changes)
{
    for (int i = 0; i < PROVIDER_COUNT; i++)
        if (provider_variable(i)) {
            compare_lapack(i, spins_when_crowded(i) ? "1" : "2");
            if (!spins_when_crowded(i))
                compare_lapack(i, "4");
        }
}

// Its calls of its own ddot_ were taken for those of the other library.
Test(victims_providers, provider_that_calls_itself_beside_another_importer)
{
    victim_compare(LIST("self_calling", victim_path("libcaller_reference.so"),
                        victim_path("libself_calling.so")),
                   NULL);
}

// With a log the double came back with its lower half alone.
Test(victims_providers, float_function_that_returns_a_double)
{
    victim_compare(LIST("f2c"), NULL);
    struct process_result plain = victim_run(false, LIST("f2c"), NULL);
    struct process_result logged = victim_run(true, LIST("f2c"), LIST("TEAMTRIM_LOG=calls"));
    cr_expect_str_eq(plain.output, logged.output);
    process_free(&plain);
    process_free(&logged);
}
