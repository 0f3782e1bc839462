// SPDX-License-Identifier: MIT
// The entries in assembly, built with stubs for each CPU there is one for: this machine runs its
// own, qemu the others.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(omp_entry, .timeout = 120);

struct target {
    const char *compiler, *entry, *emulator; // emulator: NULL for none
};

static void expect_success(const char *const *command, const char *what)
{
    struct process_result result;

    process_run(command, &(struct process_setup){0}, &result);
    cr_assert_eq(result.status, 0, "%s: ends with %d: %.1500s%.1500s", what, result.status,
                 result.output, result.error);
    process_free(&result);
}

// At -O2 as well: the stubs then use other registers.
static void expect_right(const struct target *target, const char *level)
{
    char *folder = process_make_folder(), program[512], include[512];
    const char *emulated[] = {target->emulator, program, NULL};

    snprintf(program, sizeof program, "%s/entry", folder);
    snprintf(include, sizeof include, "-I%s", victim_source_path(""));
    expect_success(LIST(target->compiler, "-std=c11", "-D_GNU_SOURCE", include, level, "-static",
                        victim_source_path("tests/victims/entry.c"),
                        victim_source_path(target->entry), "-o", program),
                   target->compiler);
    expect_success(emulated + !target->emulator, target->entry);
    unlink(program);
    rmdir(folder);
    free(folder);
}

#if defined(__x86_64__)
Test(omp_entry, x86_64)
{
    static const struct target target = {"gcc", "shim/omp/entry_x86_64.S", NULL};

    expect_right(&target, "-O1");
    expect_right(&target, "-O2");
}
#endif

Test(omp_entry, aarch64)
{
    static const struct target target = {"aarch64-linux-gnu-gcc", "shim/omp/entry_aarch64.S",
                                         "qemu-aarch64-static"};

    expect_right(&target, "-O1");
    expect_right(&target, "-O2");
}
