// SPDX-License-Identifier: MIT
// The house: exports, needed libraries, folders, and the README's commands.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_success(const char *const *command)
{
    const struct process_setup setup = {.timeout_s = 120};
    struct process_result result;
    process_run(command, &setup, &result);
    cr_expect_not(result.timed_out);
    cr_expect_eq(result.status, 0, "%s: status %d\n%s%s", command[0], result.status, result.output,
                 result.error);
    process_free(&result);
}

static const char *build_folder(void)
{
    static char folder[4096];
    snprintf(folder, sizeof folder, "%s", victim_build_path("."));
    return folder;
}

Test(house, exports_are_the_interposed_names)
{
    expect_success(LIST(victim_source_path("tools/check-exports.sh"), build_folder()));
}

Test(house, folders_depend_in_one_direction)
{
    expect_success(LIST(victim_source_path("tools/check-folders.sh")));
}

Test(house, commands_of_the_readme_exist)
{
    expect_success(LIST(victim_source_path("tools/check-readme.sh"), build_folder()));
}

Test(house, library_needs_libc_only)
{
    const struct process_setup setup = {.timeout_s = 60};
    struct process_result result;
    process_run(LIST("readelf", "-d", victim_build_path("libteamtrim.so")), &setup, &result);
    cr_assert_eq(result.status, 0);
    for (char *line = strtok(result.output, "\n"); line; line = strtok(NULL, "\n"))
        if (strstr(line, "(NEEDED)"))
            cr_expect(strstr(line, "[libc.so.6]") || strstr(line, "[ld-linux"), "%s", line);
    process_free(&result);
}

// The first line of an example's output is its answer, the second its time.
Test(house, example_gives_the_same_answer)
{
    const char *provider = victim_require_provider(PROVIDER_OPENBLAS_OPENMP);
    const char *const *command = LIST(victim_build_path("examples/convolve"));
    struct process_result plain = victim_run(false, command, LIST(provider));
    struct process_result preloaded = victim_run(true, command, LIST(provider));
    cr_assert_eq(plain.status, 0);
    cr_assert_eq(preloaded.status, 0);
    cr_assert_eq(strncmp(plain.output, "mean ", 5), 0);
    cr_expect_eq(strncmp(plain.output, preloaded.output, strcspn(plain.output, "\n")), 0);
    process_free(&plain);
    process_free(&preloaded);
}
