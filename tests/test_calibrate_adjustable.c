// SPDX-License-Identifier: MIT
// Thresholds where teams can be trimmed (MKL's): what is compared, and what counts.
#include "shim/cli/measure/fits.h"

#include <criterion/criterion.h>

#include "policy/policy.h"
#include "tests/calibrate_world.h"

static const uint64_t built_in[WAITINGS] = {393216, 65536};

static void make_adjustable(struct cells *cells, size_t from)
{
    for (size_t i = from; i < cells->count; i++)
        cells->items[i].adjustable = true;
}

// MKL's team is trimmed from one thread's worth on: the kernel has what is below, whatever the
// team.
Test(calibrate_adjustable, share_of_an_adjustable_team_follows_the_rule_of_the_library)
{
    struct policy_blas policy = {.enable = true, .bytes_per_thread = 100 << 10};
    for (double bytes = 4096; bytes <= 8 << 20; bytes *= 2)
        for (int team = 2; team <= 16; team *= 2) {
            struct blas_call call = {
                .bytes = (uint64_t)bytes, .unit_strides = true, .team = team, .adjustable = true};
            struct cell cell = {.bytes = bytes, .team = team, .adjustable = true};
            bool kernel = policy_decide_blas(&policy, &call).kernel;
            cr_assert_eq(kernel, fits_share_of(&cell) < (double)policy.bytes_per_thread,
                         "%.0f bytes, team %d", bytes, team);
        }
}

Test(calibrate_adjustable, adjustable_teams_do_not_move_what_others_found)
{
    struct cells cells = {0};
    struct fits alone, beside;
    world_add(&cells, "dot", 8, PARKED, 1000);
    fits_find(&alone, &cells, built_in);
    size_t others = cells.count;
    world_add(&cells, "dot", 8, PARKED, 50000);
    make_adjustable(&cells, others);
    fits_find(&beside, &cells, built_in);
    cr_assert_eq(beside.general[PARKED].bytes, alone.general[PARKED].bytes);
    cr_assert_eq(beside.general[PARKED].trades, others);
    cr_assert_eq(beside.left_out[PARKED], cells.count - others);
    cr_assert_not(beside.adjustable[PARKED]);
    cr_assert_float_eq(fits_regret(&cells, PARKED, &beside.own), alone.general[PARKED].regret,
                       1e-12);
    cells_free(&cells);
}

// One thread takes bytes / 100, eight take 1000 + bytes / 800: equal at 114 K of a call.
Test(calibrate_adjustable, adjustable_teams_alone_are_judged_by_all_bytes)
{
    struct cells cells = {0};
    struct fits fits;
    world_add(&cells, "dot", 8, PARKED, 1000);
    make_adjustable(&cells, 0);
    fits_find(&fits, &cells, built_in);
    cr_assert(fits.adjustable[PARKED]);
    cr_assert_eq(fits.general[PARKED].trades, cells.count);
    cr_assert_float_eq((double)fits.general[PARKED].bytes, 114000, 5e4);
    cr_assert_float_eq(fits_regret(&cells, PARKED, &fits.own), 0, 1e-3);
    cells_free(&cells);
}
