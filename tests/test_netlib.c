// SPDX-License-Identifier: MIT
// Netlib's own level-1 test programs (Debian's libblas-test) on each provider, under the preload.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

TestSuite(netlib, .timeout = 300);

static void compare_program(const char *name)
{
    char path[512];
    const char *command[] = {path, NULL};
    struct process_result preloaded;

    snprintf(path, sizeof path, "%s/blas/%s", provider_system_folder(), name);
    if (access(path, X_OK) != 0)
        cr_skip_test("%s is not there: libblas-test is not installed", path);
    victim_compare_providers(command, NULL);
    preloaded = victim_run(true, command, NULL);
    cr_assert_not_null(strstr(preloaded.output, "PASS"), "%s", preloaded.output);
    cr_assert_null(strstr(preloaded.output, "FAIL"), "%s", preloaded.output);
    process_free(&preloaded);
}

Test(netlib, fortran_programs_pass)
{
    compare_program("xblat1s");
    compare_program("xblat1d");
    compare_program("xblat1c");
    compare_program("xblat1z");
}

Test(netlib, cblas_programs_pass)
{
    compare_program("xscblat1");
    compare_program("xdcblat1");
    compare_program("xccblat1");
    compare_program("xzcblat1");
}
