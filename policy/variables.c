// SPDX-License-Identifier: MIT
// Names of environment variables for keys: TEAMTRIM_<SECTION>_<KEY> and
// TEAMTRIM_BLAS_<ROUTINE>_<KEY>, in capitals, with '_' for blanks and dashes. A site's name does
// not survive that: for it there are settings, SECTION.KEY=VALUE.
#include "policy/keys.h"
#include "policy/policy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char prefix[] = "TEAMTRIM_";

static char variable_letter(char c)
{
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// Whether `variable` begins with `name` as variables spell it.
static bool begins_with(const char *variable, const char *name)
{
    while (*name && *variable == variable_letter(*name))
        variable++, name++;
    return *name == '\0';
}

static bool is_spelt(const char *variable, const char *name)
{
    return strlen(variable) == strlen(name) && begins_with(variable, name);
}

// The name or base whose spelling, with a '_' after it, comes before `end`; NULL if there is none.
static const char *find_routine(const struct policy_routine *routines, const char *variable,
                                const char *end)
{
    size_t length = (size_t)(end - variable) - 1;
    for (; routines->name; routines++) {
        if (strlen(routines->name) == length && begins_with(variable, routines->name))
            return routines->name;
        if (strlen(routines->base) == length && begins_with(variable, routines->base))
            return routines->base;
    }
    return NULL;
}

// Takes "KEY" or "ROUTINE_KEY", what follows the section in a variable's name.
static bool match_row(const struct policy *policy, const struct key *key, const char *rest,
                      char *section)
{
    const char *routine = NULL;
    size_t length = strlen(rest), tail = strlen(key->name);
    if (length < tail || !is_spelt(rest + length - tail, key->name))
        return false;
    const char *end = rest + length - tail;
    if (end > rest && (end[-1] != '_' || strcmp(key->section, "blas") != 0))
        return false;
    if (end > rest && !(routine = find_routine(policy->routines, rest, end)))
        return false;
    snprintf(section, POLICY_SECTION_LENGTH, routine ? "%s %s" : "%s", key->section, routine);
    return true;
}

bool policy_key_of_variable(const struct policy *policy, const char *variable, char *section,
                            const char **key)
{
    if (strncmp(variable, prefix, sizeof prefix - 1) != 0)
        return false;
    variable += sizeof prefix - 1;
    for (const struct key *row = keys_table; row->name; row++) {
        size_t length = strlen(row->section);
        if (!begins_with(variable, row->section) || variable[length] != '_')
            continue;
        if (match_row(policy, row, variable + length + 1, section)) {
            *key = row->name;
            return true;
        }
    }
    return false;
}

// Whether a variable can be read back: the capitals of a routine stand for one routine.
static bool has_variable(const char *section)
{
    size_t length = strcspn(section, " \t");
    bool bare = section[length + strspn(section + length, " \t")] == '\0';
    return bare || (length == 4 && strncmp(section, "blas", length) == 0);
}

int policy_variable_of_key(const char *section, const char *key, char *variable)
{
    if (!has_variable(section))
        return -EINVAL;
    int length = snprintf(variable, POLICY_VARIABLE_LENGTH, "%s%s_%s", prefix, section, key);
    if (length < 0 || length >= POLICY_VARIABLE_LENGTH)
        return -ENAMETOOLONG;
    char *to = variable;
    for (const char *from = variable; *from; from++) {
        // "blas  ddot" is the same section as "blas ddot".
        if (!is_blank(from[0]) || !is_blank(from[1]))
            *to++ = variable_letter(*from);
    }
    *to = '\0';
    return 0;
}

bool policy_split_setting(char *setting, const char **key, const char **value)
{
    char *equals = strchr(setting, '='), *dot = equals;
    while (dot && dot > setting && *dot != '.')
        dot--;
    if (!dot || *dot != '.')
        return false;
    *dot = *equals = '\0';
    *key = dot + 1;
    *value = equals + 1;
    return true;
}
