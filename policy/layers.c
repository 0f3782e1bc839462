// SPDX-License-Identifier: MIT
// The layers of a policy: the defaults below, [blas] over them, then what routine sections change.
#include "policy/keys.h"
#include "policy/policy.h"

#include <string.h>

void policy_init(struct policy *policy, const struct policy_routine *routines)
{
    memset(policy, 0, sizeof *policy);
    policy->routines = routines;
    for (const struct key *key = keys_table; key->name; key++)
        key->type->parse(key->type, key->default_value, (char *)policy + key->offset);
}

static void apply_override(const struct policy_override *override, struct policy_blas *blas)
{
    for (int row = 0; keys_table[row].name; row++) {
        size_t field = keys_table[row].offset - offsetof(struct policy, blas);
        if (override->present & UINT32_C(1) << row)
            memcpy((char *)blas + field, (const char *)&override->values + field,
                   keys_table[row].type->size);
    }
}

static void apply_section(const struct policy *policy, const char *routine,
                          struct policy_blas *blas)
{
    for (size_t i = 0; i < policy->override_count; i++) {
        if (strcmp(policy->overrides[i].routine, routine) == 0)
            apply_override(&policy->overrides[i], blas);
    }
}

struct policy_blas policy_blas_of(const struct policy *policy, const struct policy_routine *routine)
{
    struct policy_blas blas = policy->blas;
    apply_section(policy, routine->base, &blas);
    apply_section(policy, routine->name, &blas);
    return blas;
}
