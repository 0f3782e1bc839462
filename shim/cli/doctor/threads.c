// SPDX-License-Identifier: MIT
// Team against CPUs, waiting against both.
#include "shim/cli/doctor/threads.h"

#include "policy/policy.h"
#include "shim/cli/doctor/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_set_to(const struct environment *environment, const char *name, const char *value)
{
    const char *now = environment_get(environment, name);
    return now && strcasecmp(now, value) == 0;
}

// A runtime's own variable is more exact than the standard's.
static enum threads_wait find_wait(const struct environment *environment)
{
    if (is_set_to(environment, "GOMP_SPINCOUNT", "0") ||
        is_set_to(environment, "KMP_BLOCKTIME", "0"))
        return THREADS_PASSIVE;
    if (is_set_to(environment, "GOMP_SPINCOUNT", "infinite") ||
        is_set_to(environment, "GOMP_SPINCOUNT", "infinity") ||
        is_set_to(environment, "KMP_BLOCKTIME", "infinite"))
        return THREADS_ACTIVE;
    if (is_set_to(environment, "OMP_WAIT_POLICY", "passive"))
        return THREADS_PASSIVE;
    return is_set_to(environment, "OMP_WAIT_POLICY", "active") ? THREADS_ACTIVE : THREADS_DEFAULT;
}

// The first of a list for nested levels; 0 if it is not set or makes no sense.
static int read_count(const struct environment *environment, const char *name)
{
    const char *value = environment_get(environment, name);
    long count = value ? strtol(value, NULL, 10) : 0;
    return count > 0 && count <= POLICY_MOST_THREADS ? (int)count : 0;
}

void threads_read(struct threads *threads, const struct environment *environment, const char *root)
{
    struct machine machine;
    machine_read(&machine, root, CAP_QUOTA);
    int team = read_count(environment, "OMP_NUM_THREADS"), quota = (int)ceil(machine.quota);
    int limit = read_count(environment, "OMP_THREAD_LIMIT");
    *threads = (struct threads){.allowed = machine.allowed,
                                .quota = machine.quota,
                                .cpus = machine.allowed,
                                .team = team > 0 ? team : machine.allowed,
                                .team_set = team > 0,
                                .wait = find_wait(environment)};
    if (quota > 0 && quota < threads->cpus)
        threads->cpus = quota;
    if (limit > 0 && limit < threads->team)
        threads->team = limit;
}

static void describe_cpus(const struct threads *threads, char *text, size_t size)
{
    if (threads->cpus < threads->allowed)
        snprintf(text, size, "a quota of %.1f CPUs", threads->quota);
    else
        snprintf(text, size, "%d CPUs", threads->cpus);
}

static void report_team(const struct threads *threads)
{
    char cpus[64];
    const char *source = threads->team_set ? "OMP_NUM_THREADS" : "the CPUs allowed";
    describe_cpus(threads, cpus, sizeof cpus);
    if (threads->allowed == 0)
        return;
    if (threads->team <= threads->cpus) {
        page_row(PAGE_OK, "team", "%d threads (%s) on %s", threads->team, source, cpus);
        return;
    }
    page_row(PAGE_PROBLEM, "team", "%d threads (%s) on %s", threads->team, source, cpus);
    page_explain(
        "threads wait for one another at the end of every region while some of them have no CPU");
    if (threads->team_set)
        page_remedy("export OMP_NUM_THREADS=%d, or leave it unset%s", threads->cpus,
                    threads->cpus < threads->allowed
                        ? " and preload the library, which caps the team to the quota"
                        : "");
    else
        page_remedy(
            "'teamtrim run' caps the team to the quota; without it, export OMP_NUM_THREADS=%d",
            threads->cpus);
}

static void report_wait(const struct threads *threads)
{
    static const char *const names[] = {
        "default: idle threads spin for some milliseconds, then sleep", "active: idle threads spin",
        "passive: idle threads sleep"};
    bool crowded = threads->allowed > 0 && threads->team > threads->cpus;
    bool spins = threads->wait != THREADS_PASSIVE;
    page_row(crowded && spins ? PAGE_PROBLEM : PAGE_OK, "waiting", "%s", names[threads->wait]);
    if (crowded && spins) {
        page_explain("threads that spin take the CPUs from those that work");
        page_remedy("'teamtrim run --wait passive', or export OMP_WAIT_POLICY=passive");
    }
}

void threads_report(const struct threads *threads, const struct environment *environment)
{
    report_team(threads);
    report_wait(threads);
    const char *tools = environment_get(environment, "OMP_TOOL_LIBRARIES");
    if (tools && *tools) {
        page_row(PAGE_NOTE, "OMP_TOOL_LIBRARIES", "%s", tools);
        page_explain("regions that run on one thread are not reported to tools");
        page_remedy("--set region.mode=off while measuring with the tool");
    }
    if (is_set_to(environment, "OMP_CANCELLATION", "true")) {
        page_row(PAGE_NOTE, "OMP_CANCELLATION", "true: every region is left to its team");
        page_remedy("unset OMP_CANCELLATION unless the program cancels");
    }
}

// What a setting means to the library, where that is not plain.
static const char *find_meaning(const struct environment *environment, const char *name)
{
    if (strcmp(name, "OMP_DYNAMIC") == 0 && is_set_to(environment, name, "true"))
        return " (so the library may give small regions one thread)";
    if (strcmp(name, "OMP_MAX_ACTIVE_LEVELS") == 0 && read_count(environment, name) > 1)
        return " (so regions may nest, and none is a lazy team)";
    return "";
}

void threads_report_variables(const struct environment *environment)
{
    static const char *const starts[] = {"OMP_",  "GOMP_", "KMP_", "OPENBLAS_",
                                         "GOTO_", "BLIS_", "MKL_"};
    bool any = false;
    for (size_t i = 0; i < environment->count; i++)
        for (size_t j = 0; j < sizeof starts / sizeof *starts; j++) {
            const char *entry = environment->entries[i], *equals = strchr(entry, '=');
            char name[64];
            if (!equals || strncmp(entry, starts[j], strlen(starts[j])) != 0)
                continue;
            snprintf(name, sizeof name, "%.*s", (int)(equals - entry), entry);
            page_row(PAGE_FACT, name, "%s%s", equals + 1, find_meaning(environment, name));
            any = true;
        }
    if (!any)
        page_row(PAGE_FACT, "variables",
                 "none of OMP_*, GOMP_*, KMP_*, OPENBLAS_*, BLIS_*, MKL_* is set");
}
