// SPDX-License-Identifier: MIT
// The teams in which programs run.
#include "bench/team.h"

#include <sched.h>

enum { VARIABLES = 8, ARGUMENTS = 8 };

static const char *const runtime_names[TEAM_RUNTIMES] = {"libgomp", "libomp"};
static const char *const programs[TEAM_RUNTIMES] = {"regions_gomp", "regions_kmp"};

struct surroundings {
    const char *list[VARIABLES]; // ends with NULL
    char threads[32], preload[640], policy[640];
};

int team_list(bool quick, struct team teams[TEAMS_MAX])
{
    static const int all[] = {2, 4, 14, 0}, few[] = {2, 14, 0};
    int count = 0;

    for (const int *threads = quick ? few : all; *threads; threads++)
        for (int runtime = 0; runtime < TEAM_RUNTIMES; runtime++)
            for (int spinning = 1; spinning >= 0; spinning--)
                teams[count++] =
                    (struct team){(enum team_runtime)runtime, *threads, spinning != 0, NULL};
    return count;
}

static void fill_surroundings(const struct bench *bench, const struct team *team,
                              enum team_mode mode, struct surroundings *around)
{
    int count = 0;

    *around = (struct surroundings){0};
    snprintf(around->threads, sizeof around->threads, "OMP_NUM_THREADS=%d", team->threads);
    around->list[count++] = around->threads;
    around->list[count++] = team->spinning ? "OMP_WAIT_POLICY=active" : "OMP_WAIT_POLICY=passive";
    if (mode == TEAM_PLAIN || mode == TEAM_AGAIN)
        return;
    snprintf(around->preload, sizeof around->preload, "LD_PRELOAD=%s/../libteamtrim.so",
             bench->folder);
    around->list[count++] = around->preload;
    snprintf(around->policy, sizeof around->policy, "TEAMTRIM_POLICY=%s",
             bench->options.policy ? bench->options.policy : "");
    around->list[count++] = around->policy;
    if (mode == TEAM_TRIM)
        around->list[count++] = "TEAMTRIM_REGION_MODE=trim";
}

int team_run(const struct bench *bench, const struct team *team, enum team_mode mode,
             const char *const *arguments, struct figures *figures)
{
    const char *command[ARGUMENTS] = {team->program ? team->program : programs[team->runtime]};
    struct surroundings around;

    for (int i = 0; i < ARGUMENTS - 2 && arguments[i]; i++)
        command[i + 1] = arguments[i];
    fill_surroundings(bench, team, mode, &around);
    figures->rows = 0;
    return figures_run(bench, command, around.list, figures);
}

void team_title(const struct team *team, char *title, size_t room)
{
    snprintf(title, room, "%s, %d %s", runtime_names[team->runtime], team->threads,
             team->spinning ? "spinning" : "parked");
}

void team_open_json(struct json *json, const struct team *team)
{
    json_open_object(json, NULL);
    json_add_text(json, "runtime", runtime_names[team->runtime]);
    json_add_number(json, "threads", team->threads);
    json_add_text(json, "waiting", team->spinning ? "active" : "passive");
}

int team_cpus(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}
