// SPDX-License-Identifier: MIT
// The summary at exit: regions and dynamic loops by site, and the bound: what forks and joins cost
// in all.
#include <pthread.h>

#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/core/settings.h"
#include "shim/core/text.h"
#include "shim/omp/report.h"

static uint64_t started; // ns

static uint64_t mean(uint64_t ticks, uint64_t count)
{
    return count ? clock_nanoseconds_of(ticks) / count : 0;
}

static uint64_t calls_of(const struct site *site)
{
    uint64_t calls = 0;
    for (int way = 0; way < SITE_WAYS; way++)
        calls += site->calls[way];
    return calls;
}

static uint64_t price_of(const struct site *site)
{
    return clock_nanoseconds_of(site->price);
}

// Calls with a team whose price nobody knows: forwarded ones, those of a sample's open end, and
// lazy ones that came to a real team.
static uint64_t unmeasured_of(const struct site *site)
{
    uint64_t teams = site->calls[SITE_TEAM], timed = site->timed[SITE_TEAM];
    return site->calls[SITE_FORWARDED] + (teams > timed ? teams - timed : 0) +
           site->ends[SITE_PROMOTED] + site->ends[SITE_RESCUED];
}

struct figure {
    const char *key;
    uint64_t value;
    bool time;
};

// `why` may be NULL.
static void tell_json(const char *kind, const char *name, const char *why,
                      const struct figure *figures, int count)
{
    struct log_line line;
    log_begin(&line, kind, "site", name);
    for (int i = 0; i < count; i++)
        log_number(&line, figures[i].key, figures[i].value);
    if (why)
        log_string(&line, "why", why);
    log_end(&line, NULL, NULL);
}

static void tell_row(const char *name, const struct figure *figures, int count)
{
    struct text row = {.used = 0};
    for (int i = 0; i < count; i++) {
        struct text cell = {.used = 0};
        if (!figures[i].time)
            text_add_number(&cell, figures[i].value);
        else if (figures[i].value)
            text_add_time(&cell, figures[i].value);
        else
            text_add(&cell, "-");
        text_add_cell(&row, 11, cell.at);
    }
    text_add(&row, "  ");
    text_add(&row, name);
    log_message(row.at);
}

static void tell_site(const struct site *site)
{
    enum { IN_TEXT = 9 }; // the rest is for programs that read the log
    char name[SITE_TEXT];
    const struct figure figures[] = {
        {"one_thread", site->calls[SITE_ONE_THREAD], false},
        {"trimmed", site->calls[SITE_TRIMMED], false},
        {"lazy", site->calls[SITE_LAZY], false},
        {"team", site->calls[SITE_TEAM], false},
        {"forwarded", site->calls[SITE_FORWARDED], false},
        {"team_ns", mean(site->ticks[SITE_TEAM], site->timed[SITE_TEAM]), true},
        {"lazy_ns", mean(site->ticks[SITE_LAZY], site->timed[SITE_LAZY]), true},
        {"trimmed_ns", mean(site->ticks[SITE_TRIMMED], site->timed[SITE_TRIMMED]), true},
        {"fork_join_ns", mean(site->price, site->timed[SITE_TEAM]), true},
        {"folded", site->ends[SITE_FOLDED], false},
        {"promoted", site->ends[SITE_PROMOTED], false},
        {"rescued", site->ends[SITE_RESCUED], false},
        {"saved_ns", clock_nanoseconds_of(site->saved), true},
        {"n", site->trips, false},
        {"num_threads", (site->constructs & SITE_HAS_NUM_THREADS) != 0, false},
        {"default_team", (site->constructs & SITE_HAS_DEFAULT) != 0, false},
        {"dynamic_loops", (site->constructs & SITE_HAS_DYNAMIC) != 0, false},
        {"barriers", (site->constructs & SITE_HAS_BARRIER) != 0, false},
        {"team_timed", site->timed[SITE_TEAM], false},
        {"fork_join_sum_ns", price_of(site), true},
        {"work_ns", mean(site->work, site->timed[SITE_TEAM]), true},
        {"size", (uint64_t)site->size, false},
        {"unmeasured", unmeasured_of(site), false},
    };
    site_text(&site->name, name);
    if (log_is_json())
        tell_json("region_summary", name, site->why, figures, sizeof figures / sizeof *figures);
    else
        tell_row(name, figures, IN_TEXT);
}

static void tell_loop(const struct loop_site *site)
{
    char name[SITE_TEXT];
    const struct figure figures[] = {
        {"runs", site->runs[0], false},
        {"kept", site->runs[1], false},
        {"chunk", site->chunk, false},
        {"n", site->trips, false},
        {"run_ns", mean(site->ticks[0], site->runs[0]), true},
        {"kept_ns", mean(site->ticks[1], site->runs[1]), true},
    };
    const int all = sizeof figures / sizeof *figures;
    site_text(&site->name, name);
    if (log_is_json())
        tell_json("loop_summary", name, NULL, figures, all);
    else
        tell_row(name, figures, all);
}

