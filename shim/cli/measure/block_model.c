// SPDX-License-Identifier: MIT
// Measures best blocks, task by task and team by team, and has the model fitted to them.
#include "shim/cli/measure/block_model.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "shim/cli/cli.h"
#include "shim/cli/measure/block_search.h"
#include "shim/cli/measure/block_team.h"
#include "shim/cli/measure/clock_ns.h"
#include "shim/cli/measure/cpu_pairs.h"
#include "shim/cli/this_machine.h"

enum { MOST_PLACES = 1024, MOST_THREADS = 64, MOST_TEAMS = 8, LENGTHS = 5, MOST_ROUNDS = 12 };

static const double work_ns = 2e6;                // a loop's, for one thread
static const double guess_ns = 2e4;               // a block's
static const double quick_s = 2;                  // below: fewer tasks and teams
static const double sample_s = 0.02;              // a sample takes as much, on any machine
static const double golden = 0.61803398874989485; // its multiples are spread over 0..1

static const struct task {
    int compute, read, written; // ns, bytes, bytes
} tasks[] = {{10, 0, 0},     {100, 0, 0},    {1000, 0, 0},      {10, 1024, 0},
             {100, 0, 1024}, {10, 64, 0},    {10, 0, 64}, // for a quick fit
             {100, 64, 64},  {100, 1024, 0}, {1000, 1024, 1024}};

enum { TASKS = sizeof tasks / sizeof tasks[0], QUICK_TASKS = 7, MOST_SAMPLES = TASKS * MOST_TEAMS };

struct team_shape {
    int size, groups;
    bool pinned;
    int cpus[MOST_THREADS];
};

struct survey {
    double seconds;
    struct team_shape teams[MOST_TEAMS];
    int team_count, task_count, sample_count;
    struct chunk_sample samples[MOST_SAMPLES];
    const char *why;
};

// ---- one sample: a task, a team

struct loop {
    struct block_team *team;
    struct block_task task;
    double unit; // ns a task
    int size;
    double least[BLOCK_SEARCH_MOST][LENGTHS];
};

// What a loop of unit length takes, as the mean of all lengths.
static double time_block(void *context, int exponent)
{
    struct loop *loop = context;
    double sum = 0;
    for (int i = 0; i < LENGTHS; i++) {
        double factor = 1 + fmod(i * golden, 1) / 2, *least = &loop->least[exponent][i];
        long count = (long)(work_ns / loop->unit * factor);
        double ns = block_team_run(loop->team, &loop->task, count, 1L << exponent) / (double)count;
        if (*least <= 0 || ns < *least)
            *least = ns;
        sum += *least;
    }
    return sum / LENGTHS;
}

static double find_unit(const struct loop *loop)
{
    enum { TRIAL = 1000, BLOCK = 20, TRIES = 3 };
    double least = DBL_MAX;
    for (int i = 0; i < TRIES; i++) {
        double ns = block_team_run(loop->team, &loop->task, TRIAL, BLOCK) * loop->size / TRIAL;
        least = ns < least ? ns : least;
    }
    return least > 1 ? least : 1;
}

static void measure_sample(struct loop *loop, int64_t end, struct chunk_sample *sample)
{
    struct block_search search;
    loop->unit = find_unit(loop);
    int limit = (int)log2(work_ns / loop->unit / loop->size);
    block_search_begin(&search, (int)log2(guess_ns / loop->unit), limit, time_block, loop);
    for (int round = 1; round < MOST_ROUNDS && clock_ns() < end; round++)
        block_search_repeat(&search, time_block, loop);
    sample->block = block_search_middle(&search);
    sample->task.compute = block_search_best_time(&search) * loop->size;
}

static void measure_task(struct survey *survey, struct block_team *team,
                         const struct team_shape *shape, const struct task *task, double rate,
                         int64_t end)
{
    struct loop loop = {
        .team = team,
        .size = shape->size,
        .task = {(size_t)task->read / 8, (size_t)task->written / 8, (long)(task->compute * rate)}};
    struct chunk_sample *sample = &survey->samples[survey->sample_count++];
    sample->task =
        (struct chunk_task){shape->groups, shape->size, task->read, task->written, task->compute};
    measure_sample(&loop, end, sample);
}

// ---- all samples

static void add_team(struct survey *survey, const struct machine_place *places, int count, int size,
                     bool spread)
{
    struct team_shape *shape = &survey->teams[survey->team_count];
    if (survey->team_count == MOST_TEAMS)
        return;
    shape->groups = cpu_pairs_choose_team(places, count, size, spread, shape->cpus);
    if (shape->groups == 0 || (spread && shape->groups == shape[-1].groups))
        return;
    shape->size = size;
    shape->pinned = size < count;
    survey->team_count++;
}

