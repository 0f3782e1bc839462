// SPDX-License-Identifier: MIT
// The head of a report: who ran, for how long, what was saved, and what could be at most.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/report/content.h"
#include "shim/cli/report/units.h"

__attribute__((format(printf, 4, 5))) static void add(struct content *content, const char *label,
                                                      const char *figure, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct fact *fact = list_add(&content->facts, sizeof *fact);
    *fact =
        (struct fact){label, model_keep(content->model, figure), model_keep(content->model, text)};
}

// "python3 (2), sh"; up to a few different ones, in the order of their first.
struct names {
    const char *names[6];
    size_t counts[6], others;
};

static void count_name(struct names *names, const char *name)
{
    for (size_t i = 0; i < 6; i++) {
        if (names->names[i] && strcmp(names->names[i], name) != 0)
            continue;
        names->names[i] = name;
        names->counts[i]++;
        return;
    }
    names->others++;
}

static size_t different(const struct names *names)
{
    size_t count = 0;
    while (count < 6 && names->names[count])
        count++;
    return count + names->others;
}

static void list_names(const struct names *names, bool counted, char *to, size_t size)
{
    size_t used = 0;
    to[0] = '\0';
    for (size_t i = 0; i < 6 && names->names[i] && used < size; i++) {
        used += (size_t)snprintf(to + used, size - used, "%s%.60s", i ? ", " : "", names->names[i]);
        if (counted && names->counts[i] > 1 && used < size)
            used += (size_t)snprintf(to + used, size - used, " (%zu)", names->counts[i]);
    }
    if (names->others && used < size)
        snprintf(to + used, size - used, ", %zu more", names->others);
}

// A launcher may log, too, and has no rank.
static size_t numbered_ranks(const struct content *content)
{
    size_t count = 0;
    for (size_t i = 0; i < content->rank_count; i++)
        count += content->ranks[i].number >= 0;
    return count;
}

static void add_processes(struct content *content)
{
    struct names names = {0}, hosts = {0};
    char text[500], host_text[500], figure[24];
    size_t count = content->model->processes.count, active = 0, idle = 0;
    for (size_t i = 0; i < count; i++) {
        const struct process *p = model_process_at(content->model, i);
        count_name(&names, *p->name ? p->name : "unnamed");
        if (*p->host)
            count_name(&hosts, p->host);
        active += model_is_active(p);
    }
    idle = count - active;
    list_names(&names, true, text, sizeof text);
    snprintf(figure, sizeof figure, "%zu", count);
    if (idle > 0)
        add(content, "Processes", figure, "%zu: %s; %zu without a call that counts", count, text,
            idle);
    else
        add(content, "Processes", figure, "%zu: %s", count, text);
    list_names(&hosts, false, host_text, sizeof host_text);
    snprintf(figure, sizeof figure, "%zu", numbered_ranks(content));
    if (ranks_are_known(content->model) && different(&hosts) == 0)
        add(content, "MPI ranks", figure, "%s", figure);
    else if (ranks_are_known(content->model))
        add(content, "MPI ranks", figure, "%s on %zu host%s: %s", figure, different(&hosts),
            different(&hosts) == 1 ? "" : "s", host_text);
    else if (different(&hosts) > 0)
        add(content, different(&hosts) == 1 ? "Host" : "Hosts", "", "%s", host_text);
}

static void add_wall(struct content *content)
{
    char least[UNITS_TEXT], middle[UNITS_TEXT], most[UNITS_TEXT];
    struct list timed = {0};
    for (size_t i = 0; i < content->rank_count; i++)
        if (content->ranks[i].wall_ns > 0)
            *(struct rank *)list_add(&timed, sizeof(struct rank)) = content->ranks[i];
    struct spread wall = ranks_spread(timed.items, timed.count, offsetof(struct rank, wall_ns));
    units_time(least, (double)wall.least);
    units_time(middle, (double)wall.middle);
    units_time(most, (double)wall.most);
    if (timed.count > 1)
        add(content, "Wall time", most, "%s (least %s, median %s)", most, least, middle);
    else if (timed.count == 1)
        add(content, "Wall time", most, "%s", most);
    free(timed.items);
}

