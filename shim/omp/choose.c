// SPDX-License-Identifier: MIT
// What is done with a fork: the rules of regions in their order.
#include "shim/core/guard.h"
#include "shim/core/log.h"
#include "shim/omp/lazy.h"
#include "shim/omp/learning.h"
#include "shim/omp/plain.h"
#include "shim/omp/region.h"
#include "shim/omp/report.h"
#include "shim/omp/team.h"
#include "shim/omp/words.h"

// Why the region will have one thread whatever we do; else NULL.
static const char *why_one_thread(const struct fork *fork, const struct site *site)
{
    if (fork->wanted == 1)
        return "asked for";
    if (thread_self.trimmed)
        return "inside a trimmed region";
    if (region_is_nested_too_deep(site))
        return "nested";
    if (fork->wanted == 0 && SITE_ASK(site, omp_get_max_threads)() == 1)
        return "default team 1";
    return NULL;
}

// The user, or the program itself, has said that fewer threads are right too.
static bool may_trim(const struct fork *fork, const struct site *site)
{
    if (fork->wanted && !site->named)
        return false;
    if (site->policy.mode == POLICY_REGION_TRIM)
        return true;
    return !fork->wanted && SITE_ASK(site, omp_get_dynamic)();
}

static void choose_team(struct fork_choice *choice, const struct fork *fork, int team, int full)
{
    // A size in between would have libgomp end threads now and make them again later.
    bool between = team > 1 && team < full;
    if (between && !choice->site->adjustable) {
        choice->why = "a size between 1 and full costs this runtime new threads";
        team = full;
    }
    choice->way = team == 1 ? SITE_TRIMMED : SITE_TEAM;
    choice->team = team < full ? (unsigned)team : fork->wanted;
}

static void choose_trimmed(struct fork_choice *choice, const struct fork *fork)
{
    const struct site *site = choice->site;
    int full = choice->full;
    if (site->policy.team > 0) {
        choice->why = "the policy's team";
        choose_team(choice, fork, site->policy.team < full ? site->policy.team : full, full);
    } else if (site->policy.learn) {
        choose_team(choice, fork, learning_choose(choice, full), full);
    } else {
        choice->why = "trim, learning is off";
    }
}

void fork_words(const struct fork *fork, struct split_words *words)
{
    if (fork->arguments)
        words_of_arguments(words, fork->arguments, fork->count);
    else
        words_of_data(words, fork->data);
}

// Promotion must give the team that thread 0 has believed in from the start. What is nested in a
// lazy team has one thread.
static const char *why_not_lazy_now(const struct site *site, int full)
{
    if (member_stack.depth > 0 || member_stack.top || SITE_ASK(site, omp_get_level)() > 0)
        return "inside a region";
    if (SITE_ASK(site, omp_get_max_active_levels)() != 1)
        return "regions may nest";
    if (SITE_ASK(site, omp_get_thread_limit)() < full)
        return "above the thread limit";
    return full > LAZY_TEAM ? "a huge team" : NULL;
}

static int class_of_words(const struct site *site, const struct fork *fork)
{
    struct split_words words;
    int word = atomic_load_explicit(&site->split_word, memory_order_relaxed);
    int32_t bound = atomic_load_explicit(&site->split_bound, memory_order_relaxed);
    fork_words(fork, &words);
    return word < words.count && words.at[word] >= bound ? SITE_CLASS_LARGE : 0;
}

// Of a site whose size shows inside, each region that may be small begins lazily.
static void choose_lazy(struct fork_choice *choice, const struct fork *fork)
{
    struct site *site = choice->site;
    int last = atomic_load_explicit(&site->last_class, memory_order_relaxed);
    choice->why = atomic_load_explicit(&site->ruled_out, memory_order_relaxed);
    if (!choice->why)
        choice->why = why_not_lazy_now(site, choice->full);
    if (choice->why)
        return;
    if (last && choice->class == 0)
        choice->class = last;
    else if (choice->class == 0 && atomic_load_explicit(&site->words_matter, memory_order_acquire))
        choice->class = class_of_words(site, fork);
    bool small = learning_choose(choice, choice->full) == 1;
    bool may_be = last && atomic_load_explicit(&site->lazy_classes, memory_order_relaxed) != 0;
    if (small || may_be)
        choice->way = SITE_LAZY;
}

// What the log wants to know is timed too: a sample of the calls once there have been some.
static bool is_sampled(struct site *site)
{
    enum { ALL_OF_THE_FIRST = 64, ONE_IN = 16 };
    uint64_t calls = atomic_load_explicit(&site->calls[SITE_TEAM], memory_order_relaxed);
    return log_level() != LOG_OFF && (calls < ALL_OF_THE_FIRST || calls % ONE_IN == 0);
}

// Going through us costs a team some 100 ns: after a few calls only regions with dynamic loops do.
static bool may_have_loops(const struct fork *fork, struct site *site)
{
    enum { LOOKS = 3 };
    if (!loop_is_wanted())
        return false;
    if (fork->dynamic || atomic_load_explicit(&site->dynamic, memory_order_relaxed))
        return true;
    uint8_t looked = atomic_load_explicit(&site->looked, memory_order_relaxed);
    if (looked < LOOKS)
        atomic_store_explicit(&site->looked, looked + 1, memory_order_relaxed);
    return looked < LOOKS;
}

static void choose(struct fork_choice *choice, const struct fork *fork)
{
    struct site *site = choice->site;
    if (fork->bound) {
        choice->why = "clauses that are the runtime's";
        return;
    }
    choice->why = why_one_thread(fork, site);
    if (choice->why) {
        choice->way = SITE_ONE_THREAD;
        return;
    }
    choice->way = SITE_TEAM;
    choice->full = fork->wanted ? (int)fork->wanted : SITE_ASK(site, omp_get_max_threads)();
    choice->class = learn_class(fork->trips);
    if (may_trim(fork, site))
        choose_trimmed(choice, fork);
    else if (site->lazy)
        choose_lazy(choice, fork);
    choice->timed = choice->timed || is_sampled(choice->site);
    choice->through = choice->way == SITE_TEAM && (choice->timed || may_have_loops(fork, site));
    member_stack.untouched = choice->through ? NULL : site;
    bool always = !choice->through && !choice->learns && site->policy.mode != POLICY_REGION_TRIM;
    if (always && choice->way == SITE_TEAM)
        atomic_store_explicit(&site->untouched, true, memory_order_relaxed);
}

static bool is_of_runtime(const struct fork *fork, const struct site *site)
{
    const struct site *own = guard_is_inside() ? NULL : site_of(fork->code, fork->kmp);
    return !own || !own->runtime_base || own->runtime_base == site->runtime_base;
}

void region_choose(const struct fork *fork, struct fork_choice *choice)
{
    *choice = (struct fork_choice){.way = SITE_FORWARDED, .team = fork->wanted};
    if (member_stack.lazy && is_of_runtime(fork, member_stack.lazy->site)) {
        choice->way = SITE_ONE_THREAD; // the runtime does not know that it is inside a region
        return;
    }
    if (member_stack.lazy) // another one's business
        return;
    choice->site = guard_is_inside() ? NULL : site_of(fork->code, fork->kmp);
    if (!choice->site)
        return;
    choice->why = choice->site->hands_off;
    team_settle(choice->site);
    if (!choice->why)
        choose(choice, fork);
    if (__builtin_expect(log_level() != LOG_OFF, false))
        report_choice(fork, choice);
}
