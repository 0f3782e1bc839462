// SPDX-License-Identifier: MIT
// Knows every variable that shim/core/settings.c reads.
#include "shim/cli/doctor/policy_variables.h"

#include "policy/policy.h"
#include "shim/cli/doctor/page.h"
#include "shim/names/routines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const own[] = {"TEAMTRIM_POLICY",       "TEAMTRIM_LOG",     "TEAMTRIM_LOG_FILE",
                                  "TEAMTRIM_LOG_FORMAT",   "TEAMTRIM_DISABLE", "TEAMTRIM_ROOT",
                                  POLICY_SETTINGS_VARIABLE};
enum { OWN = sizeof own / sizeof *own, KEYS = 64 };

static void keep_message(void *context, const char *message)
{
    snprintf(context, POLICY_SETTING_LENGTH, "%s", message);
}

static void report_bad(const char *name, const char *message)
{
    page_row(PAGE_PROBLEM, name, "is ignored");
    page_explain("%s", message);
}

// ---- names

// The variable that was meant, of ours and those of keys; NULL if none is near.
static const char *suggest(const char *name)
{
    static char variables[KEYS][POLICY_VARIABLE_LENGTH];
    const char *names[OWN + KEYS + 1];
    struct policy_key key;
    size_t count = 0;
    for (; count < OWN; count++)
        names[count] = own[count];
    for (size_t i = 0; i < KEYS && policy_key_at(i, &key); i++)
        if (policy_variable_of_key(key.section, key.name, variables[i]) == 0)
            names[count++] = variables[i];
    names[count] = NULL;
    return policy_suggest(name, names);
}

// Another program may have the name TEAMTRIM_ for something of its own, but not these.
static bool names_a_section(const char *name)
{
    static const char *const starts[] = {"TEAMTRIM_BLAS_", "TEAMTRIM_REGION_", "TEAMTRIM_TEAM_",
                                         "TEAMTRIM_LOOP_", "TEAMTRIM_WAIT_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static void report_unknown(const char *name)
{
    const char *meant = suggest(name);
    page_row(meant || names_a_section(name) ? PAGE_PROBLEM : PAGE_NOTE, name,
             "is no variable of the library");
    if (meant)
        page_remedy("did you mean %s?", meant);
    else
        page_remedy("unset it; 'teamtrim check --help' lists the keys");
}

static bool is_own(const char *name)
{
    for (size_t i = 0; i < OWN; i++)
        if (strcmp(own[i], name) == 0)
            return true;
    return false;
}

// ---- values

static void check_choice(const char *name, const char *value, const char *const *choices,
                         const char *expected)
{
    for (; *choices; choices++)
        if (strcmp(*choices, value) == 0 || !*value) {
            page_row(PAGE_OK, name, "%s", value);
            return;
        }
    page_row(PAGE_PROBLEM, name, "%s is ignored", value);
    page_remedy("%s", expected);
}

static bool is_no(const char *value)
{
    static const char *const no[] = {"", "0", "no", "off", "false"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (strcmp(value, no[i]) == 0)
            return true;
    return false;
}

static void check_setting(struct policy *policy, const char *line, size_t length)
{
    char setting[POLICY_SETTING_LENGTH], message[POLICY_SETTING_LENGTH];
    const char *key, *value;
    snprintf(setting, sizeof setting, "%.*s", (int)length, line);
    if (!policy_split_setting(setting, &key, &value))
        report_bad(POLICY_SETTINGS_VARIABLE, "expected SECTION.KEY=VALUE in each line");
    else if (policy_set(policy, setting, key, value, POLICY_SETTINGS_VARIABLE, keep_message,
                        message) != 0)
        report_bad(POLICY_SETTINGS_VARIABLE, message);
    else
        page_row(PAGE_OK, POLICY_SETTINGS_VARIABLE, "%.*s", (int)length, line);
}

static void check_settings(struct policy *policy, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        if (length > 0)
            check_setting(policy, lines, length);
        lines += length + (lines[length] == '\n');
    }
}

static void check_own(struct policy *policy, const char *name, const char *value)
{
    static const char *const levels[] = {"off", "summary", "decisions", "calls", NULL};
    static const char *const formats[] = {"text", "json", NULL};
    if (strcmp(name, "TEAMTRIM_LOG") == 0) {
        check_choice(name, value, levels, "expected off, summary, decisions or calls");
    } else if (strcmp(name, "TEAMTRIM_LOG_FORMAT") == 0) {
        check_choice(name, value, formats, "expected text or json");
    } else if (strcmp(name, POLICY_SETTINGS_VARIABLE) == 0) {
        check_settings(policy, value);
    } else if (strcmp(name, "TEAMTRIM_DISABLE") == 0 && !is_no(value)) {
        page_row(PAGE_NOTE, name, "%s: every call is forwarded", value);
        page_remedy("unset TEAMTRIM_DISABLE");
    } else {
        page_row(PAGE_OK, name, "%s", value);
    }
}

static void check_key(struct policy *policy, const char *name, const char *section, const char *key,
                      const char *value)
{
    char message[POLICY_SETTING_LENGTH];
    if (policy_set(policy, section, key, value, name, keep_message, message) != 0)
        report_bad(name, message);
    else
        page_row(PAGE_OK, name, "%s", value);
}

static void check_variable(struct policy *policy, const char *entry)
{
    char name[POLICY_VARIABLE_LENGTH], section[POLICY_SECTION_LENGTH];
    const char *key, *equals = strchr(entry, '=');
    if (strncmp(entry, "TEAMTRIM_", 9) != 0 || !equals)
        return;
    snprintf(name, sizeof name, "%.*s", (int)(equals - entry), entry);
    if (is_own(name))
        check_own(policy, name, equals + 1);
    else if (policy_key_of_variable(policy, name, section, &key))
        check_key(policy, name, section, key, equals + 1);
    else
        report_unknown(name);
}

void policy_variables_report(const struct environment *environment)
{
    static struct policy policy;
    policy_init(&policy, blas_routines);
    for (size_t i = 0; i < environment->count; i++)
        check_variable(&policy, environment->entries[i]);
}
