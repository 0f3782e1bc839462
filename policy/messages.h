// SPDX-License-Identifier: MIT
// Where complaints go: each one formatted, with its origin in front, to the caller's report.
#ifndef TEAMTRIM_POLICY_MESSAGES_H
#define TEAMTRIM_POLICY_MESSAGES_H

#include "policy/policy.h"

struct messages {
    policy_report *report; // or NULL: only count
    void *context;
    const char *origin; // file, variable or option
    int line;           // 0: none
    size_t errors;      // reported so far
};

__attribute__((format(printf, 2, 3))) void messages_add(struct messages *messages,
                                                        const char *format, ...);

#endif
