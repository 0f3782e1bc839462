// SPDX-License-Identifier: MIT
// Calls are counted, and logged as the level asks.
#include "shim/blas/observe.h"

#include "shim/blas/counters.h"
#include "shim/blas/provider.h"
#include "shim/blas/routine.h"
#include "shim/core/log.h"
#include "shim/core/text.h"

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

// Whether a forwarded call was a question of size, of strides, or none.
static enum counted_outcome outcome_of(const struct call *call, bool kernel)
{
    if (kernel)
        return COUNTED_KERNEL;
    if (!call->plain || call->kernel || call->binding->why || call->binding->forward)
        return COUNTED_OTHER;
    switch (call->decision.rule) {
    case BLAS_RULE_LARGE:
    case BLAS_RULE_TRIMMED:
        return COUNTED_LARGE;
    case BLAS_RULE_STRIDED:
        return COUNTED_STRIDED;
    default:
        return COUNTED_OTHER;
    }
}

void observe_call(const struct call *call, bool kernel, uint64_t ticks)
{
    struct counters *c = &counters[call->binding->slot->routine];
    counters_add(call, outcome_of(call, kernel), ticks);
    if (log_level() == LOG_CALLS || (log_level() == LOG_DECISIONS && is_new(c, call, kernel)))
        log_call(call, kernel);
}
