// SPDX-License-Identifier: MIT
// From times to thresholds: regret, classes and routines of their own, strides, rounding.
#include "shim/cli/measure/fits.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/policy.h"
#include "shim/blas/routine.h"
#include "shim/cli/measure/level1.h"
#include "shim/names/routines.h"
#include "tests/calibrate_world.h"

static const uint64_t built_in[WAITINGS] = {393216, 65536};

static uint64_t K(uint64_t count)
{
    return count << 10;
}

// Shares from 1K on, doubling; the team wins from number `first` on.
enum { LADDER = 12 };
static void fill_ladder(struct trade trades[LADDER], int first)
{
    for (int i = 0; i < LADDER; i++)
        trades[i] = (struct trade){(double)K(1) * (1 << i), i < first ? 10 : 20, 15};
}

Test(calibrate_fit, threshold_lies_where_the_team_begins_to_win)
{
    struct trade trades[LADDER];
    fill_ladder(trades, 7);
    struct threshold found = threshold_fit(trades, LADDER);
    cr_assert_eq(found.edge, THRESHOLD_BETWEEN);
    cr_assert_gt(found.bytes, K(64));
    cr_assert_lt(found.bytes, K(128));
    cr_assert_eq(found.trades, LADDER);
    cr_assert_float_eq(found.regret, 0, 1e-12);
}

Test(calibrate_fit, threshold_does_not_depend_on_the_order)
{
    struct trade trades[LADDER], turned[LADDER];
    fill_ladder(trades, 4);
    for (int i = 0; i < LADDER; i++)
        turned[i] = trades[LADDER - 1 - i];
    cr_assert_eq(threshold_fit(turned, LADDER).bytes, threshold_fit(trades, LADDER).bytes);
}

Test(calibrate_fit, a_team_that_never_or_always_wins_puts_it_at_the_end)
{
    struct trade trades[LADDER];
    fill_ladder(trades, LADDER);
    struct threshold never = threshold_fit(trades, LADDER);
    cr_assert_eq(never.edge, THRESHOLD_KERNEL_ONLY);
    cr_assert_gt(never.bytes, K(2048));
    cr_assert_float_eq(never.regret, 0, 1e-12);
    fill_ladder(trades, 0);
    struct threshold always = threshold_fit(trades, LADDER);
    cr_assert_eq(always.edge, THRESHOLD_TEAM_ONLY);
    cr_assert_leq(always.bytes, K(1));
}

Test(calibrate_fit, nothing_measured_is_nothing_found)
{
    struct threshold found = threshold_fit(NULL, 0);
    cr_assert_eq(found.trades, 0);
    cr_assert_eq(found.bytes, 0);
    cr_assert_eq(threshold_regret(NULL, 0, 1), 0);
}

Test(calibrate_fit, a_tie_is_the_kernels)
{
    struct trade trades[LADDER];
    fill_ladder(trades, LADDER);
    for (int i = 0; i < LADDER; i++)
        trades[i].kernel = trades[i].team * (i % 2 ? 1.011 : 0.992);
    cr_assert_eq(threshold_fit(trades, LADDER).edge, THRESHOLD_KERNEL_ONLY);
}

// A mean of crossovers would be moved by one routine that hardly cares; regret is not.
Test(calibrate_fit, large_losses_outweigh_small_ones)
{
    struct trade trades[] = {
        {1e5, 10, 10.1}, {2e5, 10, 10.1}, {4e5, 10, 10.1}, // ties, the kernel by a hair
        {1e5, 30, 10},   {2e5, 30, 10},   {4e5, 30, 10},   // the team by far
    };
    cr_assert_eq(threshold_fit(trades, 6).edge, THRESHOLD_TEAM_ONLY);
}

Test(calibrate_fit, one_bad_sample_does_not_move_it)
{
    struct trade trades[LADDER];
    fill_ladder(trades, 7);
    uint64_t clean = threshold_fit(trades, LADDER).bytes;
    trades[2].team = 9.5;
    cr_assert_eq(threshold_fit(trades, LADDER).bytes, clean);
}

// The rule that is fitted is the one that the library follows.
Test(calibrate_fit, regret_follows_the_rule_of_the_library)
{
    struct policy_blas policy = {.enable = true};
    for (double bytes = 4096; bytes <= 8 << 20; bytes *= 2)
        for (int team = 2; team <= 16; team *= 2) {
            struct blas_call call = {.bytes = (uint64_t)bytes, .unit_strides = true, .team = team};
            struct trade trade = {bytes / (team - 1), 1, 2};
            policy.bytes_per_thread = K(100);
            bool kernel = policy_decide_blas(&policy, &call).kernel;
            double regret = threshold_regret(&trade, 1, (double)policy.bytes_per_thread);
            cr_assert_eq(kernel, regret < 0.1, "%.0f bytes, team %d", bytes, team);
        }
}

