// SPDX-License-Identifier: MIT
// The keys of [wait], and which modules a list of them stands for.
#include "policy/policy.h"
#include "shim/names/routines.h"
#include "tests/process.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char heard[2048];

static void keep_message(void *context, const char *message)
{
    (void)context;
    snprintf(heard, sizeof heard, "%s", message);
}

static int set(struct policy *policy, const char *key, const char *value)
{
    return policy_set(policy, "wait", key, value, "t", keep_message, NULL);
}

Test(policy_wait, lists_of_modules)
{
    static const char *const rows[][2] = {{"", ""},
                                          {"libopenblas", "libopenblas"},
                                          {" a.out ,\tlibfoo.so , x", "a.out,libfoo.so,x"},
                                          {"a,b", "a,b"}};
    struct policy policy;
    policy_init(&policy, blas_routines);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert_eq(set(&policy, "modules", rows[i][0]), 0, "%s: %s", rows[i][0], heard);
        cr_expect_str_eq(policy.wait.modules, rows[i][1]);
    }
}

Test(policy_wait, bad_lists_of_modules)
{
    static const char *const texts[] = {",", "a,", ",a", "a,,b", "a b", "/usr/lib/liba.so", "a/b"};
    struct policy policy;
    policy_init(&policy, blas_routines);
    cr_assert_eq(set(&policy, "modules", "kept"), 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cr_expect_eq(set(&policy, "modules", texts[i]), -EINVAL, "'%s'", texts[i]);
        cr_expect(strstr(heard, "expected starts of file or folder names"), "%s", heard);
        cr_expect_str_eq(policy.wait.modules, "kept");
    }
}

Test(policy_wait, a_list_that_is_too_long)
{
    char list[POLICY_MODULES_LENGTH + 1];
    struct policy policy;
    policy_init(&policy, blas_routines);
    memset(list, 'a', sizeof list);
    list[POLICY_MODULES_LENGTH - 1] = '\0';
    cr_expect_eq(set(&policy, "modules", list), 0);
    cr_expect_str_eq(policy.wait.modules, list);
    list[POLICY_MODULES_LENGTH - 1] = 'a';
    list[POLICY_MODULES_LENGTH] = '\0';
    cr_expect_eq(set(&policy, "modules", list), -EINVAL);
}

Test(policy_wait, tries_and_yields)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    cr_expect_eq(set(&policy, "spin-tries", "0"), 0);
    cr_expect_eq(policy.wait.spin_tries, 0);
    cr_expect_eq(set(&policy, "spin-tries", "1000"), 0);
    cr_expect_eq(policy.wait.spin_tries, 1000);
    cr_expect_eq(set(&policy, "spin-tries", "1001"), -EINVAL);
    cr_expect_eq(set(&policy, "spin-tries", "-1"), -EINVAL);
    cr_expect_eq(set(&policy, "yield", "backoff"), 0);
    cr_expect_eq(policy.wait.yield, POLICY_YIELD_BACKOFF);
    cr_expect_eq(set(&policy, "yield", "backof"), -EINVAL);
    cr_expect(strstr(heard, "did you mean 'backoff'?"), "%s", heard);
}

Test(policy_wait, a_file_with_the_section)
{
    static const char text[] = "[wait]\nyield = backoff ; for the pool\nmodules = ; all\n"
                               "spin-tries = 7\n";
    char path[PROCESS_PATH];
    struct policy policy;
    policy_init(&policy, blas_routines);
    cr_assert(process_save_file(text, sizeof text - 1, path));
    int error = policy_load(&policy, path, keep_message, NULL);
    unlink(path);
    cr_assert_eq(error, 0, "%s", heard);
    cr_expect_eq(policy.wait.yield, POLICY_YIELD_BACKOFF);
    cr_expect_str_eq(policy.wait.modules, "");
    cr_expect_eq(policy.wait.spin_tries, 7);
}

Test(policy_wait, what_a_name_stands_for)
{
    static const struct {
        const char *modules, *path;
        bool covered;
    } rows[] = {
        {"", "/usr/lib/libfoo.so", true},
        {"", "", true},
        {"libfoo", "/usr/lib/libfoo.so", true},
        {"libfoo.so", "/usr/lib/libfoo.so", true},
        {"libfoo.so.1", "/usr/lib/libfoo.so", false},
        {"libopenblas", "/usr/lib/openblas-pthread/libopenblasp-r0.3.21.so", true},
        {"libopenblas", "/usr/lib/openblas-pthread/libblas.so.3", false},
        {"openblas-pthread", "/usr/lib/openblas-pthread/libblas.so.3", true},
        {"libbar,libfoo", "libfoo.so", true},
        {"libbar,libfoo", "/usr/lib/foo/libfo.so", false},
        {"foo", "/usr/lib/libfoo.so", false},
        {"usr", "/usr/lib/libfoo.so", false}, // a folder further up
        {"lib", "/usr/lib/a.so", true},
        {"a.out", "/home/a.out", true},
        {"libfoo", "", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(policy_module_covers(rows[i].modules, rows[i].path), rows[i].covered,
                     "%s in %s", rows[i].modules, rows[i].path);
}
