// SPDX-License-Identifier: MIT
// One section and one key at a time into a policy.
#ifndef TEAMTRIM_POLICY_ASSIGN_H
#define TEAMTRIM_POLICY_ASSIGN_H

#include "policy/keys.h"
#include "policy/messages.h"

// Where the keys of a section go: into the policy itself, or into one of its overrides.
struct assign_place {
    const char *section; // as keys_table spells it
    size_t override;     // index in `overrides`, ASSIGN_SITES + index in `sites`, or none
};

enum {
    ASSIGN_SITES = POLICY_OVERRIDES,
    ASSIGN_NO_OVERRIDE = ASSIGN_SITES + POLICY_SITES,
    ASSIGN_PLACES
};

// Finds the place for "blas", "blas ddot" or "region libfoo.so"; an override is made where there is
// none yet. False after a message.
bool assign_find_place(struct policy *policy, const char *text, struct assign_place *place,
                       struct messages *messages);

// The row of keys_table, or -1 after a message.
int assign_find_key(const struct policy *policy, const struct assign_place *place, const char *name,
                    struct messages *messages);

// False after a message.
bool assign_store_value(struct policy *policy, const struct assign_place *place, int row,
                        const char *text, struct messages *messages);

// The section's name as a file writes it, without brackets. `text` holds POLICY_SECTION_LENGTH
// bytes, and is returned.
const char *assign_spell_section(const struct policy *policy, const struct assign_place *place,
                                 char *text);

#endif