Test(calibrate_fit, values_have_two_digits_that_a_policy_can_spell)
{
    static const struct {
        double bytes;
        const char *text;
    } rows[] = {{100, "1K"},
                {5000, "5K"},
                {98.7 * 1024, "99K"},
                {393216, "380K"},
                {1.13e6, "1100K"},
                {9.96 * 1048576, "10M"},
                {12.4 * 1048576, "12M"},
                {123456789, "120M"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[SIZE_TEXT];
        struct policy policy;
        uint64_t rounded = threshold_round(rows[i].bytes);
        cr_assert_str_eq(threshold_spell(rounded, text), rows[i].text);
        policy_init(&policy, blas_routines);
        cr_assert_eq(policy_set(&policy, "blas", "bytes-per-thread", text, "", NULL, NULL), 0);
        cr_assert_eq(policy.blas.bytes_per_thread, rounded);
    }
}

// ---- values of their own

static void fill_halves(struct trade halves[3][LADDER], int first, int second)
{
    fill_ladder(halves[0], first);
    fill_ladder(halves[1], first);
    fill_ladder(halves[2], second);
}

static bool refine(struct trade halves[3][LADDER], uint64_t inherited)
{
    struct threshold own;
    struct trade_set set = {halves[0], {halves[1], halves[2]}, LADDER};
    return threshold_refine(&set, inherited, &own);
}

Test(calibrate_fit, a_value_of_its_own_needs_both_halves)
{
    struct trade halves[3][LADDER];
    fill_halves(halves, 7, 7);
    cr_assert(refine(halves, K(1024)));
    cr_assert_not(refine(halves, K(80))); // the same within 1.5
    fill_halves(halves, 7, 11);           // the second half has not seen it
    cr_assert_not(refine(halves, K(1500)));
}

Test(calibrate_fit, a_value_of_its_own_must_gain)
{
    struct trade halves[3][LADDER];
    for (int i = 0; i < 3; i++) {
        fill_ladder(halves[i], 7);
        for (int j = 0; j < LADDER; j++)
            halves[i][j].team = halves[i][j].kernel * (j < 7 ? 1.01 : 0.99);
    }
    cr_assert_not(refine(halves, K(1024)));
}

Test(calibrate_fit, halves_that_agree_and_halves_that_do_not)
{
    struct trade halves[3][LADDER];
    struct trade_set set = {halves[0], {halves[1], halves[2]}, LADDER};
    fill_halves(halves, 7, 7);
    struct agreement same = threshold_compare_halves(&set);
    cr_assert_float_eq(same.ratio, 1, 1e-9);
    cr_assert_float_eq(same.loss, 0, 1e-9);
    fill_halves(halves, 3, 9);
    struct agreement other = threshold_compare_halves(&set);
    cr_assert_gt(other.ratio, 32);
    cr_assert_gt(other.loss, 0.1);
}

// ---- all cells

static uint64_t bytes_of(const struct fits *fits, const char *base, int waiting)
{
    return fits->own.bytes[fits_find_base(base) - fits_bases][waiting];
}

static struct fits fit(struct cells *cells)
{
    struct fits fits;
    fits_find(&fits, cells, built_in);
    cells_free(cells);
    return fits;
}

Test(calibrate_fit, parked_and_spinning_teams_have_their_own)
{
    struct cells cells = {0};
    world_add(&cells, "dot", 2, PARKED, 5000);
    world_add(&cells, "dot", 2, SPINNING, 500);
    struct fits fits = fit(&cells);
    // One thread takes bytes / 100, two wake + bytes / 200: equal at 200 wake.
    cr_assert_float_eq((double)fits.general[PARKED].bytes, 1e6, 4.5e5);
    cr_assert_float_eq((double)fits.general[SPINNING].bytes, 1e5, 4.5e4);
    cr_assert_eq(bytes_of(&fits, "axpy", PARKED), fits.general[PARKED].bytes);
}

Test(calibrate_fit, what_is_not_measured_stays_unknown)
{
    struct cells cells = {0};
    world_add(&cells, "dot", 2, PARKED, 5000);
    struct fits fits = fit(&cells);
    cr_assert_eq(fits.general[SPINNING].trades, 0);
    cr_assert_eq(bytes_of(&fits, "dot", SPINNING), 0);
    cr_assert_eq(fits.strided.cells, 0);
    cr_assert_not(fits.strided.kernel);
}

Test(calibrate_fit, a_class_that_differs_has_its_own_value_with_all_its_routines)
{
    struct cells cells = {0};
    const char *const others[] = {"dot", "copy", "scal", "axpy", "rot", "swap"};
    for (int i = 0; i < 6; i++)
        world_add(&cells, others[i], 2, PARKED, 1000);
    world_add(&cells, "asum", 2, PARKED, 20000);
    world_add(&cells, "nrm2", 2, PARKED, 20000);
    struct fits fits = fit(&cells);
    cr_assert_gt(bytes_of(&fits, "asum", PARKED), 8 * bytes_of(&fits, "dot", PARKED));
    cr_assert_eq(bytes_of(&fits, "amax", PARKED), bytes_of(&fits, "asum", PARKED));
    cr_assert_float_eq((double)bytes_of(&fits, "dot", PARKED), 2e5, 9e4);
}

Test(calibrate_fit, a_routine_that_differs_from_its_class_has_its_own_value)
{
    struct cells cells = {0};
    const char *const others[] = {"dot", "copy", "asum", "nrm2", "axpy", "swap"};
    for (int i = 0; i < 6; i++)
        world_add(&cells, others[i], 2, PARKED, 1000);
    world_add(&cells, "scal", 2, PARKED, 20000);
    struct fits fits = fit(&cells);
    cr_assert_gt(bytes_of(&fits, "scal", PARKED), 8 * bytes_of(&fits, "dot", PARKED));
    cr_assert_float_eq((double)bytes_of(&fits, "copy", PARKED), 2e5, 9e4);
}

Test(calibrate_fit, own_values_lose_no_more_than_one_for_all)
{
    struct calibration c;
    struct fits_values general;
    world_fill(&c);
    for (int i = 0; i < FITS_BASES; i++)
        for (int j = 0; j < WAITINGS; j++)
            general.bytes[i][j] = c.fits.general[j].bytes;
    for (int j = 0; j < WAITINGS; j++)
        cr_assert_leq(fits_regret(&c.crossover.cells, j, &c.fits.own),
                      fits_regret(&c.crossover.cells, j, &general) + 1e-12);
    cells_free(&c.crossover.cells);
}

Test(calibrate_fit, strides_go_to_the_kernel_where_it_loses_nowhere)
{
    struct cells cells = {0};
    world_add_strided(&cells, "asum", 0.8);
    world_add_strided(&cells, "dot", 0.5);
    cr_assert(fit(&cells).strided.kernel);
    world_add_strided(&cells, "asum", 1.06);
    world_add_strided(&cells, "dot", 0.5);
    struct fits fits = fit(&cells);
    cr_assert_not(fits.strided.kernel);
    cr_assert(fits.strided_of[fits_find_base("dot") - fits_bases].kernel);
    cr_assert_not(fits.strided_of[fits_find_base("asum") - fits_bases].kernel);
    world_add_strided(&cells, "asum", 0.95); // a tie everywhere is no reason
    cr_assert_not(fit(&cells).strided.kernel);
}

// Above the threshold the team has the call, whatever `strided` says.
Test(calibrate_fit, strides_above_the_threshold_do_not_count)
{
    struct cells cells = {0};
    world_add_strided(&cells, "dot", 0.5);
    struct cell large = cells.items[0];
    large.threaded = true;
    large.bytes = 1e6;
    large.kernel = 10 * large.team_ns;
    cr_assert(cells_add(&cells, &large));
    cr_assert(fit(&cells).strided.kernel);
}

// ---- what is timed

Test(calibrate_fit, rows_move_what_the_library_counts)
{
    for (int i = 0; i < LEVEL1_ROWS; i++) {
        const struct level1_row *row = &level1_rows[i];
        int routine = 0;
        while (strcmp(blas_routines[routine].name, row->name) != 0)
            routine++;
        cr_assert_eq(row->bytes, routine_facts[routine].bytes, "%s", row->name);
        cr_assert_str_eq(row->base, blas_routines[routine].base);
        cr_assert_not_null(fits_find_base(row->base), "%s", row->base);
    }
}

Test(calibrate_fit, classes_are_those_of_the_vectors_moved)
{
    for (int i = 0; i < LEVEL1_ROWS; i++) {
        const struct level1_row *row = &level1_rows[i];
        unsigned vectors = row->bytes / row->element;
        int expected = vectors == 1 ? VECTORS_ONE : vectors == 2 ? VECTORS_TWO : VECTORS_THREE;
        cr_assert_eq((int)fits_find_base(row->base)->vectors, expected, "%s", row->name);
    }
}

Test(calibrate_fit, every_base_may_stand_in_a_policy)
{
    for (int i = 0; i < FITS_BASES; i++) {
        struct policy policy;
        char section[32];
        snprintf(section, sizeof section, "blas %s", fits_bases[i].base);
        policy_init(&policy, blas_routines);
        cr_assert_eq(policy_set(&policy, section, "bytes-per-thread", "1M", "", NULL, NULL), 0,
                     "%s", section);
    }
}

// A fake library's function, called as the timed ones are.
static int64_t seen_n, seen_stride;
static double seen_factor;

static void fake_daxpy(const int32_t *n, const double *factor, const double *x, const int32_t *incx,
                       double *y, const int32_t *incy)
{
    seen_n = *n;
    seen_stride = *incx == *incy ? *incx : -1;
    seen_factor = *factor;
    y[0] = x[0];
}

Test(calibrate_fit, ours_and_theirs_get_the_same_call)
{
    const struct level1_row *row = level1_find("daxpy");
    double x[8] = {3, 3, 3, 3, 3, 3, 3, 3}, y[8] = {0};
    struct level1_job job = {.n = 4, .stride = 2, .x = x, .y = y};
    row->theirs((void *)(uintptr_t)fake_daxpy, &job);
    cr_assert_eq(seen_n, 4);
    cr_assert_eq(seen_stride, 2);
    cr_assert_eq(y[0], 3);
    row->ours(kernels_of(ISA_SCALAR), &job);
    cr_assert_float_eq(y[2], 3 * seen_factor, 1e-20);
    cr_assert_eq(y[1], 0);
}