static void add_level1(struct content *content)
{
    uint64_t kernel = 0, forwarded = 0, kernel_ns = 0, forwarded_ns = 0;
    char share[UNITS_TEXT], ours[UNITS_TEXT], theirs[UNITS_TEXT], calls[UNITS_TEXT];
    for (size_t i = 0; i < content->model->sums.routines.count; i++) {
        const struct routine *r = model_routine_at(content->model, i);
        kernel = model_sum(kernel, r->kernel);
        forwarded = model_sum(forwarded, r->forwarded);
        kernel_ns = model_sum(kernel_ns, r->kernel_ns);
        forwarded_ns = model_sum(forwarded_ns, r->forwarded_ns);
    }
    double all = (double)kernel + (double)forwarded;
    if (all == 0)
        return;
    units_share(share, (double)kernel / all);
    units_time(ours, (double)kernel_ns);
    units_time(theirs, (double)forwarded_ns);
    units_count(calls, all);
    if (kernel_ns == 0 && forwarded_ns == 0)
        add(content, "Level-1 BLAS", share, "%s calls, %s on one thread by a kernel", calls, share);
    else if (forwarded == 0)
        add(content, "Level-1 BLAS", share, "%s calls, all on one thread by a kernel (%s)", calls,
            ours);
    else
        add(content, "Level-1 BLAS", share,
            "%s calls, %s on one thread by a kernel (%s), the rest forwarded (%s)", calls, share,
            ours, theirs);
}

static void add_saved(struct content *content)
{
    uint64_t calls = 0, plain = 0, folded = 0, saved = 0;
    char time[UNITS_TEXT], figure[UNITS_TEXT], more[60] = "";
    for (size_t i = 0; i < content->model->sums.sites.count; i++) {
        const struct site *site = model_site_at(content->model, i);
        calls = model_sum(calls, model_site_calls(site));
        plain = model_sum(plain, site->calls[WAY_ONE_THREAD]);
        folded = model_sum(folded, site->ends[END_FOLDED]);
        saved = model_sum(saved, site->saved_ns);
    }
    if (calls == 0)
        return;
    units_count(figure, (double)calls);
    if (plain > 0)
        snprintf(more, sizeof more, ", and %llu plain calls", (unsigned long long)plain);
    add(content, "Regions", figure, "%llu calls, of which %llu folded on one thread%s",
        (unsigned long long)calls, (unsigned long long)folded, more);
    if (saved > 0)
        add(content, "Saved", units_time(time, (double)saved),
            "folded calls took %s less than their teams would have", time);
}

static void add_bound(struct content *content)
{
    uint64_t price = 0, wall = 0, unmeasured = 0;
    size_t processes = 0;
    char time[UNITS_TEXT], of[UNITS_TEXT], share[UNITS_TEXT], more[80] = "", in_all[60] = "";
    for (size_t i = 0; i < content->model->processes.count; i++) {
        const struct process *p = model_process_at(content->model, i);
        price = model_sum(price, p->fork_join_ns);
        wall = model_sum(wall, p->bound_ns);
        processes += p->bound_ns > 0;
        unmeasured = model_sum(unmeasured, p->unmeasured);
    }
    if (processes > 1)
        snprintf(in_all, sizeof in_all, " in %zu processes", processes);
    if (unmeasured > 0)
        snprintf(more, sizeof more, "; %llu more calls were not measured",
                 (unsigned long long)unmeasured);
    units_time(time, (double)price);
    units_time(of, (double)wall);
    units_share(share, wall ? (double)price / (double)wall : 0);
    if (wall > 0)
        add(content, "Fork and join", share,
            "%s of %s%s (%s), the most that a smaller team could still win%s", time, of, in_all,
            share, more);
    else if (unmeasured > 0)
        add(content, "Fork and join", "", "not measured, in %llu calls",
            (unsigned long long)unmeasured);
}

static void add_waiting(struct content *content)
{
    uint64_t pauses = 0, yields = 0, sleeps = 0, slept_us = 0;
    char time[UNITS_TEXT];
    for (size_t i = 0; i < content->model->processes.count; i++) {
        const struct process *p = model_process_at(content->model, i);
        pauses = model_sum(pauses, p->pauses);
        yields = model_sum(yields, p->yields);
        sleeps = model_sum(sleeps, p->sleeps);
        slept_us = model_sum(slept_us, p->slept_us);
    }
    if (pauses == 0 && yields == 0 && sleeps == 0)
        return;
    units_time(time, 1000 * (double)slept_us);
    add(content, "Waiting", time,
        "calls of sched_yield: %llu paused, %llu yielded, %llu slept, %s in all",
        (unsigned long long)pauses, (unsigned long long)yields, (unsigned long long)sleeps, time);
}

static void add_policy(struct content *content)
{
    struct names policies = {0};
    char text[500];
    for (size_t i = 0; i < content->model->processes.count; i++)
        if (*model_process_at(content->model, i)->policy)
            count_name(&policies, model_process_at(content->model, i)->policy);
    list_names(&policies, false, text, sizeof text);
    if (*text)
        add(content, "Policy", "", "%s", text);
}

void facts_add(struct content *content)
{
    add_processes(content);
    add_policy(content);
    add_wall(content);
    add_level1(content);
    add_saved(content);
    add_bound(content);
    add_waiting(content);
}