static void tell_bound(uint64_t price, uint64_t unmeasured)
{
    uint64_t wall = clock_nanoseconds() - started;
    if (price > wall) // estimated from a sample, and perhaps of several threads that fork at once
        price = wall;
    if (log_is_json()) {
        const struct figure figures[] = {{"fork_join_ns", price, true},
                                         {"wall_ns", wall, true},
                                         {"unmeasured", unmeasured, false}};
        tell_json("bound", "all", NULL, figures, 3);
        return;
    }
    struct text t = {.used = 0};
    text_add(&t, "fork and join: ");
    text_add_time(&t, price);
    text_add(&t, " of ");
    text_add_time(&t, wall);
    text_add(&t, " (");
    text_add_share(&t, price, wall);
    text_add(&t, "), the most that a smaller team could still win");
    if (unmeasured) {
        text_add(&t, "; ");
        text_add_number(&t, unmeasured);
        text_add(&t, " more calls were not measured");
    }
    log_message(t.at);
}

// What folded calls took less than the whole team would have, by its measured price.
static void tell_saved(void)
{
    uint64_t ends[SITE_ENDS] = {0}, saved = 0;
    static const char *const words[SITE_ENDS] = {" folded, ", " promoted, ", " rescued"};
    for (size_t i = 0; site_at(i); i++) {
        for (int end = 0; end < SITE_ENDS; end++)
            ends[end] += site_at(i)->ends[end];
        saved += site_at(i)->saved;
    }
    if (log_is_json() || !(ends[SITE_FOLDED] + ends[SITE_PROMOTED] + ends[SITE_RESCUED]))
        return;
    struct text t = {.used = 0};
    text_add(&t, "lazy teams: ");
    for (int end = 0; end < SITE_ENDS; end++) {
        text_add_number(&t, ends[end]);
        text_add(&t, words[end]);
    }
    text_add(&t, "; folded calls took ");
    text_add_time(&t, clock_nanoseconds_of(saved));
    text_add(&t, " less than their teams would have");
    log_message(t.at);
}

static void tell_sites(void)
{
    uint64_t price = 0, unmeasured = 0;
    bool any = false;
    for (size_t i = 0; site_at(i); i++) {
        if (!calls_of(site_at(i)))
            continue;
        if (!any && !log_is_json())
            log_message(" one thread    trimmed       lazy       team  forwarded  team mean"
                        "  lazy mean  trim mean  fork+join  region");
        any = true;
        price += price_of(site_at(i));
        unmeasured += unmeasured_of(site_at(i));
        tell_site(site_at(i));
    }
    if (any) {
        tell_saved();
        tell_bound(price, unmeasured);
    }
}

static void tell_loops(void)
{
    bool any = false;
    for (size_t i = 0; loop_site_at(i); i++) {
        if (!(loop_site_at(i)->runs[0] + loop_site_at(i)->runs[1]))
            continue;
        if (!any && !log_is_json())
            log_message("  in blocks       kept      chunk          n       mean  mean kept"
                        "  dynamic loop");
        any = true;
        tell_loop(loop_site_at(i));
    }
}

static bool is_met(const char *section)
{
    const struct site *site;
    for (size_t i = 0; (site = site_at(i)); i++)
        if (policy_site_covers(section, site->name.module, site->name.offset,
                               site->name.symbol[0] ? site->name.symbol : NULL))
            return true;
    return false;
}

// A site's name that is spelt wrong is no error: the program may have had no use for it this time.
static void tell_idle_sections(void)
{
    const struct settings *settings = settings_get();
    for (size_t i = 0; settings && site_at(0) && i < settings->policy.site_count; i++) {
        struct text t = {.used = 0};
        if (is_met(settings->policy.sites[i].name))
            continue;
        text_add(&t, "no region met the section [region ");
        text_add(&t, settings->policy.sites[i].name);
        text_add(&t, "]");
        log_message(t.at);
    }
}

__attribute__((destructor)) static void tell_summary(void)
{
    if (log_level() == LOG_OFF)
        return;
    tell_sites();
    tell_loops();
    tell_idle_sections();
}

static void forget_in_child(void)
{
    struct site *site;
    struct loop_site *loop;
    for (size_t i = 0; (site = site_at(i)); i++) {
        for (int way = 0; way < SITE_WAYS; way++)
            site->calls[way] = site->timed[way] = site->ticks[way] = 0;
        for (int end = 0; end < SITE_ENDS; end++)
            site->ends[end] = 0;
        site->price = site->saved = site->work = 0;
    }
    for (size_t i = 0; (loop = loop_site_at(i)); i++)
        for (int own = 0; own < 2; own++)
            loop->runs[own] = loop->ticks[own] = 0;
    started = clock_nanoseconds();
}

__attribute__((constructor)) static void start(void)
{
    started = clock_nanoseconds();
    pthread_atfork(NULL, NULL, forget_in_child);
}
