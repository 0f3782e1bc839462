// SPDX-License-Identifier: MIT
// Times our kernels and a BLAS library's team in turns, until the time is over.
//
// The two do not share vectors call by call: a run of calls of one is followed by a run of the
// other, and the first call of a run is not counted, so each finds the vectors where its own calls
// have left them, in its caches. Sizes follow one another in a round, and rounds repeat: what
// disturbs for a while disturbs every size alike.
#include "shim/cli/measure/crossover_child.h"

#include <dirent.h>
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim/cli/blas_library.h"
#include "shim/cli/cli.h"
#include "shim/cli/measure/clock_ns.h"
#include "shim/cli/measure/fork_cost.h"
#include "shim/cli/measure/level1.h"
#include "shim/cli/measure/quartiles.h"
#include "shim/cli/measure/seconds.h"
#include "shim/cli/measure/sleepers.h"

enum { CELLS_MAX = 512, ROUNDS_MAX = 128, RUN = 3, FRESH_ROUNDS = 8 };
enum { UNIT_FROM = 4096, UNIT_TO = 8 << 20, STRIDED_FROM = 128, STRIDED_TO = 1 << 20 };
static const long strides[] = {2, 8};
static const size_t room = (size_t)8 << 20; // bytes of a vector
static const double short_call = 2e-6;
static const int64_t rest_ns = FORK_COST_PAUSE_US * 1000;

// A call is run in two or three ways. A team that has just gone to sleep wakes sooner than one that
// has slept for long enough for its CPUs to halt (on virtual machines, up to ten times).
enum way { KERNEL, TEAM, TEAM_RESTED, WAYS };

struct place {
    const struct level1_row *row;
    long stride;
    int64_t n;
    bool threaded;
    void *theirs;
    int repeats; // calls timed at once: one, unless they are too short for the clock
    int samples;
    float times[WAYS][ROUNDS_MAX];
};

struct session {
    const struct kernels *kernels;
    bool parked, quick;
    struct sleepers *sleepers; // the team's threads; NULL while they spin
    int64_t one_thread_up_to;
    double end;       // when to stop
    double wall, cpu; // of the kernels' runs
    struct level1_job doubles, floats;
    size_t count;
    struct place places[CELLS_MAX];
};

// ---- one place

static struct level1_job job_of(const struct session *session, const struct place *place)
{
    struct level1_job job =
        place->row->element == sizeof(double) ? session->doubles : session->floats;
    job.n = place->n;
    job.stride = place->stride;
    return job;
}

static void call(const struct session *session, const struct place *place,
                 const struct level1_job *job, enum way way)
{
    if (way == KERNEL)
        place->row->ours(session->kernels, job);
    else
        place->row->theirs(place->theirs, job);
}

static double time_call(const struct session *session, const struct place *place,
                        const struct level1_job *job, enum way way)
{
    if (way != KERNEL && place->threaded && session->sleepers)
        sleepers_wait(session->sleepers, way == TEAM_RESTED ? clock_ns() + rest_ns : 0);
    double begin = seconds_now();
    for (int i = 0; i < place->repeats; i++)
        call(session, place, job, way);
    return (seconds_now() - begin) / place->repeats;
}

// The median of a run of calls, in ns.
static double time_run(struct session *session, const struct place *place, enum way way)
{
    struct level1_job job = job_of(session, place);
    double times[RUN], begin = seconds_now(), cpu = seconds_of_thread();
    time_call(session, place, &job, way);
    for (int i = 0; i < RUN; i++)
        times[i] = time_call(session, place, &job, way);
    if (way == KERNEL) {
        session->wall += seconds_now() - begin;
        session->cpu += seconds_of_thread() - cpu;
    }
    return 1e9 * quartiles_find(times, RUN).median;
}

static int count_ways(const struct session *session, const struct place *place)
{
    return session->sleepers && place->threaded ? WAYS : TEAM_RESTED;
}

// The first way changes every second round: in both halves of the rounds alike.
static void visit(struct session *session, struct place *place, int round)
{
    int ways = count_ways(session, place);
    for (int i = 0; i < ways; i++) {
        int way = (i + round / 2) % ways;
        place->times[way][round] = (float)time_run(session, place, (enum way)way);
    }
    place->samples = round + 1;
}

// ---- all places

static void add_place(struct session *session, void *library, const struct level1_row *row,
                      long stride, double bytes)
{
    struct place *place = &session->places[session->count];
    int64_t n = (int64_t)(bytes / row->bytes);
    void *theirs = level1_find_theirs(library, row);
    bool threaded = n > session->one_thread_up_to;
    if (!theirs || n < 1 || session->count == CELLS_MAX || (stride == 1 && !threaded) ||
        (size_t)(n * stride) * row->element > room)
        return;
    // Where both run on one thread, some calls of a few ns are timed together.
    int repeats = threaded ? 1 : (int)(short_call / (bytes * 2e-11)) + 1;
    *place = (struct place){.row = row,
                            .stride = stride,
                            .n = n,
                            .threaded = threaded,
                            .theirs = theirs,
                            .repeats = repeats < 64 ? repeats : 64};
    session->count++;
}

