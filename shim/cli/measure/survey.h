// SPDX-License-Identifier: MIT
// Measures a machine within a given time: what calibrate makes a policy of.
#ifndef TEAMTRIM_CLI_SURVEY_H
#define TEAMTRIM_CLI_SURVEY_H

#include "shim/cli/measure/calibration.h"

enum { SURVEY_WHY = 512 };

// Fills `calibration`, whose `before`, `quick` and `any_noise` are set, with a progress bar on a
// terminal. False, with the reason in `why`, if the machine is too noisy to tell.
bool survey_machine(struct calibration *calibration, char why[SURVEY_WHY]);

#endif
