// SPDX-License-Identifier: MIT
// Checks one section, key or value and puts it where it belongs. Reading files: parse.c.
#include "policy/assign.h"

#include "policy/site.h"
#include "policy/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// The routine or site of a place, or NULL.
static const char *override_name(const struct policy *policy, const struct assign_place *place)
{
    if (place->override < ASSIGN_SITES)
        return policy->overrides[place->override].routine;
    if (place->override < ASSIGN_NO_OVERRIDE)
        return policy->sites[place->override - ASSIGN_SITES].name;
    return NULL;
}

const char *assign_spell_section(const struct policy *policy, const struct assign_place *place,
                                 char *text)
{
    const char *name = override_name(policy, place);
    snprintf(text, POLICY_SECTION_LENGTH, name ? "%s %s" : "%s", place->section, name);
    return text;
}

// The table's own spelling of a section; NULL after a message.
static const char *find_section(const char *name, struct messages *messages)
{
    struct suggestion sections;
    const char *last = "";
    char text[SUGGEST_TEXT];
    suggest_start(&sections, name);
    for (const struct key *key = keys_table; key->name; key++) {
        if (strcmp(key->section, name) == 0)
            return key->section;
        if (strcmp(key->section, last) != 0)
            suggest_consider(&sections, key->section);
        last = key->section;
    }
    messages_add(messages, "unknown section [%.60s]; %s", name, suggest_text(&sections, text));
    return NULL;
}

// The list's own spelling of a routine or a base; NULL after a message.
static const char *find_routine(const struct policy_routine *routines, const char *name,
                                struct messages *messages)
{
    struct suggestion known;
    char text[SUGGEST_TEXT];
    suggest_start(&known, name);
    for (; routines->name; routines++) {
        if (strcmp(routines->name, name) == 0)
            return routines->name;
        if (strcmp(routines->base, name) == 0)
            return routines->base;
        suggest_consider(&known, routines->name);
        suggest_consider(&known, routines->base);
    }
    messages_add(messages, "unknown routine '%.60s'; %s", name,
                 known.nearest ? suggest_text(&known, text)
                               : "expected one such as ddot, or dot for all its precisions");
    return NULL;
}

static size_t find_override(struct policy *policy, const char *name, struct messages *messages)
{
    size_t i = 0;
    const char *routine = find_routine(policy->routines, name, messages);
    if (!routine)
        return ASSIGN_NO_OVERRIDE;
    while (i < policy->override_count && strcmp(policy->overrides[i].routine, routine) != 0)
        i++;
    if (i == POLICY_OVERRIDES) {
        messages_add(messages, "too many sections; expected at most %d routines", POLICY_OVERRIDES);
        return ASSIGN_NO_OVERRIDE;
    }
    if (i == policy->override_count)
        policy->overrides[policy->override_count++].routine = routine;
    return i;
}

static size_t find_site(struct policy *policy, const char *name, struct messages *messages)
{
    char site[POLICY_SITE_LENGTH];
    size_t i = 0;
    if (!site_spell_name(name, site, messages))
        return ASSIGN_NO_OVERRIDE;
    while (i < policy->site_count && strcmp(policy->sites[i].name, site) != 0)
        i++;
    if (i == POLICY_SITES) {
        messages_add(messages, "too many sections; expected at most %d sites", POLICY_SITES);
        return ASSIGN_NO_OVERRIDE;
    }
    if (i == policy->site_count)
        strcpy(policy->sites[policy->site_count++].name, site);
    return ASSIGN_SITES + i;
}

static size_t find_named(struct policy *policy, const char *section, const char *name,
                         struct messages *messages)
{
    if (strcmp(section, "blas") == 0)
        return find_override(policy, name, messages);
    if (strcmp(section, "region") == 0)
        return find_site(policy, name, messages);
    messages_add(messages, "unknown section [%s %.60s]; expected [%s]", section, name, section);
    return ASSIGN_NO_OVERRIDE;
}

