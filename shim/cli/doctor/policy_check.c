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

static bool begins_with(const char *line, const char *part)
{
    size_t length = strlen(part);
    return strncmp(line, part, length) == 0 && (line[length] == '\0' || line[length] == ',');
}

enum likeness { OTHER_MODEL, OTHER_TEAM, SAME };

// Teams of other sizes cost something else, on CPUs that are the same.
static enum likeness compare(const char *line, const char *machine)
{
    char model[160];
    int cpus, length = 0;
    this_machine_model(model, sizeof model);
    if (!begins_with(line, model) ||
        sscanf(line + strlen(model), ", %d CPUs%n", &cpus, &length) != 1 || length == 0 ||
        !strchr(",", line[strlen(model) + (size_t)length]))
        return OTHER_MODEL;
    bool limited = strstr(machine, ", a quota of ") != NULL;
    bool was_limited = strstr(line, ", a quota of ") != NULL;
    return begins_with(line, machine) && limited == was_limited ? SAME : OTHER_TEAM;
}

static void report_difference(enum page_mark mark, const char *name, const char *path,
                              const char *what, const char *line, const char *machine)
{
    page_row(mark, name, "%s was calibrated %s", path, what);
    page_explain("it says: %s", line);
    page_explain("this is: %s", machine);
}

static void report_valid(const char *name, const char *path)
{
    char line[512], machine[192];
    this_machine_describe(machine, sizeof machine);
    bool found = find_machine(path, line, sizeof line);
    enum likeness likeness = found ? compare(line, machine) : SAME;
    if (likeness == SAME) {
        page_row(PAGE_OK, name, "%s%s", path, found ? ", calibrated on this machine" : "");
    } else if (likeness == OTHER_TEAM) {
        report_difference(PAGE_NOTE, name, path, "for teams of other sizes on such CPUs", line,
                          machine);
        page_remedy("start programs on the CPUs that it was made for (taskset, the same quota), or "
                    "'teamtrim calibrate -o %s'",
                    path);
    } else {
        report_difference(PAGE_PROBLEM, name, path, "on another machine", line, machine);
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
