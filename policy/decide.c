// SPDX-License-Identifier: MIT
// The rule for a level-1 call: own kernel, or the original.
#include "policy/policy.h"

static bool is_off(const struct policy_blas *policy)
{
    return !policy->enable || policy->kernel == POLICY_KERNEL_OFF;
}

static struct blas_decision run_kernel(enum blas_rule rule, uint64_t bytes_per_thread)
{
    return (struct blas_decision){true, 1, rule, bytes_per_thread};
}

static struct blas_decision forward(enum blas_rule rule, int team, uint64_t bytes_per_thread)
{
    return (struct blas_decision){false, team, rule, bytes_per_thread};
}

// Each thread but the caller must be woken, and waking one pays from bytes_per_thread on. So many
// threads are worth waking: bytes / bytes_per_thread. Where that is fewer than the team, an
// adjustable one gets just those; any other is spared whole (the published rule,
// bytes < (team - 1) * bytes_per_thread, divided out because the product can overflow).
static struct blas_decision decide_by_bytes(const struct policy_blas *policy,
                                            const struct blas_call *call)
{
    uint64_t each = call->spinning ? policy->bytes_per_thread_spinning : policy->bytes_per_thread;
    uint64_t woken = (uint64_t)call->team - 1;
    uint64_t worth = each > 0 ? call->bytes / each : woken;
    if (worth >= woken)
        return forward(BLAS_RULE_LARGE, call->team, each);
    if (call->adjustable && worth > 0)
        return forward(BLAS_RULE_TRIMMED, 1 + (int)worth, each);
    return run_kernel(BLAS_RULE_SMALL, each);
}

struct blas_decision policy_decide_blas(const struct policy_blas *policy,
                                        const struct blas_call *call)
{
    if (is_off(policy))
        return forward(BLAS_RULE_DISABLED, call->team, 0);
    if (policy->reproducible)
        return run_kernel(BLAS_RULE_REPRODUCIBLE, 0);
    if (!call->unit_strides && policy->strided == STRIDED_ORIGINAL)
        return forward(BLAS_RULE_STRIDED, call->team, 0);
    if (call->team <= 1)
        return run_kernel(BLAS_RULE_ONE_THREAD, 0);
    return decide_by_bytes(policy, call);
}

uint64_t policy_blas_always_bytes(const struct policy_blas *policy)
{
    uint64_t parked = policy->bytes_per_thread, spinning = policy->bytes_per_thread_spinning;
    if (is_off(policy))
        return 0;
    if (policy->reproducible)
        return UINT64_MAX;
    // The smallest team that wakes anybody wakes one thread.
    return parked < spinning ? parked : spinning;
}
