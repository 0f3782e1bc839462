// SPDX-License-Identifier: MIT
// Names and settings of the ways of waiting.
#include "shim/cli/measure/waiting.h"

const char *const waiting_names[WAITINGS] = {"parked", "spinning"};

const char *const waiting_settings[WAITINGS][WAITING_SETTINGS] = {
    {"OMP_WAIT_POLICY=passive", "GOMP_SPINCOUNT=0", "KMP_BLOCKTIME=0"},
    {"OMP_WAIT_POLICY=active", "GOMP_SPINCOUNT=infinite", "KMP_BLOCKTIME=infinite"}};
