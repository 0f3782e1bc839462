// SPDX-License-Identifier: MIT
// Values of [region], [team] and [loop] at their limits, and what is said about bad ones.
#include "policy/policy.h"
#include "shim/names/routines.h"
#include "tests/process.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <float.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(rows) (sizeof rows / sizeof rows[0])

static void keep_message(void *context, const char *message)
{
    strcpy(context, message);
}

static struct policy set_one(const char *section, const char *key, const char *value)
{
    struct policy policy;
    char heard[1024] = "";
    policy_init(&policy, blas_routines);
    int error = policy_set(&policy, section, key, value, "t", keep_message, heard);
    cr_assert_eq(error, 0, "%s", heard);
    return policy;
}

static void expect_bad(const char *section, const char *key, const char *value, const char *message)
{
    static struct policy policy, before;
    char heard[1024] = "";
    policy_init(&before, blas_routines);
    memcpy(&policy, &before, sizeof policy);
    cr_assert_eq(policy_set(&policy, section, key, value, "t", keep_message, heard), -EINVAL,
                 "%s = %s", key, value);
    cr_assert_str_eq(heard, message);
    cr_assert_eq(memcmp(&policy, &before, sizeof policy), 0, "%s = %s", key, value);
}

// All of `values` get the same complaint, up to the value.
static void expect_all_bad(const char *section, const char *key, const char *const *values,
                           const char *expected)
{
    for (; *values; values++) {
        char message[1024];
        snprintf(message, sizeof message, "t: bad value '%s' for %s; expected %s", *values, key,
                 expected);
        expect_bad(section, key, *values, message);
    }
}

#define BAD(section, key, expected, ...) \
    expect_all_bad(section, key, (const char *const[]){__VA_ARGS__, NULL}, expected)

Test(policy_values, defaults_are_those_of_the_interface)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    cr_assert_eq(policy.region.mode, POLICY_REGION_LAZY);
    cr_assert(policy.region.learn);
    cr_assert_eq(policy.region.team, 0);
    cr_assert_eq(policy.team.cap, POLICY_CAP_QUOTA);
    cr_assert_eq(policy.team.cap_number, 0);
    cr_assert_eq(policy.loop.chunk, POLICY_LOOP_ADAPTIVE);
    cr_assert_eq(policy.loop.block, 20000);
    cr_assert_eq(policy.loop.balance, 256);
    for (int i = 0; i < POLICY_MODEL_COEFFICIENTS; i++)
        cr_assert_eq(policy.loop.model[i], 0);
    cr_assert_eq(policy.wait.yield, POLICY_YIELD_KEEP);
    cr_assert_str_eq(policy.wait.modules, "");
    cr_assert_eq(policy.wait.spin_tries, 50);
    cr_assert_eq(policy.site_count, 0);
}

Test(policy_values, modes_of_regions)
{
    cr_assert_eq(set_one("region", "mode", "off").region.mode, POLICY_REGION_OFF);
    cr_assert_eq(set_one("region", "mode", "lazy").region.mode, POLICY_REGION_LAZY);
    cr_assert_eq(set_one("region", "mode", "trim").region.mode, POLICY_REGION_TRIM);
    expect_bad("region", "mode", "lasy",
               "t: bad value 'lasy' for mode; expected off, lazy or trim; did you mean 'lazy'?");
}

Test(policy_values, team_sizes)
{
    cr_assert_eq(set_one("region a", "team", "1").sites[0].values.team, 1);
    cr_assert_eq(set_one("region a", "team", "65536").sites[0].values.team, 65536);
    struct policy policy = set_one("region a", "team", "8");
    cr_assert_eq(policy_set(&policy, "region a", "team", "full", "t", NULL, NULL), 0);
    cr_assert_eq(policy.sites[0].values.team, 0);
    BAD("region a", "team", "a number of threads from 1 to 65536, or full", "", "0", "65537", "-1",
        "4294967297", "18446744073709551617", "1K", " 1", "2 ");
    expect_bad("region a", "team", "Full",
               "t: bad value 'Full' for team; expected a number of threads from 1 to 65536, or "
               "full; did you mean 'full'?");
}

