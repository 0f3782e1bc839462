// SPDX-License-Identifier: MIT
// Policy files in force, in the library's order (shim/core/settings.c): are they valid, and for
// this machine? Variables: policy_variables.c.
#include "shim/cli/doctor/policy_check.h"

#include "policy/policy.h"
#include "shim/cli/doctor/page.h"
#include "shim/cli/doctor/policy_variables.h"
#include "shim/cli/this_machine.h"
#include "shim/names/routines.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Messages of a file, kept until its row has been printed.
struct messages {
    char *text;
};

static void keep_message(void *context, const char *message)
{
    struct messages *kept = context;
    char *longer;
    if (asprintf(&longer, "%s%s\n", kept->text ? kept->text : "", message) < 0)
        abort();
    free(kept->text);
    kept->text = longer;
}

static void explain_messages(char *text)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        page_explain("%s", line);
}

// ---- the machine that it was calibrated on

enum { HEAD_LINES = 40 };

// From "; machine: MODEL, N CPUs, ..." near the top.
static bool find_machine(const char *path, char *line, size_t size)
{
    static const char start[] = "; machine: ";
    FILE *file = fopen(path, "re");
    bool found = false;
    for (int i = 0; file && !found && i < HEAD_LINES && fgets(line, (int)size, file); i++)
        found = strncmp(line, start, sizeof start - 1) == 0;
    if (file)
        fclose(file);
    if (!found)
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    memmove(line, line + sizeof start - 1, strlen(line + sizeof start - 1) + 1);
    return true;
}

static bool is_for_machine(const char *line, const char *machine)
{
    size_t length = strlen(machine);
    return strncmp(line, machine, length) == 0 && (line[length] == '\0' || line[length] == ',');
}

static void report_valid(const char *name, const char *path)
{
    char line[512], machine[192];
    this_machine_describe(machine, sizeof machine);
    if (!find_machine(path, line, sizeof line)) {
        page_row(PAGE_OK, name, "%s", path);
    } else if (is_for_machine(line, machine)) {
        page_row(PAGE_OK, name, "%s, calibrated on this machine", path);
    } else {
        page_row(PAGE_PROBLEM, name, "%s was calibrated on another machine", path);
        page_explain("it says: %s", line);
        page_explain("this is: %s", machine);
        page_remedy("teamtrim calibrate -o %s", path);
    }
}

static void report_file(const char *name, const char *path)
{
    struct policy policy;
    struct messages kept = {NULL};
    policy_init(&policy, blas_routines);
    if (policy_load(&policy, path, keep_message, &kept) == 0) {
        report_valid(name, path);
    } else {
        page_row(PAGE_PROBLEM, name, "%s is ignored as a whole", path);
        if (kept.text)
            explain_messages(kept.text);
        page_remedy("mend it; 'teamtrim check --help' lists the keys");
    }
    free(kept.text);
}

// The user's, or else the system's. False if there is neither.
static bool find_machine_policy(const struct environment *environment, char path[PATH_MAX])
{
    const char *base = environment_get(environment, "XDG_CONFIG_HOME");
    const char *home = environment_get(environment, "HOME");
    if (base && *base)
        snprintf(path, PATH_MAX, "%s/teamtrim/policy.ini", base);
    else
        snprintf(path, PATH_MAX, "%s/.config/teamtrim/policy.ini", home ? home : "");
    if (path[0] == '/' && access(path, F_OK) == 0)
        return true;
    snprintf(path, PATH_MAX, "/etc/teamtrim/policy.ini");
    return access(path, F_OK) == 0;
}

void policy_check_report(const struct environment *environment)
{
    char path[PATH_MAX];
    const char *own = environment_get(environment, "TEAMTRIM_POLICY");
    page_head("Policy");
    if (find_machine_policy(environment, path)) {
        report_file("machine's file", path);
    } else {
        page_row(PAGE_NOTE, "machine's file", "none: built-in values, made for no machine");
        page_remedy("teamtrim calibrate");
    }
    if (own && *own)
        report_file("TEAMTRIM_POLICY", own);
    policy_variables_report(environment);
}
