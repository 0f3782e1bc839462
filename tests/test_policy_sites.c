// SPDX-License-Identifier: MIT
// Sections of sites: their names, and which of them holds for a region.
#include "policy/policy.h"
#include "shim/names/routines.h"
#include "tests/process.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(rows) (sizeof rows / sizeof rows[0])

static void keep_message(void *context, const char *message)
{
    strcpy(context, message);
}

static void set(struct policy *policy, const char *section, const char *key, const char *value)
{
    char heard[1024] = "";
    cr_assert_eq(policy_set(policy, section, key, value, "t", keep_message, heard), 0, "%s", heard);
}

static void expect_bad_section(const char *section, const char *message)
{
    struct policy policy;
    char heard[1024] = "";
    policy_init(&policy, blas_routines);
    cr_assert_eq(policy_set(&policy, section, "mode", "off", "t", keep_message, heard), -EINVAL,
                 "%s", section);
    cr_assert_str_eq(heard, message);
    cr_assert_eq(policy.site_count, 0);
}

// Loads `text`; what is heard, without the file's name, goes to `heard`.
static int load(struct policy *policy, const char *text, char heard[2048])
{
    char path[PROCESS_PATH], message[4096] = "";
    cr_assert(process_save_file(text, strlen(text), path));
    policy_init(policy, blas_routines);
    int error = policy_load(policy, path, keep_message, message);
    unlink(path);
    strcpy(heard, error ? message + strlen(path) : "");
    return error;
}

static struct policy load_good(const char *text)
{
    struct policy policy;
    char heard[2048];
    cr_assert_eq(load(&policy, text, heard), 0, "%s", heard);
    return policy;
}

// The team size that is in force, and -1 - size where no section names the site.
static int team_of(const struct policy *policy, const char *module, uint64_t offset,
                   const char *symbol)
{
    struct policy_region region;
    bool named = policy_region_of(policy, module, offset, symbol, &region);
    return named ? region.team : -1 - region.team;
}

Test(policy_sites, sections_of_a_file)
{
    struct policy policy = load_good("[region]\nmode = off\nlearn = off\n"
                                     "[region libfoo.so+0x1a40]\nmode = trim\nteam = 1\n"
                                     "[region  solve._omp_fn.0] ; hot\nlearn = on\n");
    struct policy_region region;
    cr_assert_eq(policy.site_count, 2);
    cr_assert_str_eq(policy.sites[1].name, "solve._omp_fn.0");
    cr_assert(policy_region_of(&policy, "libfoo.so", 0x1a40, "solve._omp_fn.0", &region));
    cr_assert(region.mode == POLICY_REGION_TRIM && region.team == 1 && region.learn);
    cr_assert(policy_region_of(&policy, "libbar.so", 0x1a40, "solve._omp_fn.0", &region));
    cr_assert(region.mode == POLICY_REGION_OFF && region.team == 0 && region.learn);
    cr_assert_not(policy_region_of(&policy, "libfoo.so", 0x1a41, NULL, &region));
    cr_assert(region.mode == POLICY_REGION_OFF && region.team == 0 && !region.learn);
}

Test(policy_sites, narrower_section_wins_in_any_order)
{
    static const char *const sections[] = {"region", "region m.so", "region f._omp_fn.1",
                                           "region m.so+0x10"};
    static const char *const values[] = {"2", "3", "4", "5"};
    for (size_t first = 0; first < COUNT(sections); first++) {
        struct policy policy;
        policy_init(&policy, blas_routines);
        for (size_t i = 0; i < COUNT(sections); i++) {
            size_t row = first % 2 ? (first + i) % 4 : (first + 4 - i) % 4;
            set(&policy, sections[row], "team", values[row]);
        }
        cr_assert_eq(team_of(&policy, "m.so", 0x10, "f._omp_fn.1"), 5);
        cr_assert_eq(team_of(&policy, "m.so", 0x10, NULL), 5);
        cr_assert_eq(team_of(&policy, "m.so", 0x11, "f._omp_fn.1"), 4);
        cr_assert_eq(team_of(&policy, "n.so", 0x10, "f._omp_fn.1"), 4);
        cr_assert_eq(team_of(&policy, "m.so", 0x11, "g._omp_fn.1"), 3);
        cr_assert_eq(team_of(&policy, "n.so", 0x10, "g._omp_fn.1"), -3);
    }
}

