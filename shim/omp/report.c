// SPDX-License-Identifier: MIT
// Log lines of regions and loops, and their counters.
#include "shim/omp/report.h"

#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/core/text.h"

static void add_times(struct text *rule, const struct learn_next *next)
{
    if (next->one) {
        text_add(rule, ", one thread ");
        text_add_time(rule, next->one);
    }
    if (next->full) {
        text_add(rule, ", team ");
        text_add_time(rule, next->full);
    }
}

// What made its site lazy: runs of the whole team, the work of a region, and the team's price.
static void add_evidence(struct text *rule, const struct site_class *c)
{
    text_add_number(rule, c->learner.full.count);
    text_add(rule, " runs, ");
    text_add_time(rule, c->one);
    text_add(rule, ", fork ");
    text_add_time(rule, (uint64_t)c->learner.price);
}

static const char *const reasons[] = {
    [LEARN_LEARNING] = "learning",
    [LEARN_SMALL] = "one thread is faster",
    [LEARN_PART] = "part of the team is faster",
    [LEARN_LARGE] = "one thread would not win enough",
    [LEARN_GREW] = "it grew",
    [LEARN_WAITING] = "small again, waiting to be sure",
    [LEARN_PROBING] = "looking at the team again",
};

// Of lazy sites the late calls are judged, on the average.
static const char *reason_of(const struct fork_choice *choice, const struct learn_next *next)
{
    if (choice->site->lazy && next->reason == LEARN_LARGE)
        return "the team wins";
    if (choice->way == SITE_TEAM && next->reason == LEARN_SMALL)
        return "a team of another size";
    return reasons[next->reason];
}

// Why it was not lazy.
static const char *why_of(const struct fork *fork, const struct fork_choice *choice,
                          const struct learn_next *next)
{
    if (choice->learns)
        return reason_of(choice, next);
    if (choice->why)
        return choice->why;
    if (choice->way == SITE_TEAM)
        return fork->wanted ? "its own num_threads" : "not asked to trim";
    return "policy";
}

static void add_decision(struct text *t, const struct fork_choice *choice)
{
    static const char *const ways[] = {[SITE_ONE_THREAD] = "one thread",
                                       [SITE_TRIMMED] = "trimmed to 1",
                                       [SITE_LAZY] = "lazy",
                                       [SITE_TEAM] = "team",
                                       [SITE_FORWARDED] = "forward"};
    if (choice->way == SITE_TEAM && choice->team && choice->team < (unsigned)choice->full) {
        text_add(t, "trimmed to ");
        text_add_number(t, choice->team);
    } else {
        text_add(t, ways[choice->way]);
    }
}

static void log_choice(const struct fork *fork, const struct fork_choice *choice)
{
    struct site *site = choice->site;
    struct text decision = {.used = 0}, rule = {.used = 0};
    struct learn_next next = site->classes[choice->class].next;
    struct log_line line;
    char name[SITE_TEXT];
    log_begin(&line, "region", "site", site_text(&site->name, name));
    if (fork->trips >= 0)
        log_number(&line, "n", (uint64_t)fork->trips);
    if (choice->way != SITE_FORWARDED && choice->way != SITE_ONE_THREAD)
        log_number(&line, "team", (uint64_t)choice->full);
    add_decision(&decision, choice);
    if (choice->way == SITE_LAZY)
        add_evidence(&rule, &site->classes[choice->class]);
    else
        text_add(&rule, why_of(fork, choice, &next));
    if (choice->way != SITE_LAZY && choice->learns)
        add_times(&rule, &next);
    log_end(&line, decision.at, rule.at);
}

// A decision is new when its outcome and reason have not been met at the site and class.
static bool is_new(const struct fork_choice *choice)
{
    struct site_class *c = &choice->site->classes[choice->class];
    unsigned reason = choice->learns ? (unsigned)c->next.reason : 7u;
    uint64_t bit = UINT64_C(1) << (8 * (unsigned)choice->way + reason);
    if (atomic_load_explicit(&c->told, memory_order_relaxed) & bit)
        return false;
    return !(atomic_fetch_or_explicit(&c->told, bit, memory_order_relaxed) & bit);
}

// For the summary: of the calls that got a team, the last one's.
static void note_team(const struct fork *fork, const struct fork_choice *choice)
{
    struct site *site = choice->site;
    if (choice->way != SITE_TEAM && choice->way != SITE_FORWARDED)
        return;
    struct learn_next next = site->classes[choice->class].next;
    if (choice->full)
        atomic_store_explicit(&site->size, choice->full, memory_order_relaxed);
    atomic_store_explicit(&site->why, why_of(fork, choice, &next), memory_order_relaxed);
}

