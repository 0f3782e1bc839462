// SPDX-License-Identifier: MIT
// Block sizes of dynamic loops, one by one and in whole loops on simulated threads.
#include "policy/chunk.h"
#include "tests/loop_simulator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static const struct chunk_rules adaptive = {CHUNK_ADAPTIVE, 20000, 256, NULL, 1};
static const struct chunk_rules balanced = {CHUNK_BALANCED, 20000, 256, NULL, 1};
static const struct chunk_site nothing_known;

enum { MOST_UNITS = 1000000 };
static float cost[MOST_UNITS];

static struct simulated_loop make_loop(uint64_t units, int team, float fetch_add)
{
    return (struct simulated_loop){{units, team, false}, cost, fetch_add, 0};
}

static struct simulated_loop make_even_loop(uint64_t units, float each, int team, float fetch_add)
{
    for (uint64_t i = 0; i < units; i++)
        cost[i] = each;
    return make_loop(units, team, fetch_add);
}

// A run that the site learns from.
static double run(const struct simulated_loop *simulated, struct chunk_site *site)
{
    const struct chunk_loop *loop = &simulated->loop;
    struct chunk_plan plan = chunk_plan(site, &adaptive, loop);
    struct simulated_time time = simulate_plan(simulated, &adaptive, plan);
    chunk_observe(site, &adaptive, loop, plan.own, (uint64_t)time.wall, (uint64_t)time.busy);
    return time.wall;
}

static double run_cold(const struct simulated_loop *simulated)
{
    struct chunk_site site = nothing_known;
    return run(simulated, &site);
}

static double run_warm(const struct simulated_loop *simulated)
{
    struct chunk_site site = nothing_known;
    run(simulated, &site);
    return run(simulated, &site);
}

static double random_part(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (double)(state >> 11) * 0x1p-53;
}

static double random_between(double least, double most)
{
    return least * pow(most / least, random_part());
}

// ---- sizes

Test(policy_chunk, block_is_the_aimed_time_by_the_last_one)
{
    struct chunk_loop loop = {1000000, 2, false};
    cr_assert_eq(chunk_block(&adaptive, &loop, 1000, 10000, 900000), 2000);
    cr_assert_eq(chunk_block(&adaptive, &loop, 1000, 200000, 900000), 100);
    cr_assert_eq(chunk_block(&adaptive, &loop, 3, 900000000, 900000), 1);
}

Test(policy_chunk, block_grows_no_more_than_fourfold)
{
    struct chunk_loop loop = {1000000, 2, false};
    cr_assert_eq(chunk_block(&adaptive, &loop, 1, 1, 900000), 4);
    cr_assert_eq(chunk_block(&adaptive, &loop, 0, 0, 900000), 4);
    cr_assert_eq(chunk_block(&adaptive, &loop, 100, 4999, 900000), 400);
}

Test(policy_chunk, block_leaves_others_their_part)
{
    struct chunk_loop loop = {1000, 4, false};
    for (uint64_t remaining = 0; remaining <= 1000; remaining++) {
        uint64_t block = chunk_block(&adaptive, &loop, 100, 20000, remaining);
        uint64_t fair = remaining / 8, least = remaining < 6 ? remaining : 6; // 1250 ns: 6.25 units
        cr_assert_geq(block, 1);
        cr_assert_leq(block, 100);
        cr_assert_eq(block, fair > 100 ? 100 : fair > 6 ? fair : least > 0 ? least : 1);
    }
}

Test(policy_chunk, monotonic_block_is_a_tenth_for_nobody_can_take_it_back)
{
    struct chunk_loop loop = {1000000, 2, true};
    cr_assert_eq(chunk_block(&adaptive, &loop, 1000, 10000, 900000), 200);
    cr_assert_eq(chunk_block(&adaptive, &loop, 1000, 10000, 100), 25);
    cr_assert_eq(chunk_block(&adaptive, &loop, 1000, 10000, 3), 1);
}

Test(policy_chunk, balanced_block_is_fixed_by_count)
{
    struct chunk_loop loop = {1000000, 2, false}, small = {100, 2, false};
    cr_assert_eq(chunk_block(&balanced, &loop, 1, 1, 3), 1953);
    cr_assert_eq(chunk_block(&balanced, &small, 1, 1, 3), 1);
    cr_assert_eq(chunk_plan(&nothing_known, &balanced, &loop).first, 1953);
    cr_assert_eq(chunk_plan(&nothing_known, &balanced, &loop).reason, CHUNK_REASON_BALANCED);
}

