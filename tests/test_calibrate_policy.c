// SPDX-License-Identifier: MIT
// What calibrate writes: the policy's text; and the verdict on noise.
#include <criterion/criterion.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "policy/policy.h"
#include "shim/cli/measure/caches.h"
#include "shim/cli/measure/noise.h"
#include "shim/cli/measure/policy_text.h"
#include "shim/cli/measure/probe.h"
#include "shim/names/routines.h"
#include "tests/calibrate_world.h"
#include "tests/machine_tree.h"
#include "tests/process.h"

static struct machine_tree tree;

static void make_tree(void)
{
    machine_tree_make(&tree);
}

static void remove_tree(void)
{
    machine_tree_remove(&tree);
}

TestSuite(calibrate_policy, .init = make_tree, .fini = remove_tree);

static const char *path_of(const char *name)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", tree.root, name);
    return path;
}

static void fail_with(void *context, const char *message)
{
    (void)context;
    cr_assert_fail("%s", message);
}

// Writes the text, reads it over the defaults, and leaves it in `text` (freed by the caller).
static struct policy load(const struct calibration *c, char **text)
{
    struct policy policy;
    FILE *file = fopen(path_of("policy.ini"), "w");
    cr_assert_not_null(file);
    policy_text_write(file, c);
    cr_assert_eq(fclose(file), 0);
    policy_init(&policy, blas_routines);
    policy_load(&policy, path_of("policy.ini"), fail_with, NULL);
    *text = process_load_file(path_of("policy.ini"));
    return policy;
}

static struct policy_blas blas_of(const struct policy *policy, const char *name)
{
    const struct policy_routine *routine = blas_routines;
    while (strcmp(routine->name, name) != 0)
        routine++;
    return policy_blas_of(policy, routine);
}

// ---- the text

Test(calibrate_policy, text_says_what_was_found)
{
    struct calibration c;
    char *text;
    world_fill(&c);
    struct policy policy = load(&c, &text);
    cr_assert_eq(policy.blas.bytes_per_thread, c.fits.general[PARKED].bytes);
    cr_assert_eq(policy.blas.bytes_per_thread_spinning, c.fits.general[SPINNING].bytes);
    for (int i = 0; i < FITS_BASES; i++) {
        char name[16];
        // The precision comes after the i of an index.
        bool index = strncmp(fits_bases[i].base, "ia", 2) == 0;
        index |= strncmp(fits_bases[i].base, "iam", 3) == 0;
        snprintf(name, sizeof name, index ? "id%s" : "d%s", fits_bases[i].base + index);
        struct policy_blas own = blas_of(&policy, name);
        cr_assert_eq(own.bytes_per_thread, c.fits.own.bytes[i][PARKED], "%s", name);
        cr_assert_eq(own.bytes_per_thread_spinning, c.fits.own.bytes[i][SPINNING], "%s", name);
    }
    cr_assert_gt(blas_of(&policy, "drot").bytes_per_thread_spinning,
                 2 * policy.blas.bytes_per_thread_spinning);
    free(text);
    cells_free(&c.crossover.cells);
}

Test(calibrate_policy, text_has_strides_of_single_routines_and_the_model)
{
    struct calibration c;
    char *text;
    world_fill(&c);
    struct policy policy = load(&c, &text);
    cr_assert_eq(policy.blas.strided, STRIDED_ORIGINAL);
    cr_assert_eq(blas_of(&policy, "ddot").strided, STRIDED_KERNEL);
    cr_assert_eq(blas_of(&policy, "daxpy").strided, STRIDED_ORIGINAL);
    for (int i = 0; i < CHUNK_COEFFICIENTS; i++)
        cr_assert_float_eq(policy.loop.model[i], c.model.coefficients[i], 1e-3);
    free(text);
    cells_free(&c.crossover.cells);
}

