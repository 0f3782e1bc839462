// SPDX-License-Identifier: MIT
// The general path of a call: facts, decision, observation.
#include "shim/blas/call.h"

#include "shim/blas/observe.h"
#include "shim/blas/provider.h"
#include "shim/blas/routine.h"
#include "shim/core/clock.h"
#include "shim/core/guard.h"
#include "shim/core/log.h"

// Strided calls are the original's whatever its team; only the log wants to know that.
static void find_facts(struct call *call, int64_t incx, int64_t incy)
{
    const struct binding *b = call->binding;
    call->facts = (struct blas_call){
        .bytes = (uint64_t)call->n * routine_facts[b->slot->routine].bytes,
        .unit_strides = incx == 1 && incy == 1,
        .team = 1,
        .adjustable = b->provider->set_threads_local != NULL,
    };
    if (call->facts.unit_strides || b->policy.strided == STRIDED_KERNEL || call->observed)
        call->facts.team = provider_team(b->provider, call->n);
    if (call->facts.team > 1)
        call->facts.spinning = provider_team_spins(b->provider, call->facts.team);
}

static void trim_team(struct call *call)
{
    int (*set)(int) = call->binding->provider->set_threads_local;
    if (!call->kernel && set && call->decision.team < call->facts.team) {
        call->previous_team = set(call->decision.team);
        call->trimmed = true;
    }
}

bool call_begin(struct call *call, const struct binding *binding, int64_t n, int64_t incx,
                int64_t incy, bool plain)
{
    *call = (struct call){.binding = binding, .n = n};
    call->plain = plain && n > 0 && incx && incy;
    if (binding->unconditional)
        return call->plain && !binding->forward;
    if (guard_is_inside())
        return false; // a provider that calls itself while we question it
    call->observed = log_level() != LOG_OFF;
    if (call->plain && !binding->forward) {
        find_facts(call, incx, incy);
        call->decision = policy_decide_blas(&binding->policy, &call->facts);
        call->kernel = call->decision.kernel;
        trim_team(call);
    }
    if (call->observed)
        call->begin = clock_ticks();
    return call->kernel;
}

void call_end(struct call *call, bool kernel)
{
    if (call->trimmed)
        call->binding->provider->set_threads_local(call->previous_team);
    if (call->observed)
        observe_call(call, kernel, clock_ticks() - call->begin);
}
