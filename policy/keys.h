// SPDX-License-Identifier: MIT
// keys.def as a table.
#ifndef TEAMTRIM_POLICY_KEYS_H
#define TEAMTRIM_POLICY_KEYS_H

#include "policy/values.h"

struct key {
    const char *section, *name;
    const struct value_type *type;
    size_t offset; // of the field in struct policy
    const char *default_value, *help;
};

extern const struct key keys_table[]; // ends with name == NULL

#endif
