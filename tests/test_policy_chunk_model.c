// SPDX-License-Identifier: MIT
// The cost model of a loop's first block: directions, use in a plan, and its fit.
#include "policy/chunk.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <string.h>

static const double known[CHUNK_COEFFICIENTS] = {14, 0.7, 0.6, 0.2, 0.3, 0.9};
static const struct chunk_task small = {1, 2, 0, 0, 10};

static double exact_block(const double *c, const struct chunk_task *t)
{
    return exp(c[0] + c[1] * log(t->groups) - c[2] * log(t->threads) - c[3] * log(1 + t->read) -
               c[4] * log(1 + t->written) - c[5] * log(1 + t->compute));
}

// All combinations of few values: 2 * 3 * 3 * 3 * 3 samples.
enum { TABLE = 162 };

static void fill_table(struct chunk_sample *samples)
{
    static const int groups[] = {1, 4}, threads[] = {2, 8, 32};
    static const double read[] = {0, 64, 1024}, written[] = {0, 8, 4096}, compute[] = {0, 30, 900};
    for (int i = 0; i < TABLE; i++) {
        samples[i].task = (struct chunk_task){groups[i % 2], threads[i / 2 % 3], read[i / 6 % 3],
                                              written[i / 18 % 3], compute[i / 54]};
        samples[i].block = exact_block(known, &samples[i].task);
    }
}

Test(policy_chunk_model, follows_its_formula)
{
    struct chunk_sample samples[TABLE];
    fill_table(samples);
    for (int i = 0; i < TABLE; i++) {
        double block = (double)chunk_model_block(known, &samples[i].task);
        double exact = fmax(1, samples[i].block);
        cr_assert_leq(block, exact * (1 + 1e-9));
        cr_assert_gt(block, exact * (1 - 1e-9) - 1);
    }
}

// As published: more with core groups, less with threads, bytes and computation.
Test(policy_chunk_model, built_in_block_has_the_published_directions)
{
    struct chunk_task groups = {4, 2, 0, 0, 10}, threads = {1, 8, 0, 0, 10};
    struct chunk_task read = {1, 2, 64, 0, 10}, written = {1, 2, 0, 64, 10};
    struct chunk_task compute = {1, 2, 0, 0, 100};
    uint64_t block = chunk_model_block(NULL, &small);
    cr_assert_gt(chunk_model_block(NULL, &groups), block);
    cr_assert_lt(chunk_model_block(NULL, &threads), block);
    cr_assert_lt(chunk_model_block(NULL, &read), block);
    cr_assert_lt(chunk_model_block(NULL, &written), block);
    cr_assert_lt(chunk_model_block(NULL, &compute), block);
}

Test(policy_chunk_model, built_in_block_is_about_20_us_for_two_threads)
{
    for (double compute = 3; compute < 3000; compute *= 3) {
        struct chunk_task task = {1, 2, 0, 0, compute};
        double time = (double)chunk_model_block(NULL, &task) * compute;
        cr_assert_geq(time, 15000);
        cr_assert_leq(time, 25000);
    }
}

Test(policy_chunk_model, all_zero_means_not_calibrated)
{
    static const double zero[CHUNK_COEFFICIENTS];
    cr_assert_eq(chunk_model_block(zero, &small), chunk_model_block(NULL, &small));
}

Test(policy_chunk_model, block_is_never_less_than_one_nor_wraps_around)
{
    double huge[CHUNK_COEFFICIENTS] = {1e6}, tiny[CHUNK_COEFFICIENTS] = {-1e6};
    double broken[CHUNK_COEFFICIENTS] = {NAN};
    struct chunk_task odd = {0, -1, INFINITY, -5, NAN};
    cr_assert_eq(chunk_model_block(huge, &small), UINT64_C(1) << 63);
    cr_assert_eq(chunk_model_block(tiny, &small), 1);
    cr_assert_eq(chunk_model_block(broken, &small), 1);
    cr_assert_eq(chunk_model_block(NULL, &odd), 1);
}

Test(policy_chunk_model, plan_takes_the_first_block_from_it)
{
    struct chunk_rules rules = {CHUNK_MODEL, 20000, 256, known, 4};
    struct chunk_loop loop = {1000000000, 8, false};
    struct chunk_site site = {0};
    cr_assert_eq(chunk_plan(&site, &rules, &loop).reason, CHUNK_REASON_UNKNOWN);
    chunk_observe(&site, &rules, &loop, false, 5000000000, 10000000000);
    struct chunk_task task = {4, 8, 0, 0, 10};
    struct chunk_plan plan = chunk_plan(&site, &rules, &loop);
    cr_assert_eq(plan.reason, CHUNK_REASON_MODEL);
    cr_assert_eq(plan.first, chunk_model_block(known, &task));
    loop.monotonic = true;
    cr_assert_eq(chunk_plan(&site, &rules, &loop).first, chunk_model_block(known, &task) / 10);
    loop.units = 1600;
    cr_assert_eq(chunk_plan(&site, &rules, &loop).first, 100);
}