void report_choice(const struct fork *fork, const struct fork_choice *choice)
{
    struct site *site = choice->site;
    atomic_fetch_add_explicit(&site->calls[choice->way], 1, memory_order_relaxed);
    atomic_fetch_or_explicit(&site->constructs,
                             fork->wanted ? SITE_HAS_NUM_THREADS : SITE_HAS_DEFAULT,
                             memory_order_relaxed);
    if (fork->trips >= 0)
        atomic_store_explicit(&site->trips, (uint64_t)fork->trips, memory_order_relaxed);
    note_team(fork, choice);
    if (log_level() == LOG_CALLS || (log_level() == LOG_DECISIONS && is_new(choice)))
        log_choice(fork, choice);
}

// A timed call stands for those since the last one.
void report_times(const struct fork_choice *choice, uint64_t wall, uint64_t work, uint64_t longest)
{
    struct site *site = choice->site;
    if (log_level() == LOG_OFF)
        return;
    uint64_t calls = atomic_load_explicit(&site->calls[choice->way], memory_order_relaxed);
    uint64_t before =
        atomic_exchange_explicit(&site->timed[choice->way], calls, memory_order_relaxed);
    uint64_t stands_for = calls > before ? calls - before : 0;
    atomic_fetch_add_explicit(&site->ticks[choice->way], wall * stands_for, memory_order_relaxed);
    if (choice->way == SITE_TEAM)
        atomic_fetch_add_explicit(&site->work, work * stands_for, memory_order_relaxed);
    if (choice->way == SITE_TEAM && longest < wall)
        atomic_fetch_add_explicit(&site->price, (wall - longest) * stands_for,
                                  memory_order_relaxed);
}

// ---- loops

// What blocks come to in the middle of a loop.
static uint64_t settled_block(const struct loop *loop, double unit)
{
    double aim = (double)loop->rules.block * 64; // a last block so long that its size does not bind
    return chunk_block(&loop->rules, &loop->shape, (uint64_t)(aim / unit) + 1, (uint64_t)aim,
                       loop->shape.units);
}

static void add_comparison(struct text *rule, const struct chunk_next *next)
{
    text_add(rule, next->own ? "its own chunk is faster, " : "blocks are faster again, ");
    text_add_time(rule, (uint64_t)next->tried);
    text_add(rule, " against ");
    text_add_time(rule, (uint64_t)next->kept);
    text_add(rule, " a chunk");
}

static void add_blocks(struct text *rule, const struct loop *loop, const struct loop_line *line,
                       double unit)
{
    text_add(rule, "blocks of ");
    text_add_number(rule, line->chunk * settled_block(loop, unit));
    text_add(rule, ", ");
    text_add_tenths(rule, unit / (double)line->chunk);
    text_add(rule, " ns an iteration");
}

static void log_loop(const struct loop *loop, const struct loop_line *line,
                     const struct chunk_next *next)
{
    static const char *const kinds[] = {
        [CHUNK_ADAPTIVE] = "adaptive", [CHUNK_MODEL] = "model", [CHUNK_BALANCED] = "balanced"};
    struct text rule = {.used = 0};
    struct log_line out;
    char name[SITE_TEXT];
    log_begin(&out, "loop", "site", site_text(&loop->site->name, name));
    log_number(&out, "n", line->trips);
    log_number(&out, "chunk", line->chunk);
    log_number(&out, "team", (uint64_t)loop->shape.team);
    if (next->changed)
        add_comparison(&rule, next);
    else if (!loop->plan.own)
        add_blocks(&rule, loop, line, next->unit > 0.1 ? next->unit : 0.1);
    else
        text_add(&rule, loop->plan.reason == CHUNK_REASON_FEW ? "few iterations" : "to compare");
    log_end(&out, loop->plan.own || next->own ? "keep" : kinds[loop->rules.kind], rule.at);
}

void report_loop(const struct loop *loop, const struct loop_line *line,
                 const struct chunk_next *next, uint64_t wall)
{
    struct loop_site *site = loop->site;
    bool own = loop->plan.own;
    atomic_fetch_add_explicit(&site->runs[own], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&site->ticks[own], wall, memory_order_relaxed);
    atomic_store_explicit(&site->chunk, line->chunk, memory_order_relaxed);
    atomic_store_explicit(&site->trips, line->trips, memory_order_relaxed);
    bool fresh =
        !(atomic_fetch_or_explicit(&site->told, 1 << own, memory_order_relaxed) >> own & 1);
    if (log_level() == LOG_CALLS || (log_level() == LOG_DECISIONS && (fresh || next->changed)))
        log_loop(loop, line, next);
}