Test(policy_values, caps)
{
    static const struct {
        const char *text;
        unsigned cap;
        int number;
    } rows[] = {{"off", 0, 0},
                {"quota", POLICY_CAP_QUOTA, 0},
                {"physical", POLICY_CAP_PHYSICAL, 0},
                {"performance", POLICY_CAP_PERFORMANCE, 0},
                {"quota,physical", POLICY_CAP_QUOTA | POLICY_CAP_PHYSICAL, 0},
                {"performance ,\tphysical,  quota", 7, 0},
                {"quota,quota", POLICY_CAP_QUOTA, 0},
                {"1", 0, 1},
                {"65536", 0, 65536}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct policy policy = set_one("team", "cap", rows[i].text);
        cr_assert_eq(policy.team.cap, rows[i].cap, "%s", rows[i].text);
        cr_assert_eq(policy.team.cap_number, rows[i].number, "%s", rows[i].text);
    }
}

Test(policy_values, bad_caps)
{
#define EXPECTED \
    "off, some of quota, physical and performance (comma-separated), or a number from 1 to 65536"
    BAD("team", "cap", EXPECTED, "", ",", "quota,,physical", "quota physical", "0", "-4", "65537",
        "2.5", "on", "quotaphysical");
    expect_bad("team", "cap", "quota,",
               "t: bad value 'quota,' for cap; expected " EXPECTED "; did you mean 'quota'?");
    expect_bad("team", "cap", "physical,off",
               "t: bad value 'physical,off' for cap; expected " EXPECTED
               "; did you mean 'physical'?");
    expect_bad("team", "cap", "quota,4",
               "t: bad value 'quota,4' for cap; expected " EXPECTED "; did you mean 'quota'?");
    expect_bad("team", "cap", "phisical",
               "t: bad value 'phisical' for cap; expected " EXPECTED "; did you mean 'physical'?");
}

Test(policy_values, number_takes_the_place_of_a_list)
{
    struct policy policy = set_one("team", "cap", "physical,quota");
    cr_assert_eq(policy_set(&policy, "team", "cap", "3", "t", NULL, NULL), 0);
    cr_assert_eq(policy.team.cap, 0);
    cr_assert_eq(policy.team.cap_number, 3);
    cr_assert_eq(policy_set(&policy, "team", "cap", "off", "t", NULL, NULL), 0);
    cr_assert_eq(policy.team.cap_number, 0);
}

Test(policy_values, chunks)
{
    cr_assert_eq(set_one("loop", "chunk", "keep").loop.chunk, POLICY_LOOP_KEEP);
    cr_assert_eq(set_one("loop", "chunk", "adaptive").loop.chunk, POLICY_LOOP_ADAPTIVE);
    cr_assert_eq(set_one("loop", "chunk", "model").loop.chunk, POLICY_LOOP_MODEL);
    cr_assert_eq(set_one("loop", "chunk", "balanced").loop.chunk, POLICY_LOOP_BALANCED);
    expect_bad("loop", "chunk", "balance",
               "t: bad value 'balance' for chunk; expected keep, adaptive, model or balanced; did "
               "you mean 'balanced'?");
}

Test(policy_values, times)
{
    cr_assert_eq(set_one("loop", "block", "1ns").loop.block, 1);
    cr_assert_eq(set_one("loop", "block", "35us").loop.block, 35000);
    cr_assert_eq(set_one("loop", "block", "007ms").loop.block, 7000000);
    cr_assert_eq(set_one("loop", "block", "10s").loop.block, UINT64_C(10000000000));
    cr_assert_eq(set_one("loop", "block", "10000000000ns").loop.block, UINT64_C(10000000000));
    BAD("loop", "block", "a time such as 20us (units ns, us, ms, s), from 1ns to 10s", "", "20",
        "0us", "us", "11s", "10001ms", "10000000001ns", "-1us", "1.5us", "20 us", "20us ", "20US",
        "20\u00b5s", "1m", "18446744073709551617ns", "18446744073709552s");
}

Test(policy_values, blocks_of_a_thread)
{
    cr_assert_eq(set_one("loop", "balance", "1").loop.balance, 1);
    cr_assert_eq(set_one("loop", "balance", "1000000").loop.balance, 1000000);
    BAD("loop", "balance", "a number from 1 to 1000000", "", "0", "1000001", "-1", "1K", "1e3",
        "18446744073709551617");
}

Test(policy_values, coefficients_of_the_model)
{
    static const char *const keys[] = {"model-scale", "model-groups",  "model-threads",
                                       "model-read",  "model-written", "model-compute"};
    struct policy policy;
    policy_init(&policy, blas_routines);
    for (int i = 0; i < POLICY_MODEL_COEFFICIENTS; i++) {
        char value[] = {'-', (char)('1' + i), '.', '5', '\0'};
        cr_assert_eq(policy_set(&policy, "loop", keys[i], value, "t", NULL, NULL), 0);
    }
    for (int i = 0; i < POLICY_MODEL_COEFFICIENTS; i++)
        cr_assert_eq(policy.loop.model[i], -(i + 1.5));
}