bool assign_find_place(struct policy *policy, const char *text, struct assign_place *place,
                       struct messages *messages)
{
    static const char blanks[] = " \t";
    char section[POLICY_SECTION_LENGTH];
    size_t length = strcspn(text, blanks);
    const char *name = text + length + strspn(text + length, blanks);
    snprintf(section, sizeof section, "%.*s", (int)length, text);
    place->override = ASSIGN_NO_OVERRIDE;
    place->section = find_section(section, messages);
    if (!place->section)
        return false;
    if (*name == '\0')
        return true;
    place->override = find_named(policy, place->section, name, messages);
    return place->override != ASSIGN_NO_OVERRIDE;
}

int assign_find_key(const struct policy *policy, const struct assign_place *place, const char *name,
                    struct messages *messages)
{
    struct suggestion keys;
    char section[POLICY_SECTION_LENGTH], text[SUGGEST_TEXT];
    suggest_start(&keys, name);
    for (int row = 0; keys_table[row].name; row++) {
        if (strcmp(keys_table[row].section, place->section) != 0)
            continue;
        if (strcmp(keys_table[row].name, name) == 0)
            return row;
        suggest_consider(&keys, keys_table[row].name);
    }
    messages_add(messages, "unknown key '%.60s' in [%s]; %s", name,
                 assign_spell_section(policy, place, section), suggest_text(&keys, text));
    return -1;
}

static void report_value(const struct key *key, const char *value, struct messages *messages)
{
    const char *meant = key->type->choices ? policy_suggest(value, key->type->choices) : NULL;
    if (meant)
        messages_add(messages, "bad value '%.60s' for %s; expected %s; did you mean '%s'?", value,
                     key->name, key->type->expected, meant);
    else if (strpbrk(value, "#;"))
        messages_add(messages, "bad value '%.60s' for %s; expected %s, or a comment after ' ;'",
                     value, key->name, key->type->expected);
    else
        messages_add(messages, "bad value '%.60s' for %s; expected %s", value, key->name,
                     key->type->expected);
}

// Where a key's value goes; `present` becomes the override's mask, or NULL.
static void *find_field(struct policy *policy, const struct assign_place *place,
                        const struct key *key, uint32_t **present)
{
    *present = NULL;
    if (place->override < ASSIGN_SITES) {
        struct policy_override *override = &policy->overrides[place->override];
        *present = &override->present;
        return (char *)&override->values + (key->offset - offsetof(struct policy, blas));
    }
    if (place->override < ASSIGN_NO_OVERRIDE) {
        struct policy_site *site = &policy->sites[place->override - ASSIGN_SITES];
        *present = &site->present;
        return (char *)&site->values + (key->offset - offsetof(struct policy, region));
    }
    return (char *)policy + key->offset;
}

bool assign_store_value(struct policy *policy, const struct assign_place *place, int row,
                        const char *text, struct messages *messages)
{
    const struct key *key = &keys_table[row];
    uint32_t *present;
    void *field = find_field(policy, place, key, &present);
    if (key->type->parse(key->type, text, field) != 0) {
        report_value(key, text, messages);
        return false;
    }
    if (present)
        *present |= UINT32_C(1) << row;
    return true;
}

static bool set_value(struct policy *policy, const char *section, const char *key,
                      const char *value, struct messages *messages)
{
    struct assign_place place;
    if (!assign_find_place(policy, section, &place, messages))
        return false;
    int row = assign_find_key(policy, &place, key, messages);
    return row >= 0 && assign_store_value(policy, &place, row, value, messages);
}

// A failed value changes nothing but what assign_find_place made for it. That is taken back, so
// that no copy of the policy need lie on the host's stack.
int policy_set(struct policy *policy, const char *section, const char *key, const char *value,
               const char *origin, policy_report *report, void *context)
{
    struct messages messages = {.report = report, .context = context, .origin = origin};
    size_t overrides = policy->override_count, sites = policy->site_count;
    if (set_value(policy, section, key, value, &messages))
        return 0;
    if (policy->override_count > overrides)
        memset(&policy->overrides[overrides], 0, sizeof policy->overrides[0]);
    if (policy->site_count > sites)
        memset(&policy->sites[sites], 0, sizeof policy->sites[0]);
    policy->override_count = overrides;
    policy->site_count = sites;
    return -EINVAL;
}