// Up to four sizes, from 2 to a thread a core, by equal factors.
static void plan_teams(struct survey *survey)
{
    static struct machine_place places[MOST_PLACES];
    int sizes = survey->seconds < quick_s ? 2 : 4;
    int count = machine_find_places(places, MOST_PLACES, this_machine_root());
    int cores = cpu_pairs_count_cores(places, count), last = 1;
    cores = cores == 1 && count > 1 ? 2 : cores; // two siblings are a team, if nothing else is
    cores = cores < MOST_THREADS ? cores : MOST_THREADS;
    for (int i = 0; i < sizes; i++) {
        int size = (int)lround(2 * pow(cores / 2.0, i / (sizes - 1.0)));
        if (size <= last || size > cores)
            continue;
        last = size;
        add_team(survey, places, count, size, false);
        add_team(survey, places, count, size, true);
    }
}

static void measure_team(struct survey *survey, const struct team_shape *shape, double seconds)
{
    struct block_team *team = block_team_start(shape->pinned ? shape->cpus : NULL, shape->size);
    if (!team) {
        survey->why = "its threads cannot be made";
        return;
    }
    double rate = block_team_step_rate();
    int64_t start = clock_ns();
    for (int i = 0; i < survey->task_count; i++)
        measure_task(survey, team, shape, &tasks[i], rate,
                     start + (int64_t)(1e9 * seconds * (i + 1) / survey->task_count));
    block_team_end(team);
}

// In a thread of its own: teams bind it for as long as they last.
static void *measure_all(void *argument)
{
    struct survey *survey = argument;
    for (int i = 0; i < survey->team_count && !survey->why; i++)
        measure_team(survey, &survey->teams[i], survey->seconds / survey->team_count);
    return NULL;
}

static const char *run(struct survey *survey)
{
    pthread_t leader;
    survey->task_count = survey->seconds < quick_s ? QUICK_TASKS : TASKS;
    plan_teams(survey);
    if (survey->team_count == 0)
        return "there is one CPU, so there is no team";
    if (survey->seconds < sample_s * survey->task_count * survey->team_count)
        return "the time is too short for it";
    if (pthread_create(&leader, NULL, measure_all, survey) != 0)
        return "its threads cannot be made";
    pthread_join(leader, NULL);
    return survey->why;
}

static double mean_error(const double *model, const struct chunk_sample *samples, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += fabs(log2((double)chunk_model_block(model, &samples[i].task) / samples[i].block));
    return sum / count;
}

static int fit(struct survey *survey, double *model, int *samples, double *error, const char **why)
{
    *why = run(survey);
    *samples = survey->sample_count;
    if (*why)
        return -1;
    if (chunk_model_fit(model, survey->samples, (size_t)survey->sample_count) != 0) {
        *why = "the best blocks do not determine the model";
        return -1;
    }
    *error = mean_error(model, survey->samples, survey->sample_count);
    return 0;
}

int block_model_measure(double seconds, double *model, int *samples, double *error,
                        const char **why)
{
    struct survey *survey = calloc(1, sizeof *survey);
    *why = "no memory";
    if (!survey)
        return -1;
    survey->seconds = seconds;
    int status = fit(survey, model, samples, error, why);
    free(survey);
    return status;
}

// ---- the hidden command

static void print_sample(const double *model, const struct chunk_sample *sample)
{
    const struct chunk_task *task = &sample->task;
    struct chunk_task bare = *task;
    bare.read = bare.written = 0; // as a plan asks
    printf("groups %d threads %2d read %4.0f written %4.0f compute %6.1f best %7.1f (%5.1f us) "
           "model %5llu plan %5llu\n",
           task->groups, task->threads, task->read, task->written, task->compute, sample->block,
           1e-3 * sample->block * task->compute, (unsigned long long)chunk_model_block(model, task),
           (unsigned long long)chunk_model_block(model, &bare));
}

int cli_measure_blocks(int argc, char **argv)
{
    struct survey survey = {.seconds = argc == 2 ? atof(argv[1]) : 4};
    double model[CHUNK_COEFFICIENTS] = {0}, error = 0;
    const char *why = NULL;
    int count = 0, status = fit(&survey, model, &count, &error, &why);
    for (int i = 0; i < count; i++)
        print_sample(model, &survey.samples[i]);
    if (status != 0) {
        cli_complain("%s", why);
        return CLI_FINDING;
    }
    for (int i = 0; i < CHUNK_COEFFICIENTS; i++)
        printf("%.3f ", model[i]);
    printf("error %.2f\n", error);
    return CLI_DONE;
}