Test(calibrate_policy, text_names_the_machine_and_all_that_was_measured)
{
    static const char *const words[] = {"\n; machine: Abacus 3000, 2 CPUs\n",
                                        "libgomp              2  spinning",
                                        "libomp 14            2  parked",
                                        "60 ns each of two within a group",
                                        "140 ns across groups",
                                        "L1 (32K)",
                                        "openblas-openmp 0.3.21",
                                        "parked: its team does not park",
                                        "; strided = original",
                                        "off by a factor of 1.32"};
    struct calibration c;
    char *text;
    world_fill(&c);
    load(&c, &text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_assert_not_null(strstr(text, words[i]), "'%s' is not in:\n%s", words[i], text);
    free(text);
    cells_free(&c.crossover.cells);
}

Test(calibrate_policy, text_of_one_cpu_keeps_the_defaults_and_says_why)
{
    struct policy defaults;
    struct calibration c = {.machine = "Abacus, 1 CPUs",
                            .cpus = 1,
                            .built_in = {393216, 65536},
                            .no_crossover = "one CPU: there is no team",
                            .model.why = "one CPU: there is no team"};
    char *text;
    struct policy policy = load(&c, &text);
    policy_init(&defaults, blas_routines);
    cr_assert_eq(memcmp(&policy, &defaults, sizeof policy), 0);
    cr_assert_not_null(strstr(text, "; bytes-per-thread = 384K\n"), "%s", text);
    cr_assert_not_null(strstr(text, "; bytes-per-thread-spinning = 64K\n"), "%s", text);
    cr_assert_not_null(strstr(text, "(one CPU: there is no team)"), "%s", text);
    free(text);
}

Test(calibrate_policy, text_says_what_became_of_teams_of_mkl)
{
    struct calibration c;
    char *text;
    world_fill(&c);
    for (size_t i = 0; i < c.crossover.cells.count; i++)
        c.crossover.cells.items[i].adjustable =
            c.crossover.cells.items[i].waiting == PARKED || i % 2 == 0;
    fits_find(&c.fits, &c.crossover.cells, c.built_in);
    load(&c, &text);
    cr_assert_not_null(strstr(text, "; (of MKL alone, "), "%s", text);
    cr_assert_not_null(strstr(text, " of MKL, whose team grows by a thread"), "%s", text);
    free(text);
    cells_free(&c.crossover.cells);
}

// It may be smaller than what was asked for.
Test(calibrate_policy, text_has_the_teams_that_libraries_gave)
{
    struct calibration c;
    char *text;
    world_fill(&c);
    for (size_t i = 0; i < c.crossover.cells.count; i++)
        c.crossover.cells.items[i].team = 3;
    c.crossover.teams[0] = 4;
    load(&c, &text);
    cr_assert_not_null(strstr(text, ";        3 threads spinning"), "%s", text);
    cr_assert_null(strstr(text, "4 threads"), "%s", text);
    free(text);
    cells_free(&c.crossover.cells);
}

Test(calibrate_policy, text_says_where_a_team_never_or_always_wins)
{
    struct calibration c;
    char *text;
    world_fill(&c);
    for (size_t i = 0; i < c.crossover.cells.count; i++) {
        struct cell *cell = &c.crossover.cells.items[i];
        double team = cell->waiting == PARKED ? 3 * cell->kernel : cell->kernel / 3;
        cell->team_ns = cell->half_team[0] = cell->half_team[1] = team;
    }
    fits_find(&c.fits, &c.crossover.cells, c.built_in);
    load(&c, &text);
    cr_assert_not_null(strstr(text, "the team wins at no size measured"), "%s", text);
    cr_assert_not_null(strstr(text, "at every size measured the team won"), "%s", text);
    free(text);
    cells_free(&c.crossover.cells);
}

// ---- noise

static bool is_refused(struct noise noise, const char *word)
{
    char why[512] = "";
    bool refused = noise_is_too_much(&noise, why, sizeof why);
    if (refused) {
        cr_assert_not_null(strstr(why, word), "%s", why);
        cr_assert_not_null(strstr(why, "limit"), "%s", why);
        cr_assert_not_null(strstr(why, "taskset"), "%s", why);
    }
    return refused;
}

Test(calibrate_policy, a_quiet_machine_passes)
{
    cr_assert_not(is_refused((struct noise){0.02, 0.01, 0.005, 1.1, 0}, ""));
    cr_assert_not(is_refused((struct noise){0, 0, 0, 1, 0}, ""));
}

Test(calibrate_policy, each_kind_of_noise_is_refused_with_its_figure)
{
    cr_assert(is_refused((struct noise){0.02, 0.5, 0, 1, 0}, "50 %"));
    cr_assert(is_refused((struct noise){0.8, 0.01, 0, 1, 0}, "0.80"));
    cr_assert(is_refused((struct noise){0.02, 0.01, 0.3, 8, 0}, "factor of 8.0"));
}

Test(calibrate_policy, noise_under_a_quota_names_it)
{
    cr_assert(is_refused((struct noise){.taken = 0.2, .quota = 1.5}, "quota of 1.5 CPUs"));
    cr_assert_not(is_refused((struct noise){.taken = 0.01, .quota = 1.5}, ""));
}

// Threads beyond the quota are stopped by the kernel, which is not noise of others.
Test(calibrate_policy, the_probe_stays_within_a_quota)
{
    static const struct {
        int cpus;
        double quota;
        int threads;
    } rows[] = {{1, 0, 1},   {8, 0, 8},  {2, 1.5, 1},
                {3, 2.5, 2}, {2, 2, 2},  {1, 0.5, 1},
                {1, 1, 1},   {4, 64, 4}, {PROBE_CPUS + 9, 0, PROBE_CPUS}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct probe probe;
        probe_plan(&probe, rows[i].cpus, rows[i].quota);
        cr_assert_eq(probe.cpus, rows[i].threads, "row %zu", i);
        cr_assert_gt(probe.busy, 0);
        cr_assert(rows[i].quota > 0 ? probe.cpus * probe.busy < rows[i].quota : probe.busy == 1);
    }
}

Test(calibrate_policy, thresholds_may_differ_where_that_costs_nothing)
{
    cr_assert_not(is_refused((struct noise){0.02, 0.01, 0.001, 8, 0}, ""));
    cr_assert_not(is_refused((struct noise){0.02, 0.01, 0.3, 1.1, 0}, ""));
}

Test(calibrate_policy, hopeless_is_more_than_noisy)
{
    char why[512];
    cr_assert(noise_is_hopeless(&(struct noise){.taken = 0.6}, why, sizeof why));
    cr_assert_not(noise_is_hopeless(&(struct noise){.taken = 0.1}, why, sizeof why));
    cr_assert_not(noise_is_hopeless(&(struct noise){.spread = 9}, why, sizeof why));
}

// ---- caches

Test(calibrate_policy, caches_are_read_below_the_root)
{
    static const struct machine_tree_file files[] = {
        {"/sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n"},
        {"/sys/devices/system/cpu/cpu0/cache/index0/level", "1\n"},
        {"/sys/devices/system/cpu/cpu0/cache/index0/size", "48K\n"},
        {"/sys/devices/system/cpu/cpu0/cache/index1/type", "Instruction\n"},
        {"/sys/devices/system/cpu/cpu0/cache/index1/level", "1\n"},
        {"/sys/devices/system/cpu/cpu0/cache/index1/size", "32K\n"},
        {"/sys/devices/system/cpu/cpu0/cache/index2/type", "Unified\n"},
        {"/sys/devices/system/cpu/cpu0/cache/index2/level", "2\n"},
        {"/sys/devices/system/cpu/cpu0/cache/index2/size", "2M\n"},
        {NULL, NULL}};
    struct caches caches;
    machine_tree_fill(&tree, files);
    caches_read(&caches, tree.root);
    cr_assert_eq(caches.bytes[0], 48 << 10);
    cr_assert_eq(caches.bytes[1], 2 << 20);
    cr_assert_eq(caches.bytes[2], 0);
}

Test(calibrate_policy, caches_of_a_root_without_them_are_unknown)
{
    struct caches caches;
    caches_read(&caches, tree.root);
    for (int i = 0; i < CACHES_LEVELS; i++)
        cr_assert_eq(caches.bytes[i], 0);
}
