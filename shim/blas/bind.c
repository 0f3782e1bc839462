// SPDX-License-Identifier: MIT
// The slow path of an interposed name: on the first call from an object its original is found, its
// provider probed and tried, and the outcome kept as a binding.
//
// Nobody waits here. One thread publishes at a time; another that comes meanwhile, or while objects
// are being unloaded, uses what it found for the one call.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "shim/blas/provider.h"
#include "shim/blas/routine.h"
#include "shim/core/log.h"
#include "shim/core/module.h"
#include "shim/core/resolve.h"
#include "shim/core/settings.h"
#include "shim/names/routines.h"

const struct binding slot_unbound;

// Bindings come from a fixed pool; one that was flushed serves again when it comes out the same.
enum { BINDINGS = 8192, UNPUBLISHED = 8 };
static struct binding pool[BINDINGS];
static size_t pool_used; // under `publishing`
static atomic_flag publishing = ATOMIC_FLAG_INIT;

static bool in_range(const struct binding *binding, const void *caller)
{
    return (uintptr_t)caller - binding->begin < binding->size;
}

static const struct binding *published(struct slot *slot, const void *caller)
{
    const struct binding *b = atomic_load_explicit(&slot->bindings, memory_order_acquire);
    while (b && !in_range(b, caller))
        b = b->next;
    return b;
}

static bool is_same(const struct binding *a, const struct binding *b)
{
    return a->slot == b->slot && a->begin == b->begin && a->size == b->size &&
           a->original == b->original;
}

// What is known of an original does not depend on who calls it: it need be found out once.
static bool recall(struct binding *b)
{
    bool found = false;
    if (atomic_flag_test_and_set(&publishing))
        return false;
    for (size_t i = 0; i < pool_used && !found; i++) {
        if (pool[i].slot != b->slot || pool[i].original != b->original)
            continue;
        struct binding known = pool[i];
        known.begin = b->begin;
        known.size = b->size;
        *b = known;
        found = true;
    }
    atomic_flag_clear(&publishing);
    return found;
}

static struct binding *take_from_pool(const struct binding *wanted)
{
    for (size_t i = 0; i < pool_used; i++)
        if (is_same(&pool[i], wanted))
            return &pool[i];
    if (pool_used == BINDINGS)
        return NULL;
    pool[pool_used] = *wanted;
    return &pool[pool_used++];
}

// The binding is in no list now: a caller in its range would have found it.
static const struct binding *push(struct slot *slot, const struct binding *found)
{
    struct binding *b = take_from_pool(found);
    if (!b)
        return NULL;
    b->next = atomic_load(&slot->bindings);
    return atomic_compare_exchange_strong(&slot->bindings, &(const struct binding *){b->next}, b)
               ? b
               : NULL; // flushed meanwhile
}

static const struct binding *publish(struct slot *slot, const struct binding *found,
                                     const void *caller, unsigned unloads)
{
    if (atomic_flag_test_and_set(&publishing))
        return NULL;
    const struct binding *b = published(slot, caller);
    if (!b && !module_unloading() && module_unloads() == unloads)
        b = push(slot, found);
    atomic_flag_clear(&publishing);
    return b;
}

static const struct binding *keep_for_one_call(const struct binding *found)
{
    // A ring: the original may call other interposed names while this one is in use.
    static _Thread_local struct binding unpublished[UNPUBLISHED];
    static _Thread_local unsigned turn;
    struct binding *b = &unpublished[turn++ % UNPUBLISHED];
    *b = *found;
    return b;
}

static void flush(void)
{
    for (int family = 0; family < FAMILY_COUNT; family++)
        for (int routine = 0; routine < ROUTINE_COUNT; routine++)
            atomic_store(&slot_of((enum family)family, (enum routine)routine)->bindings,
                         &slot_unbound);
}

