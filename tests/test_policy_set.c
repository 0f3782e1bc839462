// SPDX-License-Identifier: MIT
// Single keys, as from the environment: values at their limits, messages. Files: test_policy_parse.
#include "policy/policy.h"
#include "shim/names/routines.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void keep_message(void *context, const char *message)
{
    strcpy(context, message);
}

Test(policy_set, sizes)
{
    static const struct {
        const char *text;
        uint64_t bytes;
    } rows[] = {{"0", 0},
                {"007", 7},
                {"1k", 1024},
                {"3G", UINT64_C(3) << 30},
                {"18446744073709551615", UINT64_MAX},
                {"17179869183G", UINT64_C(17179869183) << 30}};
    struct policy policy;
    policy_init(&policy, blas_routines);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert_eq(policy_set(&policy, "blas", "bytes-per-thread", rows[i].text, "t", NULL, NULL),
                     0);
        cr_assert_eq(policy.blas.bytes_per_thread, rows[i].bytes, "%s", rows[i].text);
    }
}

Test(policy_set, bad_sizes)
{
    static const char *const texts[] = {
        "",    "-1",  "+1",   " 1",    "1 ",  "K",           "1KB",
        "1T",  "1.5", "0x10", "1 K",   "1KK", "many",        "18446744073709551616",
        "1e6", "1\n", "１",   "1\xCB", "1+",  "17179869184G"};
    struct policy policy;
    policy_init(&policy, blas_routines);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        cr_assert_eq(policy_set(&policy, "blas", "bytes-per-thread", texts[i], "t", NULL, NULL),
                     -EINVAL, "%s", texts[i]);
        cr_assert_eq(policy.blas.bytes_per_thread, 384 * 1024);
    }
}

Test(policy_set, messages_name_the_origin)
{
    struct policy policy;
    char heard[1024] = "";
    policy_init(&policy, blas_routines);
    cr_assert_eq(policy_set(&policy, "blas", "strided", "orignal", "TEAMTRIM_BLAS_STRIDED",
                            keep_message, heard),
                 -EINVAL);
    cr_assert_str_eq(heard, "TEAMTRIM_BLAS_STRIDED: bad value 'orignal' for strided; expected "
                            "original or kernel; did you mean 'original'?");
}

Test(policy_set, more_routines_than_overrides_are_an_error)
{
    static char names[POLICY_OVERRIDES + 1][8];
    static struct policy_routine routines[POLICY_OVERRIDES + 2];
    struct policy policy;
    char heard[1024] = "";
    policy_init(&policy, routines);
    for (int i = 0; i <= POLICY_OVERRIDES; i++) {
        char section[16];
        snprintf(names[i], sizeof names[i], "r%d", i);
        routines[i] = (struct policy_routine){names[i], names[i]};
        snprintf(section, sizeof section, "blas r%d", i);
        cr_assert_eq(policy_set(&policy, section, "kernel", "off", "t", keep_message, heard),
                     i < POLICY_OVERRIDES ? 0 : -EINVAL);
    }
    cr_assert_str_eq(heard, "t: too many sections; expected at most 128 routines");
}
