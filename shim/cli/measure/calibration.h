// SPDX-License-Identifier: MIT
// All that `teamtrim calibrate` finds out about a machine.
#ifndef TEAMTRIM_CLI_CALIBRATION_H
#define TEAMTRIM_CLI_CALIBRATION_H

#include <stdbool.h>

#include "policy/policy.h"
#include "shim/cli/measure/atomics_cost.h"
#include "shim/cli/measure/bandwidth.h"
#include "shim/cli/measure/crossover.h"
#include "shim/cli/measure/fits.h"
#include "shim/cli/measure/fork_cost.h"
#include "shim/cli/measure/noise.h"

enum { CALIBRATION_FORKS = 64 };

struct calibration {
    char machine[160]; // this_machine_describe
    char date[32];
    int cpus;              // that teams may have: allowed ones, within the quota
    bool quick, any_noise; // any: how noisy the machine is does not matter
    double seconds;        // that it took

    struct bandwidth bandwidth[BANDWIDTH_PLACES];
    int bandwidths;
    struct fork_cost forks[CALIBRATION_FORKS];
    int fork_count;
    bool forks_left_out; // for lack of time
    struct atomics_cost atomics;
    bool has_atomics;
    struct {
        double coefficients[CHUNK_COEFFICIENTS];
        double error; // mean |log2(predicted / measured)|
        int samples;
        const char *why; // there is none; NULL: there is
    } model;
    struct crossover crossover;
    const char *no_crossover; // why there are no thresholds; NULL: there are
    struct fits fits;
    uint64_t built_in[WAITINGS], before[WAITINGS]; // thresholds by default, and in force
    struct fits_values before_of;                  // in force for a base
    struct noise noise;
};

#endif
