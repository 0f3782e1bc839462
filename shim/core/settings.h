// SPDX-License-Identifier: MIT
// What the user has set: policy files and environment, read once.
#ifndef TEAMTRIM_SETTINGS_H
#define TEAMTRIM_SETTINGS_H

#include <stdbool.h>

#include "policy/policy.h"

struct settings {
    bool disabled; // TEAMTRIM_DISABLE=1: forward every call
    struct policy policy;
    char policy_file[256]; // the last that was read, perhaps cut; "": none
};

// Reads policy files and environment at the first call and opens the log. NULL while another thread
// is at it. In a set-user-ID program both are ignored: the defaults hold and there is no log.
const struct settings *settings_get(void);

#endif
