// SPDX-License-Identifier: MIT
// Interleaved runs of prog_regions.
#include "bench/pairs.h"

#include <math.h>
#include <string.h>

#include "bench/stats.h"

// A thread that shares its CPU with another is put off every few milliseconds.
static const double disturbed_per_s = 60;

typedef double combine(double above, double below);

// Whether others took the CPUs of a team that would have had one for each thread.
static bool is_disturbed(const struct pairs *pairs, int round, const struct team *team,
                         const struct pairs_plan *plan)
{
    bool disturbed = false;

    if (team->threads > team_cpus())
        return false;
    for (int mode = 0; mode < TEAM_MODES; mode++) {
        const struct figures *run = &pairs->runs[round][mode];
        if (plan->lists[mode] && run->rows)
            disturbed |= run->row[run->rows - 1].values[0] > disturbed_per_s;
    }
    return disturbed;
}

static int measure_round(const struct bench *bench, const struct team *team,
                         const struct pairs_plan *plan, int round, struct pairs *pairs)
{
    int status = 0;

    for (int turn = 0; turn < TEAM_MODES; turn++) {
        int mode = (turn + round) % TEAM_MODES;
        const char *const arguments[] = {plan->part, plan->samples, plan->sample_us,
                                         plan->lists[mode], NULL};
        if (plan->lists[mode])
            status |=
                team_run(bench, team, (enum team_mode)mode, arguments, &pairs->runs[round][mode]);
    }
    return status;
}

int pairs_measure(const struct bench *bench, const struct team *team, const struct pairs_plan *plan,
                  struct pairs *pairs)
{
    pairs->team = *team;
    pairs->repeated = 0;
    for (pairs->rounds = 0; pairs->rounds < plan->rounds && pairs->rounds < PAIRS_ROUNDS;) {
        if (measure_round(bench, team, plan, pairs->rounds, pairs) != 0)
            return -1;
        if (pairs->repeated < plan->rounds / 2 && is_disturbed(pairs, pairs->rounds, team, plan))
            pairs->repeated++;
        else
            pairs->rounds++;
    }
    return 0;
}

struct place pairs_find(const struct pairs *pairs, enum team_mode mode, const char *name, long n)
{
    const struct figures *run = &pairs->runs[0][mode];

    for (int row = 0; row < run->rows; row++)
        if (strcmp(run->row[row].name, name) == 0 && run->row[row].n == n)
            return (struct place){mode, row, 0};
    return (struct place){mode, 0, 0};
}

static double figure(const struct pairs *pairs, int round, struct place place)
{
    return pairs->runs[round][place.mode].row[place.row].values[place.column];
}

static double combine_rounds(const struct pairs *pairs, struct place above, struct place below,
                             combine *combine)
{
    double values[PAIRS_ROUNDS];

    for (int i = 0; i < pairs->rounds; i++)
        values[i] = combine(figure(pairs, i, above), figure(pairs, i, below));
    return stats_median(values, (size_t)pairs->rounds);
}

static double take_first(double above, double below)
{
    (void)below;
    return above;
}

static double divide(double above, double below)
{
    return above / below;
}

static double subtract(double above, double below)
{
    return above - below;
}

static double find_distance(double above, double below)
{
    return fabs(above - below);
}

static double find_share(double above, double below)
{
    return fabs(above / below - 1);
}

double pairs_median(const struct pairs *pairs, struct place place)
{
    return combine_rounds(pairs, place, place, take_first);
}

double pairs_ratio(const struct pairs *pairs, struct place above, struct place below)
{
    return combine_rounds(pairs, above, below, divide);
}

double pairs_difference(const struct pairs *pairs, struct place above, struct place below)
{
    return combine_rounds(pairs, above, below, subtract);
}

static double noise_by(const struct pairs *pairs, struct place place, combine *combine)
{
    place.mode = TEAM_PLAIN;
    return combine_rounds(pairs, (struct place){TEAM_AGAIN, place.row, place.column}, place,
                          combine);
}

double pairs_noise(const struct pairs *pairs, struct place place)
{
    return noise_by(pairs, place, find_distance);
}

double pairs_noise_share(const struct pairs *pairs, struct place place)
{
    return noise_by(pairs, place, find_share);
}

const char *pairs_format(double ns, char text[32])
{
    static const char *const units[] = {"ns", "us", "ms"};
    int unit = 0;

    for (; fabs(ns) >= 999.5 && unit < 2; unit++)
        ns /= 1000;
    snprintf(text, 32, fabs(ns) < 9.95 ? "%.1f %s" : "%.0f %s", ns, units[unit]);
    return text;
}
