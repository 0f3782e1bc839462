// SPDX-License-Identifier: MIT
// The phases of a wait, and where one wait ends and the next begins.
#include "policy/backoff.h"

#include <string.h>

void backoff_fill_rules(struct backoff_rules *rules, unsigned tries,
                        uint64_t (*units_of)(uint64_t ns))
{
    *rules = (struct backoff_rules){.tries = tries,
                                    .pausing = units_of(BACKOFF_PAUSING),
                                    .awake = units_of(BACKOFF_AWAKE),
                                    .awake_most = units_of(BACKOFF_AWAKE_MOST),
                                    .sleep_least = units_of(BACKOFF_SLEEP_LEAST),
                                    .sleep_most = units_of(BACKOFF_SLEEP_MOST),
                                    .gap_unknown = units_of(BACKOFF_GAP_UNKNOWN),
                                    .gap_sure = units_of(BACKOFF_GAP_SURE),
                                    .gap_sure_cold = units_of(BACKOFF_GAP_SURE_COLD),
                                    .gap_own = units_of(BACKOFF_GAP_OWN),
                                    .gap_margin = units_of(BACKOFF_GAP_MARGIN),
                                    .yield_unknown = units_of(BACKOFF_YIELD_UNKNOWN),
                                    .yield_margin = units_of(BACKOFF_YIELD_MARGIN)};
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static bool is_new(const struct backoff *thread, const struct backoff_rules *rules, uint64_t gap)
{
    if (!thread->gap[thread->after])
        return gap > rules->gap_unknown;
    return gap > (thread->after == BACKOFF_SLEEP ? rules->gap_sure_cold : rules->gap_sure);
}

static bool is_sign(const struct backoff *thread, const struct backoff_rules *rules, uint64_t gap)
{
    uint64_t own = thread->gap[thread->after];
    return own && gap > 2 * own + rules->gap_margin;
}

// Longer than the shortest sleep takes: who is waited for may have been asleep itself, and
// must not find everybody else asleep when it comes.
static uint64_t longest_awake(const struct backoff *thread, const struct backoff_rules *rules)
{
    uint64_t awake = 3 * (rules->sleep_least + thread->late) / 2;
    return smaller(larger(awake, rules->awake), rules->awake_most);
}

static void begin_pauses(struct backoff *thread)
{
    thread->tries = 0;
    thread->paused = 0;
}

static void begin_burst(struct backoff *thread, const struct backoff_rules *rules,
                        const struct backoff_caller *caller, uint64_t now)
{
    if (caller->place != thread->caller.place) {
        memset(thread->gap, 0, sizeof thread->gap);
        thread->known = 0;
        thread->steady = false;
    }
    thread->began = now;
    thread->awake = 0;
    thread->awake_most = longest_awake(thread, rules);
    thread->signs = thread->signs_asleep = 0;
    begin_pauses(thread);
}

static void note_sign(struct backoff *thread)
{
    if (thread->awake >= thread->awake_most)
        thread->signs_asleep++;
    else
        thread->signs++;
    begin_pauses(thread);
}

// Follows what most gaps are, sooner to shorter ones; signs count little, lest they hide others.
static void learn_gap(uint64_t *own, uint64_t gap, bool sign)
{
    if (!*own)
        *own = gap + 1;
    else if (gap < *own)
        *own -= (*own - gap) / 4;
    else
        *own += sign ? 1 + *own / 64 : (gap - *own) / 8;
}

static void go_on(struct backoff *thread, const struct backoff_rules *rules, uint64_t gap)
{
    uint64_t *own = &thread->gap[thread->after];
    bool sign = is_sign(thread, rules, gap);
    if (sign)
        note_sign(thread);
    else
        thread->signs_asleep = 0;
    thread->awake += gap;
    learn_gap(own, gap, sign);
    if (*own > rules->gap_own)
        *own = rules->gap_own;
}

// Whether the signs are enough, now that the thread would have to sleep.
static bool has_signs(const struct backoff *thread)
{
    return thread->signs >= BACKOFF_SIGNS || thread->signs_asleep >= 2;
}

static uint64_t sleep_after(const struct backoff_rules *rules, uint64_t waited)
{
    uint64_t sleep = waited / BACKOFF_SLEEP_SHARE;
    return smaller(larger(sleep, rules->sleep_least), rules->sleep_most);
}

// Where somebody else wants the CPU, who pauses keeps it from the thread that is waited for.
static bool may_pause(const struct backoff *thread, const struct backoff_rules *rules)
{
    return !thread->crowded && thread->tries <= rules->tries && thread->paused < rules->pausing &&
           thread->streak < BACKOFF_STREAK * rules->tries;
}

static unsigned pauses_in(unsigned try)
{
    unsigned pauses = 1;
    while (--try && pauses < BACKOFF_PAUSES)
        pauses *= 2;
    return pauses;
}

static struct backoff_step choose(struct backoff *thread, const struct backoff_rules *rules,
                                  uint64_t now)
{
    bool known = thread->steady || thread->known >= BACKOFF_KNOWN;
    if (thread->awake >= thread->awake_most && known) {
        thread->slept =
            thread->steady ? sleep_after(rules, now - thread->began) : rules->sleep_least;
        return (struct backoff_step){.kind = BACKOFF_SLEEP, .sleep = thread->slept};
    }
    if (may_pause(thread, rules))
        return (struct backoff_step){.kind = BACKOFF_PAUSE, .pauses = pauses_in(thread->tries)};
    return (struct backoff_step){.kind = BACKOFF_YIELD};
}

// Loops that count their rounds in a register always differ: that tells nothing.
static bool has_got_on(struct backoff *thread, const struct backoff_caller *caller)
{
    bool differs = caller->registers != thread->caller.registers;
    thread->steady |= !differs;
    return differs && thread->steady;
}

struct backoff_step backoff_try(struct backoff *thread, const struct backoff_rules *rules,
                                const struct backoff_caller *caller, uint64_t now)
{
    uint64_t gap = now - thread->left;
    if (caller->place != thread->caller.place || has_got_on(thread, caller) ||
        is_new(thread, rules, gap))
        begin_burst(thread, rules, caller, now);
    else
        go_on(thread, rules, gap);
    if (thread->awake >= thread->awake_most && has_signs(thread))
        begin_burst(thread, rules, caller, now);
    thread->caller = *caller;
    thread->called = now;
    thread->tries++;
    thread->known += thread->known < BACKOFF_KNOWN;
    return choose(thread, rules, now);
}

// A pause that takes longer than all of them may: others have run.
static void note_pause(struct backoff *thread, const struct backoff_rules *rules, uint64_t took)
{
    thread->crowded = took > rules->pausing;
    uint64_t own = thread->crowded ? rules->pausing : took;
    thread->awake += own;
    thread->paused += own;
}

// What others do in a yield is their time, as far as it can be told: the rest is the thread's.
static void note_yield(struct backoff *thread, const struct backoff_rules *rules, uint64_t took)
{
    uint64_t fastest = thread->yield ? thread->yield : rules->yield_unknown;
    uint64_t longest = fastest + fastest / 2 + rules->yield_margin;
    uint64_t own = larger(smaller(took, longest), took / BACKOFF_YIELD_SHARE);
    thread->crowded = took > longest;
    thread->awake += smaller(own, thread->awake_most / BACKOFF_YIELDS);
    if (took < fastest)
        thread->yield = larger(took, 1);
}

// A loop whose registers differ each time may count its rounds, or may work and yield: its sleeps
// are short, and it is awake as long before the next, so that work takes twice as long at most.
static void wake_up(struct backoff *thread, uint64_t slept)
{
    if (!thread->steady)
        thread->awake = thread->awake_most > slept ? thread->awake_most - slept : 0;
}

// A signal may have ended it early.
static void note_sleep(struct backoff *thread, const struct backoff_rules *rules, uint64_t took)
{
    wake_up(thread, took);
    uint64_t late = took > thread->slept ? took - thread->slept : 0;
    if (late > rules->awake_most)
        late = rules->awake_most;
    thread->late = (3 * thread->late + late) / 4;
}

void backoff_leave(struct backoff *thread, const struct backoff_rules *rules,
                   enum backoff_kind kind, uint64_t now)
{
    uint64_t took = now - thread->called;
    thread->left = now;
    if (kind == BACKOFF_PAUSE)
        note_pause(thread, rules, took);
    else if (kind == BACKOFF_YIELD)
        note_yield(thread, rules, took);
    else
        note_sleep(thread, rules, took);
    thread->streak = kind == BACKOFF_PAUSE ? thread->streak + 1 : 0;
    thread->after = kind != BACKOFF_SLEEP && thread->crowded ? BACKOFF_SLEEP : kind;
}
