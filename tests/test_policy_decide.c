// SPDX-License-Identifier: MIT
// The rule for a level-1 call, row by row.
#include "policy/policy.h"
#include "shim/names/routines.h"

#include <criterion/criterion.h>
#include <limits.h>

static struct policy_blas defaults(void)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    return policy.blas;
}

static struct blas_decision decide(struct policy_blas policy, struct blas_call call)
{
    return policy_decide_blas(&policy, &call);
}

// What is published upstream: 14 parked threads at 384K each, whatever the routine and its type.
Test(policy_decide, published_rule)
{
    static const struct {
        uint64_t vectors, element;
    } rows[] = {{3, 8}, {2, 8}, {1, 8}, {2, 4}, {3, 16}, {1, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t each = rows[i].vectors * rows[i].element;
        struct blas_call call = {4800000 / each * each, true, 14, false, false};
        struct blas_decision below = decide(defaults(), call);
        cr_assert(below.kernel);
        cr_assert_eq(below.rule, BLAS_RULE_SMALL);
        cr_assert_eq(below.bytes_per_thread, 393216);
        call.bytes = 5200000 / each * each;
        struct blas_decision above = decide(defaults(), call);
        cr_assert_not(above.kernel);
        cr_assert_eq(above.team, 14);
        cr_assert_eq(above.rule, BLAS_RULE_LARGE);
    }
}

Test(policy_decide, the_limit_itself_is_large)
{
    struct blas_call call = {13 * 393216, true, 14, false, false};
    cr_assert_eq(decide(defaults(), call).rule, BLAS_RULE_LARGE);
    call.bytes--;
    cr_assert_eq(decide(defaults(), call).rule, BLAS_RULE_SMALL);
}

Test(policy_decide, spinning_teams_have_their_own_value)
{
    struct blas_decision parked = decide(defaults(), (struct blas_call){65536, true, 2, false, 0});
    struct blas_decision spinning = decide(defaults(), (struct blas_call){65536, true, 2, true, 0});
    cr_assert_eq(parked.rule, BLAS_RULE_SMALL);
    cr_assert_eq(spinning.rule, BLAS_RULE_LARGE);
    cr_assert_eq(spinning.bytes_per_thread, 65536);
}

Test(policy_decide, other_strides_keep_the_team)
{
    struct policy_blas policy = defaults();
    struct blas_call call = {64, false, 14, false, true};
    struct blas_decision kept = decide(policy, call);
    cr_assert_eq(kept.rule, BLAS_RULE_STRIDED);
    cr_assert_not(kept.kernel);
    cr_assert_eq(kept.team, 14);
    policy.strided = STRIDED_KERNEL;
    cr_assert_eq(decide(policy, call).rule, BLAS_RULE_SMALL);
}

Test(policy_decide, other_strides_are_the_originals_on_one_thread_too)
{
    struct blas_call call = {64, false, 1, false, false};
    cr_assert_eq(decide(defaults(), call).rule, BLAS_RULE_STRIDED);
}

// Where a team can be changed cheaply it gets as many threads as the bytes are worth.
Test(policy_decide, adjustable_team_is_trimmed)
{
    struct blas_call call = {4 * 393216, true, 14, false, true};
    struct blas_decision trimmed = decide(defaults(), call);
    cr_assert_eq(trimmed.rule, BLAS_RULE_TRIMMED);
    cr_assert_not(trimmed.kernel);
    cr_assert_eq(trimmed.team, 5);
    call.bytes = 393215;
    cr_assert_eq(decide(defaults(), call).rule, BLAS_RULE_SMALL);
    call.bytes = 13 * 393216;
    cr_assert_eq(decide(defaults(), call).rule, BLAS_RULE_LARGE);
}

Test(policy_decide, one_thread_takes_the_kernel_at_any_size)
{
    struct blas_call call = {UINT64_MAX, true, 1, false, false};
    struct blas_decision alone = decide(defaults(), call);
    cr_assert(alone.kernel);
    cr_assert_eq(alone.rule, BLAS_RULE_ONE_THREAD);
}

Test(policy_decide, disabled_comes_before_all)
{
    struct policy_blas off = defaults(), no_kernel = defaults();
    struct blas_call call = {64, true, 1, false, false};
    off.enable = false;
    no_kernel.kernel = POLICY_KERNEL_OFF;
    no_kernel.reproducible = true;
    cr_assert_eq(decide(off, call).rule, BLAS_RULE_DISABLED);
    cr_assert_eq(decide(no_kernel, call).rule, BLAS_RULE_DISABLED);
    cr_assert_not(decide(no_kernel, call).kernel);
    cr_assert_eq(policy_blas_always_bytes(&off), 0);
    cr_assert_eq(policy_blas_always_bytes(&no_kernel), 0);
}

Test(policy_decide, reproducible_takes_the_kernel_at_every_size)
{
    struct policy_blas policy = defaults();
    struct blas_call call = {UINT64_MAX, false, 14, true, true};
    policy.reproducible = true;
    cr_assert(decide(policy, call).kernel);
    cr_assert_eq(decide(policy, call).rule, BLAS_RULE_REPRODUCIBLE);
    cr_assert_eq(policy_blas_always_bytes(&policy), UINT64_MAX);
}

Test(policy_decide, huge_values_do_not_wrap_around)
{
    struct policy_blas policy = defaults();
    struct blas_call call = {UINT64_MAX - 1, true, INT_MAX, false, false};
    policy.bytes_per_thread = UINT64_MAX;
    cr_assert_eq(decide(policy, call).rule, BLAS_RULE_SMALL);
    policy.bytes_per_thread = UINT64_C(1) << 40;
    call.bytes = UINT64_C(1) << 60;
    cr_assert_eq(decide(policy, call).rule, BLAS_RULE_SMALL);
}

Test(policy_decide, zero_bytes_per_thread_always_forwards)
{
    struct policy_blas policy = defaults();
    policy.bytes_per_thread = 0;
    cr_assert_eq(decide(policy, (struct blas_call){0, true, 2, false, false}).rule,
                 BLAS_RULE_LARGE);
    cr_assert_eq(policy_blas_always_bytes(&policy), 0);
}

// The thunk trusts this number without asking for the team.
Test(policy_decide, always_bytes_are_small_for_every_team)
{
    struct policy_blas policy = defaults();
    uint64_t bytes = policy_blas_always_bytes(&policy);
    cr_assert_eq(bytes, 65536);
    for (int team = 1; team < 100; team++) {
        for (int spinning = 0; spinning < 2; spinning++) {
            struct blas_call call = {bytes - 1, true, team, spinning, team % 2};
            cr_assert(decide(policy, call).kernel);
        }
    }
}
