// SPDX-License-Identifier: MIT
// Lists of CPUs as the kernel writes them, and texts that are none.
#include "policy/cpus.h"

#include <criterion/criterion.h>

Test(policy_cpus, lists)
{
    static const struct {
        const char *text;
        int count, first, last;
    } rows[] = {{"0", 1, 0, 0},
                {"7\n", 1, 7, 7},
                {"0-3,8", 5, 0, 8},
                {"\t62-65\n", 4, 62, 65},
                {"5-5,4,4-5", 2, 4, 5},
                {"8191", 1, 8191, 8191},
                {"0-8191", 8192, 0, 8191},
                {"1024,2047", 2, 1024, 2047}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cpus cpus;
        cr_assert(cpus_parse_list(&cpus, rows[i].text), "%s", rows[i].text);
        cr_expect_eq(cpus_count(&cpus), rows[i].count, "%s", rows[i].text);
        cr_expect_eq(cpus_next(&cpus, 0), rows[i].first, "%s", rows[i].text);
        cr_expect_eq(cpus_next(&cpus, rows[i].last), rows[i].last, "%s", rows[i].text);
        cr_expect_eq(cpus_next(&cpus, rows[i].last + 1), -1, "%s", rows[i].text);
    }
}

Test(policy_cpus, half_a_list_is_no_list)
{
    static const char *const texts[] = {
        "",     "\n",  "-",   "-1",      "0-",   "3-0",    "0,",         ",0",
        "0,,1", "0 1", "0;1", "0-1-2",   "8192", "0-8192", "4294967296", "99999999999999999999",
        "0-3x", "0x3", "+1",  "0-31:2/4"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct cpus cpus;
        cr_expect_not(cpus_parse_list(&cpus, texts[i]), "%s", texts[i]);
        cr_expect_eq(cpus_count(&cpus), 0, "%s", texts[i]);
    }
}

Test(policy_cpus, sets)
{
    struct cpus all, some;
    cr_assert(cpus_parse_list(&all, "0-127") && cpus_parse_list(&some, "60-70,500"));
    struct cpus kept = all, left = all;
    cpus_keep(&kept, &some);
    cpus_drop(&left, &some);
    cr_expect_eq(cpus_count(&kept), 11);
    cr_expect_eq(cpus_count(&left), 117);
    cr_expect(cpus_have(&kept, 64) && !cpus_have(&left, 64) && !cpus_have(&kept, 500));
    cr_expect_eq(cpus_next(&left, 60), 71);
}
