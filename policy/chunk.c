// SPDX-License-Identifier: MIT
// Block sizes of a dynamic loop, and the comparison of blocks with the site's own chunk.
#include "policy/chunk.h"

enum {
    FETCH_ADD = 400, // ns; one on a line that all fight over (100-370 were measured)
    DEAR = 10 * FETCH_ADD,
    MONOTONIC_PART = 10, // of the block, where nobody can take it back
    TAIL_PART = 16,      // of the block: least work worth a reservation at the loop's end
    GROWTH = 4,          // a block may be so much larger than the last
    PIECE_NS = 500,
    PIECE_UNITS = 128,
};

enum {
    TRIAL_RUNS = 2, // in the way in force before each trial of a comparison
    TRIALS_CLEAR = 2,
    TRIALS = 3,
    FRESH_RUNS = 8, // only so many before a later comparison count: an old best may be luck
    REST_FIRST = 64,
    REST_LONGEST = 4096,
    SLOW_RUNS = 4,
    ELSEWHERE_RUNS = 64,
};

// Noise of +-20 % alone gets to 0.8 / 1.2 = 0.67.
static const float BETTER = 0.9F, CLEARLY_BETTER = 0.6F;

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t at_least_one(uint64_t units)
{
    return units > 0 ? units : 1;
}

static uint64_t team_of(const struct chunk_loop *loop)
{
    return loop->team > 1 ? (uint64_t)loop->team : 1;
}

// A double that may lie beyond what a uint64_t holds.
static uint64_t to_units(double units)
{
    return units < 0x1p63 ? (uint64_t)units : UINT64_C(1) << 63;
}

static bool is_few(const struct chunk_loop *loop)
{
    return loop->units < 2 * team_of(loop);
}

static uint64_t fair_part(const struct chunk_loop *loop, uint64_t remaining)
{
    return remaining / (2 * team_of(loop));
}

static uint64_t aim_of(const struct chunk_rules *rules, const struct chunk_loop *loop)
{
    return at_least_one(loop->monotonic ? rules->block / MONOTONIC_PART : rules->block);
}

static uint64_t balanced_block(const struct chunk_rules *rules, const struct chunk_loop *loop)
{
    return at_least_one(loop->units / at_least_one(rules->balance) / team_of(loop));
}

// So many units should take `ns`, by the last block; at most GROWTH times that one.
static uint64_t units_for(double ns, uint64_t last_units, uint64_t last_ns)
{
    double growth = ns / (double)at_least_one(last_ns);
    return to_units((double)at_least_one(last_units) * (growth < GROWTH ? growth : GROWTH));
}

uint64_t chunk_block(const struct chunk_rules *rules, const struct chunk_loop *loop,
                     uint64_t last_units, uint64_t last_ns, uint64_t remaining)
{
    if (rules->kind == CHUNK_BALANCED)
        return balanced_block(rules, loop);
    double aim = (double)aim_of(rules, loop);
    uint64_t block = units_for(aim, last_units, last_ns), fair = fair_part(loop, remaining);
    uint64_t least = loop->monotonic ? 0 : units_for(aim / TAIL_PART, last_units, last_ns);
    return at_least_one(smaller(block, fair > least ? fair : smaller(least, remaining)));
}

uint64_t chunk_piece(uint64_t block_units, uint64_t block_ns)
{
    double units = (double)block_units * PIECE_NS / (double)at_least_one(block_ns);
    uint64_t most = smaller(PIECE_UNITS, block_units / 4);
    return at_least_one(smaller(to_units(units), most));
}

// The model gives the block of a loop whose blocks can be shared out.
static uint64_t model_block(const struct chunk_site *site, const struct chunk_rules *rules,
                            const struct chunk_loop *loop)
{
    struct chunk_task task = {rules->groups, loop->team, 0, 0, (double)site->rate};
    return chunk_model_block(rules->model, &task) / (loop->monotonic ? MONOTONIC_PART : 1);
}

static struct chunk_plan plan_own(enum chunk_reason reason)
{
    return (struct chunk_plan){true, 1, reason};
}

static struct chunk_plan plan_first(const struct chunk_loop *loop, uint64_t first,
                                    enum chunk_reason reason)
{
    return (struct chunk_plan){false, at_least_one(smaller(first, fair_part(loop, loop->units))),
                               reason};
}

static struct chunk_plan plan_blocks(const struct chunk_site *site, const struct chunk_rules *rules,
                                     const struct chunk_loop *loop)
{
    if (rules->kind == CHUNK_BALANCED)
        return plan_first(loop, balanced_block(rules, loop), CHUNK_REASON_BALANCED);
    if (site->rate <= 0)
        return plan_first(loop, 1, CHUNK_REASON_UNKNOWN);
    if (rules->kind == CHUNK_MODEL)
        return plan_first(loop, model_block(site, rules, loop), CHUNK_REASON_MODEL);
    double units = (double)aim_of(rules, loop) / (double)site->rate;
    return plan_first(loop, to_units(units), CHUNK_REASON_TIME);
}

