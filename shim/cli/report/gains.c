// SPDX-License-Identifier: MIT
// What could still be gained: of teams that cost more than they win, of calls that were forwarded
// and would have been faster on one thread, of loops that are slower in blocks.
#include "shim/cli/report/gains.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/report/units.h"

static const double least_ns = 1000;

static void add(struct list *gains, struct gain gain)
{
    if (gain.ns >= least_ns)
        *(struct gain *)list_add(gains, sizeof gain) = gain;
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

// ---- regions

// What a policy's section is named after: "libfoo.so+0x1a40" of "libfoo.so+0x1a40 (solve)".
static int name_length(const char *name)
{
    const char *symbol = strstr(name, " (");
    return symbol ? (int)(symbol - name) : (int)strlen(name);
}

static const char *keep_wait_advice(struct model *model, const struct site *site)
{
    char text[400];
    if (site->process < model->processes.count && model_process_at(model, site->process)->passive)
        return "its team wins all the same; where CPUs are idle anyway, let the threads spin: "
               "teamtrim run --wait active";
    if (site->size < 4)
        return "its team wins all the same; it pays off better with more work in the loop, or with "
               "neighbouring loops in one region";
    snprintf(
        text, sizeof text,
        "its team wins all the same; a smaller one costs less: compare with OMP_NUM_THREADS=%llu",
        (unsigned long long)site->size / 2);
    return model_keep(model, text);
}

static const char *keep_trim_advice(struct model *model, const struct site *site)
{
    char text[400];
    snprintf(text, sizeof text,
             "if the program is right with fewer threads (OMP_DYNAMIC=true): [region %.*s] "
             "mode = trim, team = 1",
             name_length(site->name), site->name);
    return model_keep(model, text);
}

static const char *keep_price(struct model *model, const struct site *site)
{
    char text[300], price[UNITS_TEXT], whole[UNITS_TEXT];
    double calls = (double)site->timed;
    snprintf(text, sizeof text,
             "%.0f calls with a team of %llu paid %s each of %s for fork and join%s%s%s", calls,
             (unsigned long long)site->size, units_time(price, (double)site->fork_join_ns / calls),
             units_time(whole, (double)site->team_ns / calls), *site->why ? " (" : "", site->why,
             *site->why ? ")" : "");
    return model_keep(model, text);
}

static uint64_t cpus_of(const struct model *model, const struct site *site)
{
    return site->process < model->processes.count ? model_process_at(model, site->process)->cpus
                                                  : 0;
}

static bool is_crowded(const struct model *model, const struct site *site)
{
    uint64_t cpus = cpus_of(model, site);
    return cpus > 0 && site->size > cpus && site->timed > 0;
}

// What the learner needs to see costs its team now and then.
static bool is_learning(const struct model *model, const struct site *site)
{
    static const char *const whys[] = {"learning", "looking at the team again",
                                       "small again, waiting to be sure", NULL};
    return !is_crowded(model, site) && is_one_of(site->why, whys);
}

// One thread is thought to take what the members' parts took together.
static void add_site(struct model *model, struct list *gains, const struct site *site)
{
    static const char *const small[] = {"learning is off", "not asked to trim", NULL};
    static const char *const wins[] = {"the team wins", "one thread would not win enough",
                                       "it grew", "part of the team is faster", NULL};
    struct gain gain = {.ns = (double)site->fork_join_ns, .bound = true, .where = site->name};
    double one = (double)site->team_ns - (double)site->work_ns;
    if (site->timed == 0 || site->fork_join_ns == 0)
        return;
    if (is_crowded(model, site) || is_learning(model, site))
        return;
    gain.measured = keep_price(model, site);
    if (one < least_ns || is_one_of(site->why, wins))
        gain.action = keep_wait_advice(model, site);
    else if (is_one_of(site->why, small))
        gain.action = "the defaults: [region] mode = lazy, learn = on";
    else
        gain.action = keep_trim_advice(model, site);
    add(gains, gain);
}

// Regions that one remedy serves.
struct group {
    double ns;
    uint64_t sites, calls, size, cpus; // the largest team, and the CPUs that it has
};

static struct group gather(const struct model *model,
                           bool (*belongs)(const struct model *, const struct site *))
{
    struct group group = {0};
    for (size_t i = 0; i < model->sums.sites.count; i++) {
        const struct site *site = model_site_at(model, i);
        if (!belongs(model, site))
            continue;
        group.sites++;
        group.calls = model_sum(group.calls, site->timed);
        group.ns += (double)site->fork_join_ns;
        if (site->size > group.size) {
            group.size = site->size;
            group.cpus = cpus_of(model, site);
        }
    }
    return group;
}

static const char *name_group(struct model *model, const struct group *group, const char *what)
{
    char text[120];
    snprintf(text, sizeof text, "%llu region%s %s", (unsigned long long)group->sites,
             group->sites == 1 ? "" : "s", what);
    return model_keep(model, text);
}

// Teams of more threads than CPUs: what they paid has one cause, and one remedy.
static void add_crowd(struct model *model, struct list *gains)
{
    char text[300], price[UNITS_TEXT];
    struct group group = gather(model, is_crowded);
    struct gain gain = {.ns = group.ns,
                        .bound = true,
                        .where = name_group(model, &group, "with more threads than CPUs")};
    snprintf(text, sizeof text,
             "%llu calls with teams of up to %llu threads on %llu CPUs paid %s in all for fork and "
             "join",
             (unsigned long long)group.calls, (unsigned long long)group.size,
             (unsigned long long)group.cpus, units_time(price, group.ns));
    gain.measured = model_keep(model, text);
    snprintf(text, sizeof text,
             "OMP_NUM_THREADS=%llu, or where a program sets its threads itself, as many there",
             (unsigned long long)group.cpus);
    gain.action = model_keep(model, text);
    add(gains, gain);
}

static void add_learning(struct model *model, struct list *gains)
{
    char text[300], price[UNITS_TEXT];
    struct group group = gather(model, is_learning);
    struct gain gain = {.ns = group.ns,
                        .bound = true,
                        .where = name_group(model, &group, "whose teams were only looked at"),
                        .action = "nothing: this is how the library learns what a team costs; the "
                                  "longer the run, the less it weighs"};
    snprintf(text, sizeof text, "%llu calls with their teams paid %s in all for fork and join",
             (unsigned long long)group.calls, units_time(price, group.ns));
    gain.measured = model_keep(model, text);
    add(gains, gain);
}

// ---- level 1

static uint64_t round_up_kib(double bytes)
{
    return (uint64_t)(bytes / 1024) + 1;
}

// Would one thread have moved these bytes as fast as our kernel moved those of smaller calls? Where
// they are much larger, hardly: then it is a bound.
static void add_routine(struct model *model, struct list *gains, struct routine *r)
{
    char text[400], mean[UNITS_TEXT], one[UNITS_TEXT];
    if (r->large == 0 || r->kernel_bytes == 0 || r->large_bytes == 0 || r->team < 2)
        return;
    double alone = (double)r->large_bytes * (double)r->kernel_ns / (double)r->kernel_bytes;
    struct gain gain = {.ns = (double)r->large_ns - alone, .where = r->name};
    if (gain.ns < least_ns)
        return;
    gain.bound =
        (double)r->large_bytes / (double)r->large > 4 * (double)r->kernel_bytes / (double)r->kernel;
    snprintf(text, sizeof text,
             "%llu calls forwarded for their size took %s each; at the speed of our kernel on the "
             "smaller ones, one thread takes %s%s",
             (unsigned long long)r->large, units_time(mean, (double)r->large_ns / (double)r->large),
             units_time(one, alone / (double)r->large), gain.bound ? " at least" : "");
    gain.measured = model_keep(model, text);
    double median = (double)model_median(&r->forwarded_medians);
    snprintf(text, sizeof text, "[blas %s] bytes-per-thread%s = %lluK, and compare", r->name,
             r->spinning ? "-spinning" : "",
             (unsigned long long)round_up_kib(median / (double)(r->team - 1)));
    gain.action = model_keep(model, text);
    add(gains, gain);
}

// ---- loops

static void add_loop(struct model *model, struct list *gains, const struct loop *loop)
{
    char text[300], blocks[UNITS_TEXT], kept[UNITS_TEXT];
    if (loop->runs == 0 || loop->kept == 0)
        return;
    double in_blocks = (double)loop->run_ns / (double)loop->runs;
    double by_chunk = (double)loop->kept_ns / (double)loop->kept;
    struct gain gain = {.ns = (in_blocks - by_chunk) * (double)loop->runs, .where = loop->name};
    snprintf(text, sizeof text, "%llu runs in blocks took %s each, %llu by its own chunk %s",
             (unsigned long long)loop->runs, units_time(blocks, in_blocks),
             (unsigned long long)loop->kept, units_time(kept, by_chunk));
    gain.measured = model_keep(model, text);
    gain.action = "if the runs are alike: compare with teamtrim run --set loop.chunk=keep";
    if (gain.ns > 0.1 * (double)loop->run_ns)
        add(gains, gain);
}

static int by_gain(const void *a, const void *b)
{
    const struct gain *x = a, *y = b;
    return (x->ns < y->ns) - (x->ns > y->ns);
}

struct gain *gains_of(struct model *model, size_t *count)
{
    struct list gains = {0};
    add_crowd(model, &gains);
    add_learning(model, &gains);
    for (size_t i = 0; i < model->sums.sites.count; i++)
        add_site(model, &gains, model_site_at(model, i));
    for (size_t i = 0; i < model->sums.routines.count; i++)
        add_routine(model, &gains, model_routine_at(model, i));
    for (size_t i = 0; i < model->sums.loops.count; i++)
        add_loop(model, &gains, model_loop_at(model, i));
    if (gains.count > 0)
        qsort(gains.items, gains.count, sizeof(struct gain), by_gain);
    *count = gains.count;
    return gains.items;
}
