// SPDX-License-Identifier: MIT
// Defaults, what lies over what, the key table and the names of variables.
#include "policy/policy.h"
#include "shim/names/routines.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void set(struct policy *policy, const char *section, const char *key, const char *value)
{
    cr_assert_eq(policy_set(policy, section, key, value, "test", NULL, NULL), 0, "[%s] %s = %s",
                 section, key, value);
}

static struct policy_blas values_of(const struct policy *policy, const char *name)
{
    const struct policy_routine *routine = blas_routines;
    while (routine->name && strcmp(routine->name, name) != 0)
        routine++;
    cr_assert_not_null(routine->name, "%s", name);
    return policy_blas_of(policy, routine);
}

Test(policy_layers, defaults_are_those_of_the_interface)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    cr_assert(policy.blas.enable);
    cr_assert_str_eq(policy_kernel_names[policy.blas.kernel], "auto");
    cr_assert_eq(policy.blas.kernel, POLICY_KERNEL_AUTO);
    cr_assert_eq(policy.blas.bytes_per_thread, 384 * 1024);
    cr_assert_eq(policy.blas.bytes_per_thread_spinning, 64 * 1024);
    cr_assert_eq(policy.blas.strided, STRIDED_ORIGINAL);
    cr_assert_not(policy.blas.reproducible);
    cr_assert(policy.blas.fortran);
    cr_assert_eq(policy.override_count, 0);
}

Test(policy_layers, kernel_names_are_the_isa_levels)
{
    static const char *const levels[] = {
#define ISA(id, name) name,
#include "kernels/isa.def"
#undef ISA
    };
    size_t count = sizeof levels / sizeof levels[0];
    cr_assert_str_eq(policy_kernel_names[POLICY_KERNEL_OFF], "off");
    for (size_t i = 0; i < count; i++)
        cr_assert_str_eq(policy_kernel_names[POLICY_KERNEL_ISA + i], levels[i]);
    cr_assert_null(policy_kernel_names[POLICY_KERNEL_ISA + count]);
}

Test(policy_layers, narrower_section_wins_in_any_order)
{
    static const char *const sections[][3] = {{"blas", "blas dot", "blas ddot"},
                                              {"blas ddot", "blas dot", "blas"},
                                              {"blas dot", "blas ddot", "blas"}};
    for (size_t order = 0; order < 3; order++) {
        struct policy policy;
        policy_init(&policy, blas_routines);
        for (size_t i = 0; i < 3; i++) {
            const char *section = sections[order][i];
            const char *value = strlen(section) == 4 ? "1K" : strlen(section) == 8 ? "2K" : "3K";
            set(&policy, section, "bytes-per-thread", value);
        }
        cr_assert_eq(values_of(&policy, "ddot").bytes_per_thread, 3072);
        cr_assert_eq(values_of(&policy, "sdot").bytes_per_thread, 2048);
        cr_assert_eq(values_of(&policy, "daxpy").bytes_per_thread, 1024);
    }
}

Test(policy_layers, routine_section_leaves_other_keys_alone)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    set(&policy, "blas ddot", "reproducible", "on");
    set(&policy, "blas", "kernel", "scalar");
    struct policy_blas values = values_of(&policy, "ddot");
    cr_assert(values.reproducible);
    cr_assert_str_eq(policy_kernel_names[values.kernel], "scalar");
    cr_assert_not(values_of(&policy, "sdot").reproducible);
}

Test(policy_layers, later_setting_of_a_key_wins)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    set(&policy, "blas dot", "kernel", "sse2");
    set(&policy, "blas dot", "kernel", "off");
    cr_assert_eq(policy.override_count, 1);
    cr_assert_eq(values_of(&policy, "ddot").kernel, POLICY_KERNEL_OFF);
}

Test(policy_layers, every_key_has_a_row_that_parses_and_a_variable)
{
    struct policy policy;
    struct policy_key row;
    size_t rows = 0;
    policy_init(&policy, blas_routines);
    for (; policy_key_at(rows, &row); rows++) {
        char variable[POLICY_VARIABLE_LENGTH], section[POLICY_SECTION_LENGTH];
        const char *key;
        set(&policy, row.section, row.name, row.default_value);
        cr_assert_eq(policy_variable_of_key(row.section, row.name, variable), 0);
        cr_assert(policy_key_of_variable(&policy, variable, section, &key), "%s", variable);
        cr_assert_str_eq(section, row.section);
        cr_assert_str_eq(key, row.name);
        cr_assert(*row.help && *row.expected);
    }
    cr_assert_eq(rows, 24);
}