static void add_row(struct session *session, void *library, const struct level1_row *row)
{
    double step = session->quick ? 2 : M_SQRT2;
    for (double bytes = UNIT_FROM; bytes < UNIT_TO * 1.01; bytes *= step)
        add_place(session, library, row, 1, bytes);
    for (size_t i = 0; i < sizeof strides / sizeof *strides && row->element == sizeof(double); i++)
        for (double bytes = STRIDED_FROM; bytes <= STRIDED_TO; bytes *= session->quick ? 8 : 4)
            add_place(session, library, row, strides[i], bytes);
}

// The quick way takes one routine of each class.
static void add_places(struct session *session, void *library)
{
    for (size_t i = 0; i < (session->quick ? 3 : LEVEL1_ROWS); i++)
        add_row(session, library, &level1_rows[i]);
}

static void fill(const struct session *session)
{
    level1_fill_vectors(&session->doubles, room, sizeof(double));
    if (session->floats.x)
        level1_fill_vectors(&session->floats, room, sizeof(float));
}

static size_t common_divisor(size_t a, size_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

// Places are gone through in steps that share no factor with their number, so that a round which
// the end cuts short has seen sizes of all kinds.
static void measure(struct session *session)
{
    size_t stride = session->count / 3 + 1, at = 0;
    while (common_divisor(session->count, stride) != 1)
        stride++;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        if (round > 0 && round % FRESH_ROUNDS == 0)
            fill(session);
        for (size_t i = 0; i < session->count; i++, at = (at + stride) % session->count) {
            if (seconds_now() > session->end)
                return;
            visit(session, &session->places[at], round);
        }
    }
}

// ---- what is told

static double median_of(const float *values, int from, int step, int count)
{
    double picked[ROUNDS_MAX];
    size_t used = 0;
    for (int i = from; i < count; i += step)
        picked[used++] = values[i];
    return quartiles_find(picked, used).median;
}

static void print_way(const struct place *place, enum way way)
{
    int count = place->samples;
    if (count < 2)
        return;
    printf("cell %s %ld %.0f %d %d %d %.2f %.2f", place->row->name, place->stride,
           (double)place->n * place->row->bytes, place->threaded, way == TEAM_RESTED, count,
           median_of(place->times[KERNEL], 0, 1, count), median_of(place->times[way], 0, 1, count));
    for (int half = 0; half < 2; half++)
        printf(" %.2f %.2f", median_of(place->times[KERNEL], half, 2, count),
               median_of(place->times[way], half, 2, count));
    putchar('\n');
}

static void print_places(const struct session *session)
{
    for (size_t i = 0; i < session->count; i++)
        for (int way = TEAM; way < count_ways(session, &session->places[i]); way++)
            print_way(&session->places[i], (enum way)way);
}

// ---- before it

// The threads that the library has started; NULL if there are none, or they cannot be watched.
static struct sleepers *watch_team(void)
{
    struct sleepers *sleepers = sleepers_open();
    DIR *tasks = sleepers ? opendir("/proc/self/task") : NULL;
    int added = 0;
    for (struct dirent *entry; tasks && (entry = readdir(tasks));) {
        pid_t thread = (pid_t)atol(entry->d_name);
        added += thread > 0 && thread != getpid() && sleepers_add(sleepers, thread);
    }
    if (tasks)
        closedir(tasks);
    return added > 0 ? sleepers : NULL;
}

// Why its team cannot be measured, or NULL. The largest call makes the team, whose size is told: it
// need not be what was asked for.
static const char *prepare_team(struct session *session, void *library)
{
    const struct place *largest = NULL;
    for (size_t i = 0; i < session->count; i++)
        if (session->places[i].stride == 1)
            largest = &session->places[i];
    if (!largest)
        return "it has none of the routines";
    struct level1_job job = job_of(session, largest);
    call(session, largest, &job, TEAM);
    int threads = blas_library_count_threads(library);
    if (threads == 1)
        return "it takes one thread where more are asked for";
    struct sleepers *team = watch_team();
    if (!team)
        return "it has no team";
    if (session->parked && !sleepers_wait(team, 0))
        return "its team does not park";
    session->sleepers = session->parked ? team : NULL;
    printf("team %d\n", threads);
    return NULL;
}

static int run_session(struct session *session, void *library)
{
    if (level1_make_vectors(&session->doubles, room) != 0 ||
        (!session->quick && level1_make_vectors(&session->floats, room) != 0))
        return CLI_FINDING;
    fill(session);
    add_places(session, library);
    const char *why = prepare_team(session, library);
    if (why) {
        printf("refused %s\n", why);
        return CLI_DONE;
    }
    measure(session);
    print_places(session);
    printf("burst %.6f %.6f\n", session->wall, session->cpu);
    return CLI_DONE;
}

int cli_measure_blas(int argc, char **argv)
{
    static struct session session;
    double begin = seconds_now();
    void *library = argc == 6 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library)
        return CLI_FINDING;
    session.kernels = kernels_of(kernels_isa_best());
    session.parked = strcmp(argv[2], "parked") == 0;
    session.one_thread_up_to = atol(argv[3]);
    session.end = begin + atof(argv[4]);
    session.quick = strcmp(argv[5], "quick") == 0;
    return run_session(&session, library);
}
