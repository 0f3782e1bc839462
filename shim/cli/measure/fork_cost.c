// SPDX-License-Identifier: MIT
// Starts the child that measures a fork, and reads what it says.
#include "shim/cli/measure/fork_cost.h"

#include <stdio.h>
#include <string.h>

#include "shim/cli/child.h"
#include "shim/cli/cli.h"
#include "shim/cli/measure/waiting.h"

// A region of a large team that spins on few CPUs can take a good part of a second.
static const double patience = 5;

static const char *const *environment_of(int team, bool spinning)
{
    static char threads[40];
    static const char *environment[WAITING_SETTINGS + 3];
    memcpy(environment, waiting_settings[spinning ? SPINNING : PARKED],
           sizeof waiting_settings[PARKED]);
    environment[WAITING_SETTINGS] = "OMP_DYNAMIC=false";
    environment[WAITING_SETTINGS + 1] = threads;
    snprintf(threads, sizeof threads, "OMP_NUM_THREADS=%d", team);
    return environment;
}

static bool read_figures(const struct child_result *result, struct fork_cost *cost)
{
    return result->status == CLI_DONE &&
           sscanf(result->output, "%lf %lf %lf %lf %d", &cost->lower, &cost->median, &cost->upper,
                  &cost->begun, &cost->samples) == 5;
}

static void explain(const struct child_result *result, char why[FORK_COST_WHY])
{
    if (result->timed_out)
        snprintf(why, FORK_COST_WHY, "it took too long, and was ended");
    else if (strncmp(result->output, "why ", 4) == 0)
        snprintf(why, FORK_COST_WHY, "%.*s", (int)strcspn(result->output + 4, "\n"),
                 result->output + 4);
    else if (result->status > 128)
        snprintf(why, FORK_COST_WHY, "the runtime was ended by signal %d", result->status - 128);
    else
        snprintf(why, FORK_COST_WHY, "the runtime ended with status %d", result->status);
}

int fork_cost_try(const struct installed *runtime, int team, bool spinning, double seconds,
                  struct fork_cost *cost, char why[FORK_COST_WHY])
{
    char size[16], time[32];
    struct child_result result;
    snprintf(size, sizeof size, "%d", team);
    snprintf(time, sizeof time, "%.6f", seconds);
    *cost = (struct fork_cost){.team = team, .spinning = spinning};
    snprintf(cost->runtime, sizeof cost->runtime, "%s", runtime->label);
    child_run((const char *const[]){"measure-fork", runtime->path,
                                    runtime->kind == INSTALLED_GOMP ? "gomp" : "kmp", size,
                                    spinning ? "spinning" : "parked", time, NULL},
              environment_of(team, spinning), 2 * seconds + patience, false, &result);
    bool done = read_figures(&result, cost);
    if (!done)
        explain(&result, why);
    child_free(&result);
    return done ? 0 : -1;
}

int fork_cost_measure(const struct installed *runtime, int team, bool spinning, double seconds,
                      struct fork_cost *cost)
{
    char why[FORK_COST_WHY];
    return fork_cost_try(runtime, team, spinning, seconds, cost, why);
}
