// SPDX-License-Identifier: MIT
// Checks one section, key or value and puts it where it belongs. Reading files: parse.c.
#include "policy/assign.h"

#include "policy/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *assign_spell_section(const struct policy *policy, const struct assign_place *place,
                                 char *text)
{
    if (place->override == ASSIGN_NO_OVERRIDE)
        snprintf(text, POLICY_SECTION_LENGTH, "%s", place->section);
    else
        snprintf(text, POLICY_SECTION_LENGTH, "%s %s", place->section,
                 policy->overrides[place->override].routine);
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

static size_t find_override(struct policy *policy, const char *routine, struct messages *messages)
{
    size_t i = 0;
    while (i < policy->override_count && strcmp(policy->overrides[i].routine, routine) != 0)
        i++;
    if (i == POLICY_OVERRIDES) {
        messages_add(messages, "too many sections; expected at most %d routines", POLICY_OVERRIDES);
        return ASSIGN_NO_OVERRIDE;
    }
    if (i == policy->override_count) {
        memset(&policy->overrides[i], 0, sizeof policy->overrides[i]);
        policy->overrides[i].routine = routine;
        policy->override_count++;
    }
    return i;
}

bool assign_find_place(struct policy *policy, const char *text, struct assign_place *place,
                       struct messages *messages)
{
    static const char blanks[] = " \t";
    char section[POLICY_SECTION_LENGTH];
    size_t length = strcspn(text, blanks);
    const char *routine = text + length + strspn(text + length, blanks);
    snprintf(section, sizeof section, "%.*s", (int)length, text);
    place->override = ASSIGN_NO_OVERRIDE;
    place->section = find_section(section, messages);
    if (!place->section)
        return false;
    if (*routine == '\0')
        return true;
    // [blas] is the only section so far, and takes routines.
    routine = find_routine(policy->routines, routine, messages);
    if (routine)
        place->override = find_override(policy, routine, messages);
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

bool assign_store_value(struct policy *policy, const struct assign_place *place, int row,
                        const char *text, struct messages *messages)
{
    const struct key *key = &keys_table[row];
    char *field = (char *)policy + key->offset;
    if (place->override != ASSIGN_NO_OVERRIDE) {
        struct policy_override *override = &policy->overrides[place->override];
        field = (char *)&override->values + (key->offset - offsetof(struct policy, blas));
        override->present |= UINT32_C(1) << row;
    }
    if (key->type->parse(key->type, text, field) == 0)
        return true;
    report_value(key, text, messages);
    return false;
}

int policy_set(struct policy *policy, const char *section, const char *key, const char *value,
               const char *origin, policy_report *report, void *context)
{
    struct policy changed = *policy;
    struct messages messages = {.report = report, .context = context, .origin = origin};
    struct assign_place place;
    if (!assign_find_place(&changed, section, &place, &messages))
        return -EINVAL;
    int row = assign_find_key(&changed, &place, key, &messages);
    if (row < 0 || !assign_store_value(&changed, &place, row, value, &messages))
        return -EINVAL;
    *policy = changed;
    return 0;
}
