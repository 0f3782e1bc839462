// SPDX-License-Identifier: MIT
// The size of a team on known machines, and what the log says of it.
#include "policy/machine.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>

enum { ALL = CAP_QUOTA | CAP_PHYSICAL | CAP_PERFORMANCE };

static const struct machine smt = {32, 16, 32, 16, 0};
static const struct machine hybrid = {32, 24, 16, 8, 0};
static const struct machine little = {8, 8, 4, 4, 0};
static const struct machine container = {14, 14, 14, 14, 2};

static void expect_cap(const struct machine *machine, unsigned sources, int number, int size,
                       const char *source)
{
    struct team_cap cap;
    machine_cap(&cap, machine, sources, number);
    cr_expect_eq(cap.size, size, "%d for %s", cap.size, source);
    cr_expect_str_eq(cap.source, source);
}

static void expect_quota(double quota, int size, const char *source)
{
    struct machine machine = container;
    machine.quota = quota;
    expect_cap(&machine, CAP_QUOTA, 0, size, source);
}

Test(policy_cap, smallest_wins_and_says_why)
{
    expect_cap(&container, CAP_QUOTA, 0, 2, "quota 2.0 of 14");
    expect_cap(&smt, CAP_PHYSICAL, 0, 16, "physical cores 16 of 32");
    expect_cap(&hybrid, CAP_PERFORMANCE, 0, 16, "performance cores 16 of 32");
    expect_cap(&hybrid, CAP_PHYSICAL, 0, 24, "physical cores 24 of 32");
    expect_cap(&smt, CAP_QUOTA, 4, 4, "number 4");
    expect_cap(&container, ALL, 4, 2, "quota 2.0 of 14");
    expect_cap(&container, ALL, 1, 1, "number 1");
}

Test(policy_cap, physical_and_performance_together_are_cores_of_the_fast_kind)
{
    expect_cap(&hybrid, ALL, 0, 8, "physical performance cores 8 of 32");
    expect_cap(&smt, ALL, 0, 16, "physical cores 16 of 32");
    expect_cap(&little, ALL, 0, 4, "performance cores 4 of 8");
}

Test(policy_cap, quotas_are_rounded_up)
{
    expect_quota(0.5, 1, "quota 0.5 of 14");
    expect_quota(0.001, 1, "quota 0.01 of 14");
    expect_quota(2.25, 3, "quota 2.25 of 14");
    expect_quota(2.5, 3, "quota 2.5 of 14");
    expect_quota(1.05, 2, "quota 1.05 of 14");
    expect_quota(2.999, 3, "quota 3.0 of 14");
    expect_quota(12.5, 13, "quota 12.5 of 14");
}

Test(policy_cap, no_cap_where_it_would_change_nothing)
{
    expect_quota(13.5, 0, "");
    expect_quota(14, 0, "");
    expect_quota(1e300, 0, "");
    expect_cap(&smt, CAP_PERFORMANCE, 0, 0, "");
    expect_cap(&smt, 0, 32, 0, "");
    expect_cap(&smt, 0, INT_MAX, 0, "");
    expect_cap(&container, 0, 0, 0, "");
    expect_cap(&container, CAP_PHYSICAL, 0, 0, "");
}

Test(policy_cap, what_is_not_known_caps_nothing)
{
    const struct machine nothing = {0}, only_allowed = {.allowed = 8}, only_quota = {.quota = 0.5};
    expect_cap(&nothing, ALL, 4, 0, "");
    expect_cap(&only_allowed, ALL, 0, 0, "");
    expect_cap(&only_quota, ALL, 4, 0, "");
    expect_quota(NAN, 0, "");
    expect_quota(-1, 0, "");
    expect_cap(&only_allowed, ALL, INT_MIN, 0, "");
}