Test(policy_sites, full_in_a_narrower_section_wins)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    set(&policy, "region m.so", "team", "4");
    set(&policy, "region f", "team", "full");
    cr_assert_eq(team_of(&policy, "m.so", 0, "f"), 0);
}

Test(policy_sites, empty_section_names_its_site)
{
    struct policy policy = load_good("[region m.so]\n");
    cr_assert_eq(team_of(&policy, "m.so", 0, NULL), 0);
    cr_assert_eq(team_of(&policy, "m.so.6", 0, NULL), -1);
}

// Both kinds of overrides mark their keys by rows of one table.
Test(policy_sites, routine_sections_and_sites_do_not_mix)
{
    struct policy policy = load_good("[region a]\nteam = 7\n[blas ddot]\nkernel = off\n"
                                     "[region b]\nlearn = off\n[blas dot]\nfortran = off\n");
    cr_assert_eq(policy.override_count, 2);
    cr_assert_eq(policy.site_count, 2);
    cr_assert_eq(policy.overrides[0].values.kernel, POLICY_KERNEL_OFF);
    cr_assert_eq(policy.blas.kernel, POLICY_KERNEL_AUTO);
    cr_assert(policy.region.learn);
    cr_assert_eq(team_of(&policy, "a", 0, NULL), 7);
    cr_assert_eq(team_of(&policy, "b", 0, NULL), 0);
}

Test(policy_sites, names_keep_their_case)
{
    struct policy policy = load_good("[region libFoo.so]\nteam = 2\n[region libfoo.so]\nteam = 3\n"
                                     "[region _ZN3Foo3barEv._omp_fn.0]\nteam = 4\n");
    cr_assert_eq(team_of(&policy, "libFoo.so", 0, NULL), 2);
    cr_assert_eq(team_of(&policy, "libfoo.so", 0, NULL), 3);
    cr_assert_eq(team_of(&policy, "x", 0, "_ZN3Foo3barEv._omp_fn.0"), 4);
    cr_assert_eq(team_of(&policy, "x", 0, "_zn3foo3barev._omp_fn.0"), -1);
}

Test(policy_sites, spelling_of_an_offset_is_free)
{
    static const char *const sections[] = {
        "region libstdc++.so+0x1a4f", "region libstdc++.so+0X1A4F",
        "region libstdc++.so+0x00001a4F", "region   libstdc++.so+0x1a4f  "};
    for (size_t i = 0; i < COUNT(sections); i++) {
        struct policy policy;
        policy_init(&policy, blas_routines);
        set(&policy, sections[i], "team", "9");
        set(&policy, sections[0], "learn", "off");
        cr_assert_eq(policy.site_count, 1);
        cr_assert_eq(team_of(&policy, "libstdc++.so", 0x1a4f, NULL), 9, "%s", sections[i]);
    }
}

Test(policy_sites, any_offset_can_be_named)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    set(&policy, "region a+0xffffffffffffffff", "team", "2");
    set(&policy, "region a+0x0", "team", "3");
    cr_assert_eq(team_of(&policy, "a", UINT64_MAX, NULL), 2);
    cr_assert_eq(team_of(&policy, "a", 0, NULL), 3);
}

Test(policy_sites, names_may_hold_blanks_and_odd_bytes)
{
    struct policy policy = load_good("[region my lib;#=.so]\nteam = 2\n[region libstdc++.so.6]\n"
                                     "team = 3\n[region \xC3\xA9t\xC3\xA9]\nteam = 4\n");
    cr_assert_eq(team_of(&policy, "my lib;#=.so", 0, NULL), 2);
    cr_assert_eq(team_of(&policy, "libstdc++.so.6", 0, NULL), 3);
    cr_assert_eq(team_of(&policy, "\xC3\xA9t\xC3\xA9", 0, NULL), 4);
}

Test(policy_sites, names_that_no_site_can_have)
{
#define EXPECTED \
    "; expected a module (libfoo.so), a symbol (solve._omp_fn.0) or a place (libfoo.so+0x1a40)"
    expect_bad_section("region libfoo.so+0x", "t: bad site 'libfoo.so+0x'" EXPECTED);
    expect_bad_section("region libfoo.so+0x1g", "t: bad site 'libfoo.so+0x1g'" EXPECTED);
    expect_bad_section("region a+0x10000000000000000",
                       "t: bad site 'a+0x10000000000000000'" EXPECTED);
    expect_bad_section("region +0x10", "t: bad site '+0x10'" EXPECTED);
    expect_bad_section("region a\nb", "t: bad site 'a?b'" EXPECTED);
    expect_bad_section("region /usr/lib/libfoo.so",
                       "t: bad site '/usr/lib/libfoo.so'; expected a file's name without its "
                       "folder; did you mean 'libfoo.so'?");
    expect_bad_section("region lib/", "t: bad site 'lib/'; expected a file's name without its "
                                      "folder");
}