static void set_range(struct binding *b, const void *caller)
{
    struct module module;
    bool known = module_find(caller, &module);
    b->begin = known ? module.begin : (uintptr_t)caller;
    b->size = known ? module.end - module.begin : 1;
}

// The level that the policy names, or the most able; a level that this CPU lacks counts as auto.
static enum kernels_isa choose_isa(const struct policy_blas *policy)
{
    int isa = kernels_isa_find(policy_kernel_names[policy->kernel]);
    return isa >= 0 && kernels_isa_usable((enum kernels_isa)isa) ? (enum kernels_isa)isa
                                                                 : kernels_isa_best();
}

static bool pass_trial(struct binding *b)
{
    struct binding ours = *b, original = *b;
    ours.unconditional = true;
    original.forward = true;
    original.unconditional = true;
    if (b->slot->trial(&ours, &original))
        return true;
    ours.whole_complex = b->whole_complex = true;
    return b->slot->trial(&ours, &original);
}

static bool know_conventions(struct binding *b)
{
    const struct slot *slot = b->slot;
    enum provider_width width = provider_probe_width(slot, b->original);
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
    uint64_t count = policy_blas_always_bytes(&b->policy) / routine_facts[b->slot->routine].bytes;
    if (count < (uint64_t)b->provider->one_thread_up_to)
        count = (uint64_t)b->provider->one_thread_up_to;
    return count < PTRDIFF_MAX ? (kernel_index)count : PTRDIFF_MAX;
}

// Why every call must be forwarded, or NULL.
static const char *find_obstacle(struct binding *b)
{
    if (!b->slot->trial)
        return "constant work";
    if (!b->policy.enable || b->policy.kernel == POLICY_KERNEL_OFF)
        return "disabled by policy";
    if (!b->policy.fortran && !provider_is_by_value(b->slot->family))
        return "fortran = off";
    if (b->provider->kind == PROVIDER_UNKNOWN)
        return "unknown provider";
    if (!know_conventions(b))
        return "unknown convention";
    return pass_trial(b) ? NULL : "provider's special cases differ";
}

// False if what was found holds for this call alone.
static bool find(struct binding *b, const struct slot *slot, const void *caller)
{
    *b = (struct binding){.slot = slot, .kernels = kernels_of(ISA_SCALAR), .forward = true};
    b->why = "not ready";
    set_range(b, caller);
    b->original = b->entry = resolve_original(slot->name, caller);
    const struct settings *settings = settings_get();
    if (!b->original || !settings)
        return false;
    if (recall(b))
        return true;
    b->why = "TEAMTRIM_DISABLE=1";
    if (settings->disabled)
        return true;
    b->policy = policy_blas_of(&settings->policy, &blas_routines[slot->routine]);
    b->provider = provider_of(b->original);
    if (!b->provider)
        return false;
    b->isa = choose_isa(&b->policy);
    b->kernels = kernels_of(b->isa);
    b->why = find_obstacle(b);
    if (b->why) {
        b->entry = b->original;
        return true;
    }
    b->forward = false;
    b->small = small_count(b);
    return true;
}

const struct binding *slot_find(struct slot *slot, const void *caller)
{
    const struct binding *known = published(slot, caller);
    if (known)
        return known;
    sigset_t all, old;
    struct binding found;
    int error = errno;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old); // a handler's call would find us half way
    module_on_unload(flush);
    unsigned unloads = module_unloads();
    bool lasts = find(&found, slot, caller);
    found.at_once = found.forward && log_level() == LOG_OFF;
    if (lasts)
        known = publish(slot, &found, caller, unloads);
    if (!known)
        known = keep_for_one_call(&found);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return known;
}

// Called by the jumps of entry_<arch>.S. The binding stays, so its entry may be jumped to.
any_function slot_find_entry(struct slot *slot, const void *caller);

any_function slot_find_entry(struct slot *slot, const void *caller)
{
    return slot_find(slot, caller)->entry;
}

static void restart_in_child(void)
{
    atomic_flag_clear(&publishing);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}