Test(policy_chunk, huge_and_zero_values_do_not_wrap_around)
{
    struct chunk_loop loop = {UINT64_MAX, 1, false}, none = {0, 0, false};
    struct chunk_rules empty = {0};
    cr_assert_gt(chunk_block(&adaptive, &loop, UINT64_MAX, 1, UINT64_MAX), UINT64_MAX / 4);
    cr_assert_eq(chunk_block(&empty, &none, 0, 0, 0), 1);
    cr_assert_eq(chunk_block(&empty, &loop, UINT64_MAX, UINT64_MAX, 0), 1);
    cr_assert_eq(chunk_plan(&nothing_known, &empty, &none).first, 1);
    cr_assert_eq(chunk_piece(0, 0), 1);
    cr_assert_eq(chunk_piece(UINT64_MAX, 0), 128);
    cr_assert_eq(chunk_piece(UINT64_MAX, UINT64_MAX), 128);
    empty.kind = CHUNK_BALANCED;
    cr_assert_eq(chunk_block(&empty, &none, 0, 0, 0), 1);
}

Test(policy_chunk, piece_is_short_and_a_small_part_of_the_block)
{
    cr_assert_eq(chunk_piece(180000, 20000), 128);
    cr_assert_eq(chunk_piece(1400, 20000), 35);
    cr_assert_eq(chunk_piece(20, 20), 5);
    cr_assert_eq(chunk_piece(3, 3), 1);
    cr_assert_eq(chunk_piece(20, 20000), 1);
}

Test(policy_chunk, first_block_is_one_unit_until_its_cost_is_known)
{
    struct chunk_loop loop = {1000000, 2, false};
    struct chunk_site site = nothing_known;
    cr_assert_eq(chunk_plan(&site, &adaptive, &loop).first, 1);
    cr_assert_eq(chunk_plan(&site, &adaptive, &loop).reason, CHUNK_REASON_UNKNOWN);
    chunk_observe(&site, &adaptive, &loop, false, 5000000, 10000000);
    cr_assert_eq(chunk_plan(&site, &adaptive, &loop).first, 2000);
    cr_assert_eq(chunk_plan(&site, &adaptive, &loop).reason, CHUNK_REASON_TIME);
    loop.units = 400;
    cr_assert_eq(chunk_plan(&site, &adaptive, &loop).first, 100);
    loop.monotonic = true;
    loop.units = 1000000;
    cr_assert_eq(chunk_plan(&site, &adaptive, &loop).first, 200);
}

Test(policy_chunk, few_units_keep_their_own_chunk)
{
    struct chunk_loop loop = {27, 14, false};
    struct chunk_plan plan = chunk_plan(&nothing_known, &adaptive, &loop);
    cr_assert(plan.own);
    cr_assert_eq(plan.reason, CHUNK_REASON_FEW);
    loop.units = 28;
    cr_assert_not(chunk_plan(&nothing_known, &adaptive, &loop).own);
}

// ---- whole loops

// A million units of 1.1 and 14 ns cost a fetch-and-add each where they are handed out singly.
Test(policy_chunk, tiny_units_come_near_a_static_division)
{
    static const float each[] = {1.1F, 14}, fetch_add[] = {100, 400};
    for (int team = 2; team <= 4; team *= 2) {
        for (int i = 0; i < 4; i++) {
            struct simulated_loop loop =
                make_even_loop(MOST_UNITS, each[i / 2], team, fetch_add[i % 2]);
            double limit = 1.3 * simulate_static(&loop);
            cr_assert_lt(run_cold(&loop), limit);
            cr_assert_lt(run_warm(&loop), limit);
            cr_assert_gt(simulate_fixed(&loop, 1).wall, 10 * limit);
        }
    }
}

Test(policy_chunk, long_unequal_units_are_as_good_as_handed_out_singly)
{
    for (int team = 2; team <= 16; team *= 2) {
        for (int i = 0; i < 48; i++)
            cost[i] = (float)random_between(1e6, 3e7);
        struct simulated_loop loop = make_loop(48, team, 400);
        double one = simulate_fixed(&loop, 1).wall;
        cr_assert_lt(run_cold(&loop), 1.05 * one);
        cr_assert_lt(run_warm(&loop), 1.05 * one);
    }
}