Test(policy_sites, long_names)
{
    char section[512], message[512], name[POLICY_SITE_LENGTH];
    struct policy policy;
    policy_init(&policy, blas_routines);
    snprintf(name, sizeof name, "%0*d", POLICY_SITE_LENGTH - 1, 0);
    snprintf(section, sizeof section, "region %s", name);
    set(&policy, section, "team", "2");
    cr_assert_eq(team_of(&policy, "m", 1, name), 2);
    cr_assert_eq(team_of(&policy, name, 1, NULL), 2);
    snprintf(section, sizeof section, "region %s0", name);
    snprintf(message, sizeof message,
             "t: site '%060d...' too long; expected at most 200 bytes, or a place such as "
             "libfoo.so+0x1a40",
             0);
    expect_bad_section(section, message);
}

Test(policy_sites, errors_in_a_file_have_lines)
{
    static const char *const rows[][2] = {
        {"[region a.out]\nmode = trim\n[blas]\n[region a.out]\nmode = off\n",
         ":5: key 'mode' for the second time in [region a.out]; expected it once"},
        {"[region a.out+0x1F]\nmode = lazyy\n",
         ":2: bad value 'lazyy' for mode; expected off, lazy or trim; did you mean 'lazy'?"},
        {"[region a.out+0x1F]\ntaem = 2\n",
         ":2: unknown key 'taem' in [region a.out+0x1f]; did you mean 'team'?"},
        {"\n[region bin/a.out]\nmode = off\n",
         ":2: bad site 'bin/a.out'; expected a file's name without its folder; did you mean "
         "'a.out'?"},
        {"[team 4]\n", ":1: unknown section [team 4]; expected [team]"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct policy policy;
        char heard[2048];
        cr_assert_eq(load(&policy, rows[i][0], heard), -EINVAL);
        cr_assert_str_eq(heard, rows[i][1]);
        cr_assert_eq(policy.site_count, 0);
    }
}

Test(policy_sites, one_key_may_stand_in_many_sites)
{
    struct policy policy = load_good("[blas]\nkernel = off\n[region]\nmode = off\n"
                                     "[region a]\nmode = lazy\n[region b]\nmode = trim\n");
    cr_assert_eq(policy.sites[0].values.mode, POLICY_REGION_LAZY);
    cr_assert_eq(policy.sites[1].values.mode, POLICY_REGION_TRIM);
}

Test(policy_sites, more_sites_than_overrides_are_an_error)
{
    struct policy policy;
    char heard[1024] = "", section[32];
    policy_init(&policy, blas_routines);
    for (int i = 0; i <= POLICY_SITES; i++) {
        snprintf(section, sizeof section, "region s%d", i);
        cr_assert_eq(policy_set(&policy, section, "team", "5", "t", keep_message, heard),
                     i < POLICY_SITES ? 0 : -EINVAL);
    }
    cr_assert_str_eq(heard, "t: too many sections; expected at most 128 sites");
    cr_assert_eq(team_of(&policy, "s127", 0, NULL), 5);
    cr_assert_eq(team_of(&policy, "s128", 0, NULL), -1);
    set(&policy, "region s127", "team", "6");
    cr_assert_eq(team_of(&policy, "s127", 0, NULL), 6);
}

Test(policy_sites, failed_setting_leaves_no_trace)
{
    static struct policy policy, before;
    policy_init(&policy, blas_routines);
    set(&policy, "region a", "team", "2");
    memcpy(&before, &policy, sizeof policy);
    cr_assert_eq(policy_set(&policy, "region b", "mode", "x", "t", NULL, NULL), -EINVAL);
    cr_assert_eq(policy_set(&policy, "region a", "mode", "x", "t", NULL, NULL), -EINVAL);
    cr_assert_eq(policy_set(&policy, "region c", "modes", "off", "t", NULL, NULL), -EINVAL);
    cr_assert_eq(policy_set(&policy, "blas ddot", "kernel", "x", "t", NULL, NULL), -EINVAL);
    cr_assert_eq(memcmp(&policy, &before, sizeof policy), 0);
}
