// SPDX-License-Identifier: MIT
// Log lines of lazy teams, and their counters.
#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/core/text.h"
#include "shim/omp/lazy.h"
#include "shim/omp/report.h"

static void begin_line(struct log_line *line, const struct site *site, int team)
{
    char name[SITE_TEXT];
    log_begin(line, "region", "site", site_text(&site->name, name));
    if (team)
        log_number(line, "team", (uint64_t)team);
}

// Whether an end is to be told of: the first of its kind at the site, or all.
static bool is_told(const struct lazy_team *t, enum site_end end)
{
    uint64_t before = atomic_fetch_add_explicit(&t->site->ends[end], 1, memory_order_relaxed);
    return log_level() == LOG_CALLS || (log_level() == LOG_DECISIONS && before == 0);
}

static void tell(const struct lazy_team *t, const char *decision, const char *what, uint64_t ticks)
{
    struct text rule = {.used = 0};
    struct log_line line;
    begin_line(&line, t->site, t->n);
    text_add(&rule, what);
    text_add_time(&rule, clock_nanoseconds_of(ticks));
    log_end(&line, decision, rule.at);
}

// What the whole team would have taken for the work, by the price that its runs were measured to
// have.
static uint64_t time_of_team(const struct lazy_team *t, uint64_t wall)
{
    const struct site_class *c = &t->site->classes[t->class];
    return atomic_load_explicit(&c->price, memory_order_relaxed) + wall / (unsigned)t->n;
}

void report_folded(const struct lazy_team *t, uint64_t wall)
{
    struct site *site = t->site;
    uint64_t team = time_of_team(t, wall);
    atomic_fetch_add_explicit(&site->ticks[SITE_LAZY], wall, memory_order_relaxed);
    atomic_fetch_add_explicit(&site->timed[SITE_LAZY], 1, memory_order_relaxed);
    if (team > wall)
        atomic_fetch_add_explicit(&site->saved, team - wall, memory_order_relaxed);
    if (is_told(t, SITE_FOLDED))
        tell(t, t->parked ? "folded on fibers" : "folded", "all threads took ", wall);
}

void report_promoted(const struct lazy_team *t, uint64_t wall)
{
    if (log_level() == LOG_OFF || !is_told(t, SITE_PROMOTED))
        return;
    if (t->by_size)
        tell(t, "promoted", "its loop is large, in all ", wall);
    else if (t->insisted)
        tell(t, "promoted", "a construct needs the team, in all ", wall);
    else
        tell(t, "promoted", "thread 0 took ", t->part);
}

void report_rescued(const struct lazy_team *t, uint64_t wall)
{
    if (log_level() != LOG_OFF && is_told(t, SITE_RESCUED))
        tell(t, "rescued",
             t->adoption.running ? "a thread was long, in all " : "a thread waited, in all ", wall);
}

void report_hopeless(const struct lazy_team *t)
{
    char name[SITE_TEXT];
    struct text text = {.used = 0};
    if (log_level() == LOG_OFF)
        return;
    text_add(&text, "no progress in ");
    text_add(&text, site_text(&t->site->name, name));
    log_message(text.at);
    log_message(
        "  its threads may wait for one another behind a barrier, where no team can be had: "
        "exclude it by a policy section [region SITE] with mode = off");
}

void report_ruled_out(const struct site *site, const char *why)
{
    struct log_line line;
    if (log_level() != LOG_DECISIONS && log_level() != LOG_CALLS)
        return;
    begin_line(&line, site, 0);
    log_end(&line, "eager", why);
}
