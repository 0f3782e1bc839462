// SPDX-License-Identifier: MIT
// What a small call may cost, in instructions: the same on every run, whatever else the machine
// does. Valgrind shows a CPU with AVX2, so the AVX2 kernels are what is counted.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// All instructions of a run that makes `calls` pairs of ddot_ and daxpy_ of n elements.
static long count(const char *provider, const char *calls, const char *n)
{
    if (access("/usr/bin/valgrind", X_OK) != 0)
        cr_skip_test("valgrind is not installed");
    const struct process_setup setup = {.environment = LIST(provider), .timeout_s = 120};
    struct process_result result =
        victim_run_with(true,
                        LIST("/usr/bin/valgrind", "--tool=callgrind",
                             "--callgrind-out-file=/dev/null", victim_path("count"), calls, n),
                        &setup);
    const char *collected = strstr(result.error, "Collected :");
    cr_assert_eq(result.status, 0, "%s", result.error);
    cr_assert_not_null(collected);
    long instructions = atol(collected + strlen("Collected :"));
    process_free(&result);
    return instructions;
}

static void expect_at_most(const char *n, long limit)
{
    const char *provider = victim_require_provider(PROVIDER_OPENBLAS_OPENMP);
    long each = (count(provider, "3000", n) - count(provider, "1000", n)) / 2000;
    cr_expect_leq(each, limit, "n=%s: %ld instructions for ddot_ and daxpy_", n, each);
    cr_expect_gt(each, 20, "nothing was counted");
}

Test(instructions, pair_of_calls_of_one_element)
{
    expect_at_most("1", 320);
}

Test(instructions, pair_of_calls_of_eight_elements)
{
    expect_at_most("8", 365);
}

Test(instructions, pair_of_calls_of_sixty_four_elements)
{
    expect_at_most("64", 460);
}
