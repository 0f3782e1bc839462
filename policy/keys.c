// SPDX-License-Identifier: MIT
// keys.def as a table, and what of it the outside may see.
#include "policy/keys.h"

#include "policy/policy.h"

#define KEY(section, field, name, type, default_value, help) \
    {#section, name, &value_##type, offsetof(struct policy, section.field), default_value, help},
const struct key keys_table[] = {
#include "policy/keys.def"
    {NULL, NULL, NULL, 0, NULL, NULL}};
#undef KEY

enum { KEY_COUNT = sizeof keys_table / sizeof keys_table[0] - 1 };
_Static_assert(KEY_COUNT <= 32, "an override's `present` has a bit for each row");

bool policy_key_at(size_t index, struct policy_key *key)
{
    if (index >= KEY_COUNT)
        return false;
    const struct key *row = &keys_table[index];
    *key = (struct policy_key){row->section, row->name, row->type->expected, row->default_value,
                               row->help};
    return true;
}
