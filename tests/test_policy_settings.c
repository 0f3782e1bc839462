// SPDX-License-Identifier: MIT
// Variables and settings (SECTION.KEY=VALUE) on their way from the command to the preloaded
// library.
#include "policy/policy.h"
#include "shim/names/routines.h"
#include "tests/process.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(policy_settings, variables_of_the_new_sections)
{
    static const char *const rows[][3] = {{"TEAMTRIM_REGION_MODE", "region", "mode"},
                                          {"TEAMTRIM_REGION_LEARN", "region", "learn"},
                                          {"TEAMTRIM_TEAM_CAP", "team", "cap"},
                                          {"TEAMTRIM_LOOP_CHUNK", "loop", "chunk"},
                                          {"TEAMTRIM_LOOP_MODEL_SCALE", "loop", "model-scale"},
                                          {"TEAMTRIM_WAIT_YIELD", "wait", "yield"},
                                          {"TEAMTRIM_WAIT_MODULES", "wait", "modules"},
                                          {"TEAMTRIM_WAIT_SPIN_TRIES", "wait", "spin-tries"}};
    struct policy policy;
    policy_init(&policy, blas_routines);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char section[POLICY_SECTION_LENGTH];
        const char *key;
        cr_assert(policy_key_of_variable(&policy, rows[i][0], section, &key), "%s", rows[i][0]);
        cr_assert_str_eq(section, rows[i][1]);
        cr_assert_str_eq(key, rows[i][2]);
    }
}

Test(policy_settings, no_variable_names_a_site)
{
    struct policy policy;
    char section[POLICY_SECTION_LENGTH], variable[POLICY_VARIABLE_LENGTH];
    const char *key;
    policy_init(&policy, blas_routines);
    cr_assert_eq(policy_set(&policy, "region FOO", "mode", "off", "t", NULL, NULL), 0);
    cr_assert_not(policy_key_of_variable(&policy, "TEAMTRIM_REGION_FOO_MODE", section, &key));
    cr_assert_not(policy_key_of_variable(&policy, "TEAMTRIM_TEAM_DDOT_CAP", section, &key));
    cr_assert_eq(policy_variable_of_key("region FOO", "mode", variable), -EINVAL);
    cr_assert_eq(policy_variable_of_key("region\tFOO", "mode", variable), -EINVAL);
}

Test(policy_settings, settings_part_at_the_last_dot)
{
    char setting[] = "region solve._omp_fn.0.mode=a.b=c";
    const char *key, *value;
    cr_assert(policy_split_setting(setting, &key, &value));
    cr_assert_str_eq(setting, "region solve._omp_fn.0");
    cr_assert_str_eq(key, "mode");
    cr_assert_str_eq(value, "a.b=c");
}

Test(policy_settings, settings_that_lack_a_part)
{
    static const char *const texts[] = {"", "region.mode", "mode=off", "mode=a.b", "="};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char setting[32];
        const char *key, *value;
        strcpy(setting, texts[i]);
        cr_assert_not(policy_split_setting(setting, &key, &value));
        cr_assert_str_eq(setting, texts[i]);
    }
}

static void expect_command(const char *const *command, const char *variable, int status,
                           const char *output, const char *error)
{
    const char *environment[] = {variable, NULL};
    struct process_result result;
    process_run(
        command,
        &(struct process_setup){.environment = variable ? environment : NULL, .timeout_s = 20},
        &result);
    cr_assert_eq(result.status, status, "%s%s", result.output, result.error);
    cr_assert_str_eq(result.output, output);
    cr_assert(*error ? strstr(result.error, error) != NULL : *result.error == '\0', "%s",
              result.error);
    process_free(&result);
}

static const char *command_path(void)
{
    static char path[4096];
    const char *build = getenv("TEAMTRIM_BUILD");
    snprintf(path, sizeof path, "%s/teamtrim", build ? build : "build");
    return path;
}

#define RUN(...) ((const char *const[]){command_path(), "run", __VA_ARGS__, NULL})
#define SITE "region solve._omp_fn.0"

Test(policy_settings, run_passes_settings_of_sites)
{
    expect_command(RUN("--set", SITE ".mode=trim", "--set", "region a.out+0x1A.team=1", "--set",
                       "region.mode=off", "printenv", "TEAMTRIM_SET", "TEAMTRIM_REGION_MODE"),
                   NULL, 0, SITE ".mode=trim\nregion a.out+0x1A.team=1\noff\n", "");
    expect_command(RUN("--set", SITE ".learn=off", "printenv", "TEAMTRIM_SET"),
                   "TEAMTRIM_SET=" SITE ".mode=trim", 0, SITE ".mode=trim\n" SITE ".learn=off\n",
                   "");
}

Test(policy_settings, run_rejects_bad_settings_of_sites)
{
    expect_command(RUN("--set", SITE ".mod=trim", "true"), NULL, 2, "",
                   "--set: unknown key 'mod' in [" SITE "]; did you mean 'mode'?\n");
    expect_command(RUN("--set", SITE ".team=0", "true"), NULL, 2, "",
                   "--set: bad value '0' for team; expected a number of threads from 1 to 65536, "
                   "or full\n");
}

Test(policy_settings, library_reads_settings)
{
    expect_command(RUN("true"), "TEAMTRIM_SET=\n" SITE ".mode=trim\nloop.block=5us\n", 0, "", "");
    expect_command(RUN("true"), "TEAMTRIM_SET=region a.learn=on\n" SITE ".mode=trimm", 0, "",
                   "TEAMTRIM_SET: bad value 'trimm' for mode; expected off, lazy or trim; did you "
                   "mean 'trim'?\n");
    expect_command(RUN("true"), "TEAMTRIM_SET=region", 0, "",
                   "TEAMTRIM_SET=region: expected SECTION.KEY=VALUE in each line; ignored\n");
}

Test(policy_settings, variable_of_a_site_is_an_unknown_one)
{
    expect_command(RUN("true"), "TEAMTRIM_REGION_FOO_MODE=off", 0, "",
                   "TEAMTRIM_REGION_FOO_MODE=off: no such setting; `teamtrim check --help` lists "
                   "the keys; ignored\n");
    expect_command(RUN("true"), "TEAMTRIM_LOOP_CHUNKS=keep", 0, "",
                   "TEAMTRIM_LOOP_CHUNKS=keep: no such setting");
    expect_command(RUN("true"), "TEAMTRIM_TEAM_CAP=quotas", 0, "", "did you mean 'quota'?\n");
    expect_command(RUN("true"), "TEAMTRIM_REGION_MODE=trim", 0, "", "");
}