// Digits and exponents for which the result must be the nearest double, as the compiler has it.
Test(policy_values, decimals)
{
    static const struct {
        const char *text;
        double value;
    } rows[] = {{"0", 0},
                {"-0.25", -0.25},
                {"0.1", 0.1},
                {"-3.14159265358979", -3.14159265358979},
                {"1e3", 1e3},
                {"1E+03", 1e3},
                {"2.5e-07", 2.5e-07},
                {"123456789012345e-22", 123456789012345e-22},
                {"00000000000000000000000001.5", 1.5},
                {"100000000000000000000", 1e20},
                {"0.0000000000000000000012", 1.2e-21},
                {".5", 0.5},
                {"7.", 7},
                {"0e999", 0},
                {"1e-999", 0}};
    for (size_t i = 0; i < COUNT(rows); i++)
        cr_assert_eq(set_one("loop", "model-read", rows[i].text).loop.model[POLICY_MODEL_READ],
                     rows[i].value, "%s", rows[i].text);
}

// What a calibration writes with all 17 digits comes back to a few units of the last place.
Test(policy_values, long_decimals_are_near)
{
    static const double values[] = {1 / 3.0, 1e-9 / 7, 2e19 / 3, DBL_MAX / 3, 7e-300, 1 - 1e-16};
    for (size_t i = 0; i < COUNT(values); i++) {
        char text[64];
        snprintf(text, sizeof text, "%.17g", values[i]);
        double read = set_one("loop", "model-scale", text).loop.model[POLICY_MODEL_SCALE];
        cr_assert(read >= values[i] * (1 - 2e-15) && read <= values[i] * (1 + 2e-15), "%s", text);
    }
}

Test(policy_values, bad_decimals)
{
    BAD("loop", "model-compute", "a decimal number such as -0.25 or 3e-4", "", "-", ".", "-.", "+1",
        "1,5", "1.2.3", "1e", "1e+", "e5", ".e5", "1e1000", "1e999", "1e309", "--1", " 1", "1 ",
        "nan", "inf", "-infinity", "0x10", "1f", "1_000");
}

// A locale whose decimals have a comma, made here: most machines have none.
static void use_comma(void)
{
    char *folder = process_make_folder(), path[4096], half[8];
    const char *const make[] = {"localedef", "-i", "de_DE", "-f", "ISO-8859-1", path, NULL};
    const char *const clear[] = {"rm", "-rf", folder, NULL};
    struct process_result result;
    snprintf(path, sizeof path, "%s/comma", folder);
    setenv("LOCPATH", folder, 1);
    process_run(make, &(struct process_setup){.timeout_s = 60}, &result);
    process_free(&result);
    bool made = setlocale(LC_ALL, "comma") != NULL;
    process_run(clear, &(struct process_setup){.timeout_s = 20}, &result);
    process_free(&result);
    free(folder);
    if (!made)
        cr_skip_test("no localedef, or nothing to make a locale of");
    snprintf(half, sizeof half, "%g", 0.5);
    cr_assert_str_eq(half, "0,5");
}

// Where the comma parts decimals, strtod reads "0.5" as 0.
Test(policy_values, decimals_do_not_depend_on_the_locale)
{
    use_comma();
    cr_assert_eq(set_one("loop", "model-read", "0.5").loop.model[POLICY_MODEL_READ], 0.5);
    BAD("loop", "model-read", "a decimal number such as -0.25 or 3e-4", "0,5");
}

Test(policy_values, names_of_sections_that_take_none)
{
    expect_bad("team x", "cap", "off", "t: unknown section [team x]; expected [team]");
    expect_bad("loop libfoo.so", "chunk", "keep",
               "t: unknown section [loop libfoo.so]; expected [loop]");
}

Test(policy_values, misspelt_names_get_a_suggestion)
{
    expect_bad("regoin", "mode", "off", "t: unknown section [regoin]; did you mean 'region'?");
    expect_bad("region a.out", "mod", "off",
               "t: unknown key 'mod' in [region a.out]; did you mean 'mode'?");
    expect_bad("region", "kernel", "off",
               "t: unknown key 'kernel' in [region]; expected mode, rescue, learn, team");
    expect_bad("team", "caps", "off", "t: unknown key 'caps' in [team]; did you mean 'cap'?");
    expect_bad("loop", "model_reads", "0",
               "t: unknown key 'model_reads' in [loop]; did you mean 'model-read'?");
}
