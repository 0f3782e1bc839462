// SPDX-License-Identifier: MIT
// The measurements of a calibration, one after another, each with its share of the time.
#include "shim/cli/measure/survey.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "shim/cli/installed.h"
#include "shim/cli/measure/block_model.h"
#include "shim/cli/measure/caches.h"
#include "shim/cli/measure/probe.h"
#include "shim/cli/measure/seconds.h"
#include "shim/cli/terminal.h"
#include "shim/cli/this_machine.h"

// Seconds at most, but for the crossovers: these get what is left before the model's.
static const struct shares {
    double all, first_look, look, bandwidth, forks, fork, atomics, model;
} full = {19.0, 0.4, 0.04, 0.8, 3.2, 0.25, 0.3, 2.6},
  quick = {4.6, 0.15, 0.02, 0.2, 0.7, 0.06, 0.15, 1.0};
static const double least_crossover = 1, margin = 0.2;

struct survey {
    struct calibration *c;
    const struct shares *shares;
    double begin;
    struct probe probe;
    char *why;
    bool hopeless;
};

static double left(const struct survey *survey)
{
    return survey->begin + survey->shares->all - seconds_now();
}

static double at_most(const struct survey *survey, double seconds)
{
    double rest = left(survey);
    return seconds < rest ? seconds : rest > 0 ? rest : 0;
}

static double for_crossovers(const struct survey *survey)
{
    double rest = left(survey) - survey->shares->model - margin;
    return at_most(survey, rest > least_crossover ? rest : least_crossover);
}

static void show(const struct survey *survey, const char *what)
{
    terminal_show_progress((seconds_now() - survey->begin) / survey->shares->all, what);
}

// ---- noise

static void take_noise(struct survey *survey)
{
    struct calibration *c = survey->c;
    double wall = c->crossover.wall, cpu = c->crossover.cpu;
    // A team of more threads than the quota has CPUs uses it up by itself, and its kernels wait.
    bool telling = c->noise.quota <= 0 || c->cpus < c->noise.quota;
    double by_probe = probe_taken(&survey->probe);
    double by_kernels = telling && wall > cpu ? 1 - cpu / wall : 0;
    c->noise.taken = by_probe > by_kernels ? by_probe : by_kernels;
    c->noise.spread = probe_spread(&survey->probe);
}

// What was measured before may have used up a quota, of which there is more in the next period.
static void await_quota(const struct survey *survey)
{
    const struct timespec period = {0, 100 * 1000 * 1000}; // the kernel's own choice
    double quota = survey->c->noise.quota;
    if (quota > 0 && quota <= survey->c->cpus)
        nanosleep(&period, NULL);
}

// False: the machine is hopelessly noisy.
static bool look(struct survey *survey, double seconds)
{
    await_quota(survey);
    probe_run(&survey->probe, seconds);
    take_noise(survey);
    survey->hopeless =
        !survey->c->any_noise && noise_is_hopeless(&survey->c->noise, survey->why, SURVEY_WHY);
    return !survey->hopeless;
}

// ---- forks

static bool measure_forks_of(struct survey *survey, const struct installed *runtime, int team,
                             double end)
{
    struct calibration *c = survey->c;
    char what[96];
    for (int spinning = 1; spinning >= 0; spinning--) {
        snprintf(what, sizeof what, "fork and join, %s, %d threads", runtime->label, team);
        show(survey, what);
        if (seconds_now() > end || c->fork_count == CALIBRATION_FORKS)
            return false;
        c->fork_count += fork_cost_measure(runtime, team, spinning, survey->shares->fork,
                                           &c->forks[c->fork_count]) == 0;
    }
    return true;
}

// Largest teams first: where time is short, they say most.
static void measure_forks(struct survey *survey)
{
    struct installed_list runtimes;
    struct calibration *c = survey->c;
    double end = seconds_now() + at_most(survey, survey->shares->forks);
    installed_find_runtimes(&runtimes);
    int power = 2;
    while (2 * power < c->cpus)
        power *= 2;
    for (int team = c->cpus; team >= 2; team = team == c->cpus && power < team ? power : team / 2)
        for (size_t i = 0; i < runtimes.count; i++)
            c->forks_left_out |= !measure_forks_of(survey, &runtimes.items[i], team, end);
    installed_free(&runtimes);
}

