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
                                    .gap_margin = units_of(BACKOFF_GAP_MARGIN),
                                    .yield_unknown = units_of(BACKOFF_YIELD_UNKNOWN),
                                    .yield_margin = units_of(BACKOFF_YIELD_MARGIN)};
}

// Whether the wait is over, since its loop has taken longer than it does. What works or locks in
// between, if only for some 100 ns, has got on: to sleep then would cost far more than that.
static bool is_over(struct backoff *thread, const struct backoff_rules *rules, uint64_t gap)
{
    // Caches are cold after a sleep: the loop's own gap varies more.
    static const unsigned times[BACKOFF_KINDS] = {
        [BACKOFF_PAUSE] = 3, [BACKOFF_YIELD] = 3, [BACKOFF_SLEEP] = 8};
    uint64_t own = thread->gap[thread->after];
    if (!own)
        return gap > rules->gap_unknown;
    if (thread->after == BACKOFF_SLEEP)
        thread->doubts = gap > 2 * own + rules->gap_margin ? thread->doubts + 1 : 0;
    return gap > times[thread->after] * own + rules->gap_margin || thread->doubts >= BACKOFF_DOUBTS;
}

// As long as the shortest sleep takes, twice: who is waited for may have been asleep itself, and
// must not find everybody else asleep when it comes.
static uint64_t longest_awake(const struct backoff *thread, const struct backoff_rules *rules)
{
    uint64_t awake = 2 * (rules->sleep_least + thread->late);
    if (awake < rules->awake)
        return rules->awake;
    return awake < rules->awake_most ? awake : rules->awake_most;
}

static void begin_burst(struct backoff *thread, const struct backoff_rules *rules,
                        const void *place, uint64_t now)
{
    if (place != thread->place)
        memset(thread->gap, 0, sizeof thread->gap);
    thread->place = place;
    thread->began = now;
    thread->awake = 0;
    thread->awake_most = longest_awake(thread, rules);
    thread->tries = 0;
    thread->doubts = 0;
}

static void go_on(struct backoff *thread, uint64_t gap)
{
    uint64_t *own = &thread->gap[thread->after];
    thread->awake += gap;
    if (!*own || gap < *own)
        *own = gap ? gap : 1;
}

static uint64_t sleep_after(const struct backoff_rules *rules, uint64_t waited)
{
    uint64_t sleep = waited / BACKOFF_SLEEP_SHARE;
    if (sleep < rules->sleep_least)
        return rules->sleep_least;
    return sleep < rules->sleep_most ? sleep : rules->sleep_most;
}

// Where somebody else wants the CPU, who pauses keeps it from the thread that is waited for.
static bool may_pause(const struct backoff *thread, const struct backoff_rules *rules)
{
    return !thread->crowded && thread->tries <= rules->tries && thread->awake < rules->pausing &&
           thread->streak < BACKOFF_STREAK * rules->tries;
}

static unsigned pauses_in(unsigned try)
{
    unsigned pauses = 1;
    while (--try && pauses < BACKOFF_PAUSES)
        pauses *= 2;
    return pauses;
}

struct backoff_step backoff_try(struct backoff *thread, const struct backoff_rules *rules,
                                const void *place, uint64_t now)
{
    uint64_t gap = now - thread->left;
    if (place != thread->place || is_over(thread, rules, gap))
        begin_burst(thread, rules, place, now);
    else
        go_on(thread, gap);
    thread->called = now;
    thread->tries++;
    if (thread->awake >= thread->awake_most) {
        thread->slept = sleep_after(rules, now - thread->began);
        return (struct backoff_step){.kind = BACKOFF_SLEEP, .sleep = thread->slept};
    }
    if (may_pause(thread, rules))
        return (struct backoff_step){.kind = BACKOFF_PAUSE, .pauses = pauses_in(thread->tries)};
    return (struct backoff_step){.kind = BACKOFF_YIELD};
}

// A pause that takes longer than all of them may: others have run.
static void note_pause(struct backoff *thread, const struct backoff_rules *rules, uint64_t took)
{
    thread->crowded = took > rules->pausing;
    thread->awake += thread->crowded ? rules->pausing : took;
}

// Time in a yield is the thread's own as far as a yield without anybody else takes it.
static void note_yield(struct backoff *thread, const struct backoff_rules *rules, uint64_t took)
{
    uint64_t fastest = thread->yield ? thread->yield : rules->yield_unknown;
    uint64_t longest = 2 * fastest + rules->yield_margin;
    thread->crowded = took > longest;
    thread->awake += thread->crowded ? longest : took;
    if (took < fastest)
        thread->yield = took ? took : 1;
}

// A signal may have ended it early.
static void note_sleep(struct backoff *thread, const struct backoff_rules *rules, uint64_t took)
{
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
