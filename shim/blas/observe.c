// SPDX-License-Identifier: MIT
// Counters by routine, log lines of calls, and the summary at exit.
#include "shim/blas/observe.h"

#include <pthread.h>
#include <string.h>

#include "shim/blas/provider.h"
#include "shim/blas/routine.h"
#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/core/text.h"

// Sizes are counted in buckets of an eighth of a power of two, each with a size that fell in it.
enum { BUCKETS = 64 * 8 };

static struct counters {
    _Atomic uint64_t calls[2], ticks[2]; // [0] forwarded, [1] kernel
    _Atomic uint32_t sizes[BUCKETS];
    _Atomic uint64_t example[BUCKETS];
    _Atomic uint64_t told; // decisions that have been logged, as a set
} counters[ROUTINE_COUNT];

static size_t bucket_of(uint64_t bytes)
{
    if (bytes < 8)
        return bytes;
    int power = 63 - __builtin_clzll(bytes);
    return (size_t)(power * 8 - 16) + (bytes >> (power - 3) & 7);
}

static void count(struct counters *c, uint64_t bytes, bool kernel, uint64_t ticks)
{
    size_t bucket = bucket_of(bytes);
    atomic_fetch_add_explicit(&c->calls[kernel], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&c->ticks[kernel], ticks, memory_order_relaxed);
    atomic_fetch_add_explicit(&c->sizes[bucket], 1, memory_order_relaxed);
    atomic_store_explicit(&c->example[bucket], bytes, memory_order_relaxed);
}

// 192000 < 13 x 393216
static void add_comparison(struct text *t, const struct call *call)
{
    text_add_number(t, call->facts.bytes);
    text_add(t, call->decision.rule == BLAS_RULE_LARGE ? " >= " : " < ");
    text_add_number(t, (uint64_t)(call->facts.team - 1));
    text_add(t, " x ");
    text_add_number(t, call->decision.bytes_per_thread);
    if (call->facts.spinning)
        text_add(t, ", spinning");
}

static void add_rule(struct text *t, const struct call *call, bool kernel)
{
    static const char *const rules[] = {
        [BLAS_RULE_DISABLED] = "disabled",
        [BLAS_RULE_REPRODUCIBLE] = "reproducible",
        [BLAS_RULE_ONE_THREAD] = "one thread",
        [BLAS_RULE_STRIDED] = "strided",
        [BLAS_RULE_SMALL] = NULL,
        [BLAS_RULE_LARGE] = NULL,
        [BLAS_RULE_TRIMMED] = NULL,
    };
    if (call->binding->why)
        text_add(t, call->binding->why);
    else if (!call->plain)
        text_add(t, "special case");
    else if (call->kernel && !kernel)
        text_add(t, "NaN or infinity");
    else if (rules[call->decision.rule])
        text_add(t, rules[call->decision.rule]);
    else
        add_comparison(t, call);
}

static void add_decision(struct text *t, const struct call *call, bool kernel)
{
    text_add(t, kernel ? "kernel " : "forward");
    if (kernel)
        text_add(t, kernels_isa_name(call->binding->isa));
    if (call->trimmed) {
        text_add(t, " with ");
        text_add_number(t, (uint64_t)call->decision.team);
    }
}

static void log_call(const struct call *call, bool kernel)
{
    struct log_line line;
    struct text decision = {.used = 0}, rule = {.used = 0};
    const struct routine_facts *routine = &routine_facts[call->binding->slot->routine];
    log_begin(&line, "blas", "routine", routine->name);
    if (call->plain && !call->binding->forward) {
        log_number(&line, "n", (uint64_t)call->n);
        log_number(&line, "bytes", call->facts.bytes);
        log_number(&line, "team", (uint64_t)call->facts.team);
    }
    add_decision(&decision, call, kernel);
    add_rule(&rule, call, kernel);
    log_end(&line, decision.at, rule.at);
}

// A decision is new when its rule and outcome have not been met with a team of this size.
static bool is_new(struct counters *c, const struct call *call, bool kernel)
{
    unsigned rule = call->plain ? (unsigned)call->decision.rule : 7u;
    unsigned team = (unsigned)call->facts.team % 3;
    uint64_t bit = UINT64_C(1) << (rule + 8 * kernel + 16 * team);
    if (atomic_load_explicit(&c->told, memory_order_relaxed) & bit)
        return false;
    return !(atomic_fetch_or_explicit(&c->told, bit, memory_order_relaxed) & bit);
}

void observe_call(const struct call *call, bool kernel, uint64_t ticks)
{
    struct counters *c = &counters[call->binding->slot->routine];
    count(c, call->facts.bytes, kernel, ticks);
    if (log_level() == LOG_CALLS || (log_level() == LOG_DECISIONS && is_new(c, call, kernel)))
        log_call(call, kernel);
}

static uint64_t median_bytes(const struct counters *c, uint64_t calls)
{
    uint64_t below = 0;
    for (size_t i = 0; i < BUCKETS; i++) {
        below += c->sizes[i];
        if (2 * below >= calls)
            return c->example[i];
    }
    return 0;
}

static void tell_row(const char *name, const uint64_t figures[6])
{
    static const size_t widths[6] = {12, 14, 12, 12, 12, 12};
    struct text row = {.used = 0};
    text_add(&row, "  ");
    text_add(&row, name);
    while (row.used < 10)
        text_add(&row, " ");
    for (int i = 0; i < 6; i++)
        text_add_number_cell(&row, widths[i], figures[i]);
    log_message(row.at);
}

static void tell_json(const char *name, const uint64_t figures[6])
{
    static const char *const keys[6] = {"calls",     "median_bytes", "kernel",
                                        "forwarded", "kernel_us",    "forwarded_us"};
    struct log_line line;
    log_begin(&line, "summary", "routine", name);
    for (int i = 0; i < 6; i++)
        log_number(&line, keys[i], figures[i]);
    log_end(&line, NULL, NULL);
}

static void tell_routine(const struct counters *c, const char *name)
{
    uint64_t kernel = c->calls[1], forwarded = c->calls[0];
    const uint64_t figures[6] = {kernel + forwarded,
                                 median_bytes(c, kernel + forwarded),
                                 kernel,
                                 forwarded,
                                 clock_nanoseconds_of(c->ticks[1]) / 1000,
                                 clock_nanoseconds_of(c->ticks[0]) / 1000};
    (log_is_json() ? tell_json : tell_row)(name, figures);
}

static void forget_in_child(void)
{
    memset(counters, 0, sizeof counters);
}

static bool has_counts(void)
{
    for (int i = 0; i < ROUTINE_COUNT; i++)
        if (counters[i].calls[0] + counters[i].calls[1])
            return true;
    return false;
}

__attribute__((destructor)) static void tell_summary(void)
{
    if (log_level() == LOG_OFF || !has_counts())
        return;
    if (!log_is_json())
        log_message("level-1         calls  median bytes      kernel   forwarded   kernel us"
                    "  forward us");
    for (int i = 0; i < ROUTINE_COUNT; i++)
        if (counters[i].calls[0] + counters[i].calls[1])
            tell_routine(&counters[i], routine_facts[i].name);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, forget_in_child);
}