Test(policy_layers, help_names_every_kernel)
{
    struct policy_key row;
    size_t i = 0;
    while (policy_key_at(i, &row) && strcmp(row.name, "kernel") != 0)
        i++;
    for (i = 0; policy_kernel_names[i]; i++)
        cr_assert_not_null(strstr(row.expected, policy_kernel_names[i]));
}

Test(policy_layers, every_routine_has_a_variable)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    for (const struct policy_routine *routine = blas_routines; routine->name; routine++) {
        char variable[POLICY_VARIABLE_LENGTH], section[POLICY_SECTION_LENGTH], want[32];
        const char *key;
        snprintf(want, sizeof want, "blas %s", routine->name);
        cr_assert_eq(policy_variable_of_key(want, "bytes-per-thread-spinning", variable), 0);
        cr_assert(policy_key_of_variable(&policy, variable, section, &key), "%s", variable);
        cr_assert_str_eq(section, want);
        cr_assert_str_eq(key, "bytes-per-thread-spinning");
        set(&policy, section, key, "7");
        cr_assert_eq(values_of(&policy, routine->name).bytes_per_thread_spinning, 7);
    }
}

Test(policy_layers, variable_of_a_base)
{
    struct policy policy;
    char section[POLICY_SECTION_LENGTH], variable[POLICY_VARIABLE_LENGTH];
    const char *key;
    policy_init(&policy, blas_routines);
    cr_assert(policy_key_of_variable(&policy, "TEAMTRIM_BLAS_DOT_KERNEL", section, &key));
    cr_assert_str_eq(section, "blas dot");
    cr_assert_eq(policy_variable_of_key("blas  ddot", "kernel", variable), 0);
    cr_assert_str_eq(variable, "TEAMTRIM_BLAS_DDOT_KERNEL");
}

Test(policy_layers, other_variables_name_no_key)
{
    static const char *const names[] = {"TEAMTRIM_LOG",
                                        "TEAMTRIM_",
                                        "TEAMTRIM",
                                        "",
                                        "TEAMTRIM_BLAS",
                                        "TEAMTRIM_BLAS_",
                                        "TEAMTRIM_BLAS__KERNEL",
                                        "TEAMTRIM_BLAS_KERNELS",
                                        "TEAMTRIM_BLAS_blas_KERNEL",
                                        "TEAMTRIM_BLAS_ddot_KERNEL",
                                        "TEAMTRIM_BLAS_QUUX_KERNEL",
                                        "TEAMTRIM_BLAS_DDOTKERNEL",
                                        "TEAMTRIM_BLAS_DDOT__KERNEL",
                                        "TEAMTRIM_BLAS_BYTES-PER-THREAD",
                                        "TEAMTRIM_BLAS_kernel",
                                        "OMP_BLAS_KERNEL"};
    struct policy policy;
    char section[POLICY_SECTION_LENGTH];
    const char *key;
    policy_init(&policy, blas_routines);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        cr_assert_not(policy_key_of_variable(&policy, names[i], section, &key), "%s", names[i]);
}

Test(policy_layers, variable_that_is_too_long_is_refused)
{
    char key[200], variable[POLICY_VARIABLE_LENGTH];
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    cr_assert_eq(policy_variable_of_key("blas", key, variable), -ENAMETOOLONG);
}

Test(policy_layers, suggestion_is_the_nearest_or_none)
{
    static const char *const names[] = {"run", "check", "calibrate", NULL};
    static const char *const rows[][2] = {{"rnu", "run"},     {"chek", "check"},
                                          {"CHECK", "check"}, {"calibarte", "calibrate"},
                                          {"doctor", NULL},   {"calibrates", "calibrate"},
                                          {"xyz", NULL},      {"", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *meant = policy_suggest(rows[i][0], names);
        cr_assert((meant == NULL) == (rows[i][1] == NULL), "%s", rows[i][0]);
        if (meant)
            cr_assert_str_eq(meant, rows[i][1]);
    }
}