static bool is_like(const struct chunk_site *site, const struct chunk_loop *loop)
{
    return loop->units >= site->units / 2 && loop->units / 2 <= site->units;
}

static bool is_trial_due(const struct chunk_site *site)
{
    return site->wait > 0 && site->runs >= site->wait;
}

struct chunk_plan chunk_plan(const struct chunk_site *site, const struct chunk_rules *rules,
                             const struct chunk_loop *loop)
{
    if (is_few(loop))
        return plan_own(CHUNK_REASON_FEW);
    bool trial = is_trial_due(site) && is_like(site, loop);
    if (site->own != trial) // own chunk in force, or on trial
        return plan_own(trial ? CHUNK_REASON_TRIAL : CHUNK_REASON_VERDICT);
    struct chunk_plan plan = plan_blocks(site, rules, loop);
    if (trial)
        plan.reason = CHUNK_REASON_TRIAL;
    return plan;
}

static void start_comparison(struct chunk_site *site, uint64_t units)
{
    *site = (struct chunk_site){
        .units = units,
        .rate = site->rate,
        .wait = TRIAL_RUNS,
        .rest = REST_FIRST,
        .own = site->own,
    };
}

static void await_next(struct chunk_site *site)
{
    site->best = site->worst = 0;
    site->runs = site->trials = 0;
    site->wait = site->rest;
    site->rest = (uint32_t)smaller(2 * (uint64_t)site->rest, REST_LONGEST);
}

static void change_verdict(struct chunk_site *site)
{
    site->own = !site->own;
    site->usual = 0;
    site->slow = 0;
    site->rest = REST_FIRST;
    await_next(site);
}

// The way in force took `unit` ns of wall time a unit; `counts`: a trial could follow such a run.
static void observe_kept(struct chunk_site *site, float unit, bool counts)
{
    site->slow = (uint8_t)(site->usual > 0 && unit > 2 * site->usual ? site->slow + 1 : 0);
    if (site->slow >= SLOW_RUNS)
        start_comparison(site, site->units);
    if (site->slow == 0)
        site->usual = site->usual > 0 ? site->usual + (unit - site->usual) / 8 : unit;
    site->runs = counts ? site->runs + (site->runs < UINT32_MAX) : 0;
    if ((uint64_t)site->runs + FRESH_RUNS < site->wait)
        site->best = 0;
    else if (site->best <= 0 || unit < site->best)
        site->best = unit;
}

// The other way took `unit` ns. Returns whether it has won.
static bool judge_trial(struct chunk_site *site, float unit)
{
    site->worst = unit > site->worst ? unit : site->worst;
    if (site->worst >= BETTER * site->best) {
        await_next(site);
        return false;
    }
    bool clear = site->worst < CLEARLY_BETTER * site->best;
    site->trials++;
    site->wait = TRIAL_RUNS;
    site->runs = clear ? TRIAL_RUNS : 0; // a clear one is repeated at once
    return site->trials >= (clear ? TRIALS_CLEAR : TRIALS);
}

static void learn_rate(struct chunk_site *site, float work)
{
    site->rate = site->rate > 0 ? site->rate + (work - site->rate) / 4 : work;
}

// Whether this run belongs to the comparison. A first run and a lasting change of size start one.
static bool belongs(struct chunk_site *site, const struct chunk_loop *loop)
{
    bool known = site->units > 0, like = known && is_like(site, loop);
    site->elsewhere = like ? 0 : site->elsewhere + 1;
    if (!known || site->elsewhere >= ELSEWHERE_RUNS) {
        start_comparison(site, loop->units);
        return true;
    }
    return like;
}

// One fetch-and-add a unit is at most a tenth of the work, and the line that holds the counter can
// serve the whole team.
static bool is_dear(float work, float unit)
{
    return work >= DEAR && unit >= FETCH_ADD;
}

static void compare_run(struct chunk_site *site, bool own, float unit, float work,
                        struct chunk_next *next)
{
    if (own == site->own) {
        observe_kept(site, unit, own || is_dear(work, unit));
    } else if (is_trial_due(site)) {
        next->kept = (double)site->best;
        next->tried = (double)unit;
        next->changed = judge_trial(site, unit);
    }
}

struct chunk_next chunk_observe(struct chunk_site *site, const struct chunk_rules *rules,
                                const struct chunk_loop *loop, bool own, uint64_t wall_ns,
                                uint64_t busy_ns)
{
    struct chunk_next next = {0};
    float units = (float)at_least_one(loop->units);
    float unit = (float)wall_ns / units, work = (float)busy_ns / units;
    (void)rules; // the comparison is the same for each of them
    if (work > 0)
        learn_rate(site, work);
    if (!is_few(loop) && own && site->own && work > 0 && work < FETCH_ADD)
        next.changed = true; // whatever the size of the loop: this can cost most of its time
    else if (!is_few(loop) && unit > 0 && belongs(site, loop))
        compare_run(site, own, unit, work, &next);
    if (next.changed)
        change_verdict(site);
    next.own = site->own;
    next.unit = (double)site->rate;
    return next;
}
