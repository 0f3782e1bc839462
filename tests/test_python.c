// SPDX-License-Identifier: MIT
// Own tests of scipy, numpy and scikit-learn under the preload: they must do as well as they do
// without.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(python_suites, .timeout = 900);

// The line that pytest ends with, without its time: "51 passed".
static void cut_summary(char *output)
{
    char *last = output, *time;

    for (char *line = output; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strstr(line, " passed") || strstr(line, " failed"))
            last = line;
    last[strcspn(last, "\n")] = '\0';
    time = strstr(last, " in ");
    if (time)
        *time = '\0';
    memmove(output, last, strlen(last) + 1);
}

// numpy's TestCond is left out: half of the time for decompositions, no level-1 call of its own.
static void compare_suite(enum provider_id provider, const char *module, const char *team)
{
    const char *command[] = {"/usr/bin/python3",
                             "-m",
                             "pytest",
                             "-q",
                             "--no-header",
                             "-p",
                             "no:cacheprovider",
                             "--noconftest",
                             "--disable-warnings",
                             "--pyargs",
                             module,
                             NULL};
    struct process_setup setup = {
        .environment = LIST(victim_require_provider(provider), "PYTHONDONTWRITEBYTECODE=1", team),
        .timeout_s = 350};
    struct process_result plain, preloaded;

    victim_require_python("numpy, scipy, pytest");
    plain = victim_run_with(false, command, &setup);
    preloaded = victim_run_with(true, command, &setup);
    cut_summary(plain.output);
    cr_assert_not_null(strstr(plain.output, "passed"), "%s does not run here", module);
    if (plain.status == 0)
        cr_assert_eq(preloaded.status, 0, "%s", preloaded.output);
    cut_summary(preloaded.output);
    cr_assert_str_eq(plain.output, preloaded.output);
    process_free(&plain);
    process_free(&preloaded);
}

Test(python_suites, scipy_blas)
{
    compare_suite(PROVIDER_OPENBLAS_OPENMP, "scipy.linalg.tests.test_blas", "OMP_NUM_THREADS=2");
    compare_suite(PROVIDER_OPENBLAS_PTHREAD, "scipy.linalg.tests.test_blas", "OMP_NUM_THREADS=2");
    // BLIS's barriers spin, for minutes on a busy machine.
    compare_suite(PROVIDER_BLIS_OPENMP, "scipy.linalg.tests.test_blas", "OMP_NUM_THREADS=1");
    compare_suite(PROVIDER_REFERENCE, "scipy.linalg.tests.test_blas", "OMP_NUM_THREADS=2");
}

Test(python_suites, numpy_linalg)
{
    compare_suite(PROVIDER_OPENBLAS_OPENMP, "numpy.linalg.tests.test_linalg", "OMP_NUM_THREADS=2");
}

// Small regions by the hundred thousand, most of them lazy.
Test(python_suites, scikit_learn)
{
    static const char *const modules[] = {
        "sklearn.ensemble._hist_gradient_boosting.tests.test_gradient_boosting",
        "sklearn.ensemble._hist_gradient_boosting.tests.test_grower",
        "sklearn.ensemble._hist_gradient_boosting.tests.test_splitting",
        "sklearn.cluster.tests.test_k_means",
        "sklearn.metrics.tests.test_pairwise",
        "sklearn.manifold.tests.test_isomap"};

    victim_require_python("sklearn");
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        compare_suite(PROVIDER_OPENBLAS_PTHREAD, modules[i], "OMP_NUM_THREADS=4");
}
