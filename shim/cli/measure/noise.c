// SPDX-License-Identifier: MIT
// Limits of noise, and what to say beyond them.
#include "shim/cli/measure/noise.h"

#include <stdio.h>

// Chosen so that a virtual machine of a cloud passes when nothing else runs on it.
static const double most_spread = 0.25, most_taken = 0.08, hopeless_taken = 0.25;
static const double most_disagreement = 0.06, least_ratio = 1.5;

static const char remedy[] =
    "stop other programs (top shows them), or give teamtrim CPUs that they leave alone (taskset -c "
    "LIST teamtrim calibrate), and try again";

static bool is_taken(const struct noise *noise, double limit, char *why, size_t size)
{
    char quota[80] = "";
    if (noise->taken <= limit)
        return false;
    if (noise->quota > 0)
        snprintf(quota, sizeof quota, ", or the quota of %.4g CPUs was used up by them",
                 noise->quota);
    snprintf(why, size, "others had the CPUs for %.0f %% of the time%s (limit: %.0f %%); %s",
             100 * noise->taken, quota, 100 * limit, remedy);
    return true;
}

bool noise_is_hopeless(const struct noise *noise, char *why, size_t size)
{
    return is_taken(noise, hopeless_taken, why, size);
}

bool noise_is_too_much(const struct noise *noise, char *why, size_t size)
{
    if (is_taken(noise, most_taken, why, size))
        return true;
    if (noise->spread > most_spread)
        snprintf(why, size,
                 "the same work took times whose spread, (q3 - q1) / median, is %.2f (limit: "
                 "%.2f); %s",
                 noise->spread, most_spread, remedy);
    else if (noise->disagreement > most_disagreement && noise->ratio > least_ratio)
        snprintf(why, size,
                 "two halves of the rounds found thresholds that differ by a factor of %.1f, and "
                 "lose %.0f %% by each other's (limit: %.0f %%); %s",
                 noise->ratio, 100 * noise->disagreement, 100 * most_disagreement, remedy);
    else
        return false;
    return true;
}
