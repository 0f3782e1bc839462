// SPDX-License-Identifier: MIT
// Programs that call BLAS from awkward places: who calls, and from where. Each must print under the
// preload what it prints without.
#include "tests/victim_run.h"

#include <criterion/criterion.h>

TestSuite(victims, .timeout = 300);

static void compare_on(enum provider_id provider, const char *const *command)
{
    victim_compare(command, LIST(victim_require_provider(provider)));
}

Test(victims, program_linked_to_the_provider)
{
    victim_compare_providers(LIST("linked"), NULL);
    victim_compare_providers(LIST("linked"), LIST("LD_BIND_NOW=1"));
    victim_expect_log(LIST("linked"), NULL, "blas ddot n=64", "-> kernel");
    victim_expect_log(LIST("linked"), NULL, "blas daxpy n=64", "-> kernel");
}

Test(victims, one_thread_and_many)
{
    victim_compare(LIST("linked"), LIST("OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1"));
    victim_compare(LIST("linked"), LIST("OMP_NUM_THREADS=16", "OPENBLAS_NUM_THREADS=16"));
    victim_compare(LIST("linked"), LIST("OMP_WAIT_POLICY=active"));
}

Test(victims, plugin_opened_locally)
{
    const char *plugin = victim_path("libcaller.so");

    victim_compare_providers(LIST("local", plugin), NULL);
    victim_expect_log(LIST("local", plugin), NULL, "blas ddot n=64", "-> kernel");
}

Test(victims, plugin_opened_with_deepbind)
{
    victim_compare_providers(LIST("local", "deep", victim_path("libcaller.so")), NULL);
}

Test(victims, library_loaded_by_ctypes)
{
    const char *command[] = {"/usr/bin/python3",
                             victim_source_path("tests/victims/ctypes_caller.py"),
                             victim_path("libcaller.so"), NULL};

    victim_require_python("ctypes");
    victim_compare_providers(command, NULL);
    victim_expect_log(command, NULL, "blas ddot n=64", "-> kernel");
}

Test(victims, numpy_and_scipy)
{
    const char *command[] = {"/usr/bin/python3", victim_source_path("tests/victims/numpy_calls.py"),
                             NULL};

    victim_require_python("numpy, scipy.linalg.blas");
    victim_compare_providers(command, NULL);
    victim_expect_log(command, NULL, "blas ddot n=100", "-> kernel");
    victim_expect_log(command, NULL, "blas daxpy n=64", "-> kernel");
}

Test(victims, program_with_its_own_ddot)
{
    victim_compare_providers(LIST("own_ddot"), NULL);
}

Test(victims, cblas_that_calls_the_programs_own_ddot)
{
    victim_compare_providers(LIST("own_ddot", "cblas"), NULL);
}

Test(victims, calls_within_openmp_regions)
{
    victim_compare_providers(LIST("openmp"), NULL);
    victim_compare_providers(LIST("openmp"), LIST("OMP_NUM_THREADS=4", "OPENBLAS_NUM_THREADS=4"));
    victim_expect_log(LIST("openmp"), LIST(victim_require_provider(PROVIDER_OPENBLAS_OPENMP)),
                      "blas ddot n=30000", "-> kernel");
}

Test(victims, overlapping_and_equal_vectors_and_zero_increments)
{
    victim_compare_providers(LIST("overlap"), NULL);
}

Test(victims, trapped_floating_point_exceptions)
{
    victim_compare_providers(LIST("traps"), NULL);
}

Test(victims, garbage_in_the_upper_half_of_registers)
{
    victim_compare_providers(LIST("upper_garbage"), NULL);
}

Test(victims, small_stack)
{
    victim_compare_providers(LIST("small_stack"), NULL);
    victim_expect_log(LIST("small_stack"), NULL, "blas ddot n=64", "->");
}

Test(victims, malloc_that_calls_blas)
{
    compare_on(PROVIDER_REFERENCE, LIST("malloc"));
    compare_on(PROVIDER_OPENBLAS_OPENMP, LIST("malloc"));
    victim_expect_log(LIST("malloc"), NULL, "blas ddot n=2", "->");
}

// A factor inside the vector that is written, no factor at all, another rounding, denormals as
// zero.
Test(victims, odd_arguments_and_modes)
{
    victim_compare_providers(LIST("odd_arguments"), NULL);
    compare_on(PROVIDER_REFERENCE, LIST("odd_arguments", "nothing")); // OpenBLAS itself crashes
}
