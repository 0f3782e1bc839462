// SPDX-License-Identifier: MIT
// The judgement on a binding: provider, conventions, trial, policy.
#include "shim/blas/judge.h"

#include "shim/blas/provider.h"
#include "shim/blas/routine.h"
#include "shim/blas/trial.h"
#include "shim/core/fp_env.h"
#include "shim/core/log.h"
#include "shim/core/settings.h"
#include "shim/names/routines.h"

// The level that the policy names, or the most able; a level that this CPU lacks counts as auto.
static enum kernels_isa choose_isa(const struct policy_blas *policy)
{
    int isa = kernels_isa_find(policy_kernel_names[policy->kernel]);
    return isa >= 0 && kernels_isa_usable((enum kernels_isa)isa) ? (enum kernels_isa)isa
                                                                 : kernels_isa_best();
}

static bool run_trials(const struct binding *ours, const struct binding *original)
{
    for (int64_t n = 1; n; n = trial_next_length(n))
        for (int factor = 0; factor < TRIAL_FACTORS; factor++)
            if (!ours->slot->trial(ours, original, n, factor))
                return false;
    return true;
}

static bool pass_trial(struct binding *b)
{
    struct binding ours = *b, original = *b;
    ours.forward = false;
    ours.unconditional = true;
    original.forward = true;
    original.unconditional = true;
    return run_trials(&ours, &original);
}

static bool know_conventions(struct binding *b)
{
    const struct slot *slot = b->slot;
    enum provider_width width = provider_probe_width(b->provider, slot->family);
    b->wide = width == WIDTH_64;
    if (width == WIDTH_UNKNOWN)
        return false;
    if (!slot->in_registers)
        return true;
    b->convention = provider_probe_complex(slot, b->original);
    b->entry = b->convention == COMPLEX_HIDDEN ? slot->hidden_result : slot->in_registers;
    return b->convention != COMPLEX_UNKNOWN;
}

// Unit-stride calls that run the kernel without further thought: what is small for every team, and
// what the provider would run on one thread anyway. None while calls are observed.
static kernel_index small_count(const struct binding *b)
{
    if (b->forward || log_level() != LOG_OFF)
        return 0;
    if (!b->provider->max_threads)
        return PTRDIFF_MAX;
    uint64_t below = policy_blas_always_bytes(&b->policy);
    uint64_t count = (below - (below > 0)) / routine_facts[b->slot->routine].bytes;
    if (count < (uint64_t)b->provider->one_thread_up_to)
        count = (uint64_t)b->provider->one_thread_up_to;
    return count < PTRDIFF_MAX ? (kernel_index)count : PTRDIFF_MAX;
}

// Why every call must be forwarded, or NULL.
static const char *find_obstacle(struct binding *b)
{
    if (!b->slot->trial)
        return "always the original's";
    if (!b->policy.enable || b->policy.kernel == POLICY_KERNEL_OFF)
        return "disabled by policy";
    if (!b->policy.fortran && !provider_is_by_value(b->slot->family))
        return "fortran = off";
    if (b->provider->kind == PROVIDER_UNKNOWN)
        return "unknown provider";
    if (!know_conventions(b))
        return "unknown convention";
    return pass_trial(b) ? NULL : "special cases differ";
}

bool judge_binding(struct binding *b)
{
    const struct settings *settings = settings_get();
    b->why = "not ready";
    b->forward = true;
    b->entry = b->original;
    if (!settings)
        return false;
    if (settings->disabled) {
        b->why = "TEAMTRIM_DISABLE=1";
        return true;
    }
    b->policy = policy_blas_of(&settings->policy, &blas_routines[b->slot->routine]);
    b->provider = provider_of(b->original);
    if (!b->provider)
        return false;
    b->isa = choose_isa(&b->policy);
    b->kernels = kernels_of(b->isa);
    // The program's floating-point flags and traps are none of a trial's business.
    struct fp_env environment;
    fp_env_hold(&environment);
    b->why = find_obstacle(b);
    fp_env_restore(&environment);
    b->forward = b->why != NULL;
    if (b->forward)
        b->entry = b->original;
    b->small = small_count(b);
    return true;
}