// All 300 long ones lie in one block: without stealing that thread does them alone.
Test(policy_chunk, a_cluster_of_long_units_is_shared_out)
{
    struct simulated_loop loop = make_even_loop(250000, 1.1F, 2, 400);
    for (int i = 100000; i < 100300; i++)
        cost[i] = 50000;
    double limit = 0.6 * simulate_alone(&loop);
    cr_assert_lt(run_cold(&loop), limit);
    cr_assert_lt(run_warm(&loop), limit);
    loop.loop.monotonic = true;
    cr_assert_gt(run_warm(&loop), limit);
}

Test(policy_chunk, units_that_become_far_dearer_in_mid_loop_hold_up_one_piece)
{
    static const int team[] = {2, 4, 8};
    for (int i = 0; i < 3; i++) {
        struct simulated_loop loop = make_even_loop(200000, 2, team[i], 400);
        for (int u = 100000; u < 100200; u++)
            cost[u] = 200000;
        double shared = simulate_alone(&loop) / team[i];
        cr_assert_lt(run_cold(&loop), 1.1 * shared + 128 * 200000.0);
        cr_assert_lt(run_warm(&loop), 1.1 * shared + 128 * 200000.0);
    }
}

// ---- random shapes

enum shape { EVEN, RISING, FALLING, SPREAD, RARE, CLUSTER, STEP, SHAPES };

static double shape_factor(enum shape shape, double place, double at, double width, double dear)
{
    switch (shape) {
    case RISING:
        return 2 * place;
    case FALLING:
        return 2 * (1 - place);
    case SPREAD:
        return -log(1 - random_part());
    case RARE:
        return random_part() < 0.01 ? 100 : 1;
    case CLUSTER:
        return place >= at && place < at + width ? dear : 1;
    case STEP:
        return place >= at ? dear : 1;
    default:
        return 1;
    }
}

static struct simulated_loop make_random_loop(enum shape shape)
{
    uint64_t units = (uint64_t)random_between(100, 30000);
    double mean = random_between(1, 20000), at = random_part();
    double width = random_between(1 / (double)units, 0.1), dear = random_between(10, 100000);
    for (uint64_t i = 0; i < units; i++) {
        double place = (double)i / (double)units;
        cost[i] = (float)(0.5 + mean * shape_factor(shape, place, at, width, dear));
    }
    return make_loop(units, 2 << (int)(4 * random_part()), (float)random_between(100, 400));
}

static double best_fixed(const struct simulated_loop *simulated)
{
    double best = INFINITY;
    for (uint64_t chunk = 1; chunk <= simulated->loop.units; chunk *= 4)
        best = fmin(best, simulate_fixed(simulated, chunk).wall);
    return best;
}

// What units far dearer than those before may cost: the largest piece there is, full of them.
static double piece_of_the_dearest(const struct simulated_loop *simulated)
{
    double dearest = 0;
    uint64_t units = simulated->loop.units, block = units / 2 / (uint64_t)simulated->loop.team;
    for (uint64_t i = 0; i < units; i++)
        dearest = fmax(dearest, (double)cost[i]);
    return dearest * (double)chunk_piece(block, 1);
}

// At most 1.05 of single units and 1.1 of the best chunk of all, but for: 5 ns to hand over 128
// units; `reserved` fetch-and-adds of each thread, which are much only where the whole loop is
// short; and where the cost jumps without warning, one piece.
static void check_random_loop(const struct simulated_loop *loop, bool jumps, double wall,
                              double reserved)
{
    double team = loop->loop.team, piece = jumps ? piece_of_the_dearest(loop) : 0;
    double handed_over = 5.0 / 128 * (double)loop->loop.units / team;
    double fetch_adds = reserved * team * (double)loop->fetch_add;
    cr_assert_lt(wall, 1.05 * simulate_fixed(loop, 1).wall + piece);
    cr_assert_lt(wall, 1.1 * best_fixed(loop) + handed_over + fetch_adds + piece);
}

Test(policy_chunk, random_shapes_are_never_much_worse_than_the_best_fixed_chunk)
{
    for (int i = 0; i < 210; i++) {
        enum shape shape = (enum shape)(i % SHAPES);
        struct simulated_loop loop = make_random_loop(shape);
        bool jumps = shape == CLUSTER || shape == STEP;
        check_random_loop(&loop, jumps, run_cold(&loop), 8);
        check_random_loop(&loop, jumps, run_warm(&loop), 3);
    }
}
