// SPDX-License-Identifier: MIT
// The teams in which programs run: which runtime, how many threads, how they wait.
#ifndef TEAMTRIM_BENCH_TEAM_H
#define TEAMTRIM_BENCH_TEAM_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/figures.h"

enum team_runtime { TEAM_GOMP, TEAM_KMP, TEAM_RUNTIMES };

struct team {
    enum team_runtime runtime;
    int threads;
    bool spinning;       // OMP_WAIT_POLICY=active, else passive
    const char *program; // beside the driver; NULL: prog_regions for the runtime
};

// Without the library, the same again to tell noise, preloaded, preloaded with region mode = trim.
enum team_mode { TEAM_PLAIN, TEAM_AGAIN, TEAM_PRELOAD, TEAM_TRIM, TEAM_MODES };

enum { TEAMS_OF_A_SIZE = 2 * TEAM_RUNTIMES, TEAMS_MAX = 3 * TEAMS_OF_A_SIZE };

// Every runtime, spinning and parked, with 2 threads, then (unless `quick`) 4, then 14. Returns how
// many: the first TEAMS_OF_A_SIZE have 2 threads.
int team_list(bool quick, struct team teams[TEAMS_MAX]);

// Runs the program of this team with these arguments, up to NULL. 0, or -1 after a message.
int team_run(const struct bench *bench, const struct team *team, enum team_mode mode,
             const char *const *arguments, struct figures *figures);

// "libgomp, 2 spinning".
void team_title(const struct team *team, char *title, size_t room);

// Opens an object of the array at hand and writes who the figures are from.
void team_open_json(struct json *json, const struct team *team);

// CPUs that this process may use.
int team_cpus(void);

#endif
