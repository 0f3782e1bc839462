// SPDX-License-Identifier: MIT
// The layers of a policy: the defaults below, [blas] or [region] over them, then what the sections
// of routines and sites change.
#include "policy/keys.h"
#include "policy/site.h"

#include <string.h>

void policy_init(struct policy *policy, const struct policy_routine *routines)
{
    memset(policy, 0, sizeof *policy);
    policy->routines = routines;
    for (const struct key *key = keys_table; key->name; key++)
        key->type->parse(key->type, key->default_value, (char *)policy + key->offset);
}

// Copies the fields that are `present` from one section's struct to another. `start` is the offset
// of such a section in struct policy.
static void apply_values(uint32_t present, const void *values, size_t start, void *section)
{
    for (int row = 0; keys_table[row].name; row++) {
        size_t field = keys_table[row].offset - start;
        if (present & UINT32_C(1) << row)
            memcpy((char *)section + field, (const char *)values + field,
                   keys_table[row].type->size);
    }
}

static void apply_routine(const struct policy *policy, const char *routine,
                          struct policy_blas *blas)
{
    for (size_t i = 0; i < policy->override_count; i++) {
        const struct policy_override *override = &policy->overrides[i];
        if (strcmp(override->routine, routine) == 0)
            apply_values(override->present, &override->values, offsetof(struct policy, blas), blas);
    }
}

struct policy_blas policy_blas_of(const struct policy *policy, const struct policy_routine *routine)
{
    struct policy_blas blas = policy->blas;
    apply_routine(policy, routine->base, &blas);
    apply_routine(policy, routine->name, &blas);
    return blas;
}

// True if there is a section of that name.
static bool apply_site(const struct policy *policy, const char *name, struct policy_region *region)
{
    for (size_t i = 0; i < policy->site_count; i++) {
        const struct policy_site *site = &policy->sites[i];
        if (strcmp(site->name, name) == 0) {
            apply_values(site->present, &site->values, offsetof(struct policy, region), region);
            return true;
        }
    }
    return false;
}

bool policy_region_of(const struct policy *policy, const char *module, uint64_t offset,
                      const char *symbol, struct policy_region *region)
{
    char place[POLICY_SITE_LENGTH];
    *region = policy->region;
    bool named = apply_site(policy, module, region);
    if (symbol)
        named |= apply_site(policy, symbol, region);
    if (site_spell_place(module, offset, place))
        named |= apply_site(policy, place, region);
    return named;
}

bool policy_site_covers(const char *site, const char *module, uint64_t offset, const char *symbol)
{
    char place[POLICY_SITE_LENGTH];
    return strcmp(site, module) == 0 || (symbol && strcmp(site, symbol) == 0) ||
           (site_spell_place(module, offset, place) && strcmp(site, place) == 0);
}