// ---- the rest

static void measure_bandwidth(struct survey *survey)
{
    struct caches caches;
    show(survey, "one thread's bandwidth");
    caches_read(&caches, this_machine_root());
    survey->c->bandwidths =
        bandwidth_measure(survey->c->bandwidth, &caches, survey->shares->bandwidth);
}

static void measure_atomics(struct survey *survey)
{
    show(survey, "fetch-and-add");
    survey->c->has_atomics =
        atomics_cost_measure(survey->shares->atomics, &survey->c->atomics) == 0;
}

static bool begin_child(void *context, const char *next)
{
    struct survey *survey = context;
    show(survey, next);
    return look(survey, survey->shares->look);
}

static void measure_crossovers(struct survey *survey)
{
    struct calibration *c = survey->c;
    show(survey, "what BLAS libraries there are");
    crossover_find_blas(&c->crossover);
    if (c->cpus < 2)
        c->no_crossover = "one CPU: there is no team";
    else if (c->crossover.blas_count == 0)
        c->no_crossover = "no BLAS with a team was found";
    else
        crossover_measure(&c->crossover, c->cpus, c->quick, for_crossovers(survey), begin_child,
                          survey);
    if (!c->no_crossover && c->crossover.cells.count == 0)
        c->no_crossover = "no library could be measured";
}

static void measure_model(struct survey *survey)
{
    struct calibration *c = survey->c;
    double seconds = at_most(survey, survey->shares->model);
    show(survey, "blocks of dynamic loops");
    c->model.why = "no time was left";
    if (c->cpus < 2)
        c->model.why = "one CPU: there is no team";
    else if (seconds > 0.7 * survey->shares->model &&
             block_model_measure(seconds, c->model.coefficients, &c->model.samples, &c->model.error,
                                 &c->model.why) == 0)
        c->model.why = NULL;
}

// ---- all of it

// CPUs that a team may have: those allowed, within the quota, and no more than there truly are.
static int count_cpus(double *quota)
{
    struct machine machine;
    cpu_set_t set;
    int own = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0; // 0: unknown
    machine_read(&machine, this_machine_root(), CAP_QUOTA);
    *quota = machine.quota;
    int cpus = machine.allowed > 0 ? machine.allowed : own > 0 ? own : 1;
    if (machine.quota > 0 && ceil(machine.quota) < cpus)
        cpus = (int)ceil(machine.quota);
    return own > 0 && own < cpus ? own : cpus;
}

static void describe(struct calibration *c)
{
    time_t now = time(NULL);
    struct tm parts;
    this_machine_describe(c->machine, sizeof c->machine);
    strftime(c->date, sizeof c->date, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &parts));
    c->cpus = count_cpus(&c->noise.quota);
}

static bool measure_all(struct survey *survey)
{
    if (!look(survey, survey->shares->first_look))
        return false;
    measure_bandwidth(survey);
    if (survey->c->cpus > 1)
        measure_forks(survey);
    measure_atomics(survey);
    if (!look(survey, survey->shares->look))
        return false;
    measure_crossovers(survey);
    if (survey->hopeless)
        return false;
    measure_model(survey);
    return look(survey, survey->shares->look);
}

static bool judge(struct survey *survey)
{
    struct calibration *c = survey->c;
    fits_find(&c->fits, &c->crossover.cells, c->built_in);
    c->noise.disagreement = c->fits.agreement.loss;
    c->noise.ratio = c->fits.agreement.ratio;
    return c->any_noise || !noise_is_too_much(&c->noise, survey->why, SURVEY_WHY);
}

bool survey_machine(struct calibration *c, char why[SURVEY_WHY])
{
    static struct survey survey;
    survey = (struct survey){.c = c, .why = why, .begin = seconds_now()};
    survey.shares = c->quick ? &quick : &full;
    describe(c);
    probe_plan(&survey.probe, c->cpus, c->noise.quota);
    bool quiet = measure_all(&survey) && judge(&survey);
    c->seconds = seconds_now() - survey.begin;
    terminal_clear_progress();
    return quiet;
}