Test(policy_chunk_model, fit_recovers_the_coefficients)
{
    double model[CHUNK_COEFFICIENTS];
    struct chunk_sample samples[TABLE];
    fill_table(samples);
    for (int i = 0; i < TABLE; i++)
        samples[i].block = fmax(1e9 * samples[i].block, 1); // what is measured is whole units, many
    cr_assert_eq(chunk_model_fit(model, samples, TABLE), 0);
    cr_assert_float_eq(model[0], known[0] + log(1e9), 1e-5);
    for (int i = 1; i < CHUNK_COEFFICIENTS; i++)
        cr_assert_float_eq(model[i], known[i], 1e-5);
}

Test(policy_chunk_model, fit_comes_near_in_spite_of_noise)
{
    double model[CHUNK_COEFFICIENTS];
    struct chunk_sample samples[TABLE];
    fill_table(samples);
    for (int i = 0; i < TABLE; i++)
        samples[i].block *= 1e9 * (1 + 0.2 * ((i * 37 % 101) / 50.0 - 1));
    cr_assert_eq(chunk_model_fit(model, samples, TABLE), 0);
    for (int i = 1; i < CHUNK_COEFFICIENTS; i++)
        cr_assert_float_eq(model[i], known[i], 0.05);
}

// A machine with one L3 cannot learn what several would mean.
Test(policy_chunk_model, fit_keeps_the_built_in_value_of_what_does_not_vary)
{
    double model[CHUNK_COEFFICIENTS];
    struct chunk_sample samples[TABLE];
    fill_table(samples);
    for (int i = 0; i < TABLE; i++) {
        samples[i].task.groups = 1;
        samples[i].block = 1e9 * exact_block(known, &samples[i].task);
    }
    cr_assert_eq(chunk_model_fit(model, samples, TABLE), 0);
    cr_assert_float_eq(model[1], 0.5, 1e-9);
    cr_assert_float_eq(model[5], known[5], 1e-5);
}

Test(policy_chunk_model, fit_of_one_kind_of_loop_sets_the_level_alone)
{
    double model[CHUNK_COEFFICIENTS];
    struct chunk_sample samples[CHUNK_COEFFICIENTS];
    for (int i = 0; i < CHUNK_COEFFICIENTS; i++)
        samples[i] = (struct chunk_sample){small, 500};
    cr_assert_eq(chunk_model_fit(model, samples, CHUNK_COEFFICIENTS), 0);
    cr_assert_float_eq((double)chunk_model_block(model, &small), 500, 1);
    cr_assert_float_eq(model[2], 0.5, 1e-9);
}

static void refuse(const struct chunk_sample *samples, size_t n)
{
    double model[CHUNK_COEFFICIENTS] = {1, 2, 3, 4, 5, 6}, before[CHUNK_COEFFICIENTS];
    memcpy(before, model, sizeof model);
    cr_assert_eq(chunk_model_fit(model, samples, n), -EINVAL);
    cr_assert_arr_eq(model, before, sizeof model);
}

Test(policy_chunk_model, fit_refuses_what_does_not_determine_it)
{
    struct chunk_sample samples[TABLE];
    fill_table(samples);
    for (int i = 0; i < TABLE; i++)
        samples[i].block *= 1e9;
    refuse(NULL, 0);
    refuse(samples, 5);
    for (int i = 0; i < TABLE; i++) // as many bytes written as read: which of them it is, who knows
        samples[i].task.written = samples[i].task.read;
    refuse(samples, TABLE);
}

Test(policy_chunk_model, fit_refuses_samples_out_of_range)
{
    static const struct chunk_sample bad[] = {
        {{0, 2, 0, 0, 0}, 10},   {{1, 0, 0, 0, 0}, 10},        {{1, 2, -1, 0, 0}, 10},
        {{1, 2, 0, NAN, 0}, 10}, {{1, 2, 0, 0, INFINITY}, 10}, {{1, 2, 0, 0, 0}, 0.5},
        {{1, 2, 0, 0, 0}, NAN},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct chunk_sample samples[TABLE];
        fill_table(samples);
        for (int j = 0; j < TABLE; j++)
            samples[j].block *= 1e9;
        samples[TABLE - 1] = bad[i];
        refuse(samples, TABLE);
    }
}
