// SPDX-License-Identifier: MIT
// The slow path of an interposed name: on the first call from an object its original is found, its
// provider probed and tried, and the outcome kept as a binding.
//
// Nobody waits here. One thread publishes at a time; another that comes meanwhile, or while objects
// are being unloaded, uses what it found for the one call.
#include <pthread.h>

#include "shim/blas/judge.h"
#include "shim/blas/provider.h"
#include "shim/core/guard.h"
#include "shim/core/log.h"
#include "shim/core/module.h"
#include "shim/core/resolve.h"
#include "shim/core/settings.h"

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

// What the main program imports is looked up before it starts: its first call may come from a
// signal handler that interrupts malloc, where the dynamic linker must not be asked. Nothing of a
// provider that needs its constructors is called here.
static struct module main_program;

static void prepare(void *context, const char *name)
{
    (void)context;
    struct slot *slot = slot_named(name);
    if (!slot)
        return;
    slot->prepared = resolve_original(name, (const void *)main_program.begin);
    if (slot->prepared && settings_get() && !settings_get()->disabled)
        provider_of(slot->prepared);
}

static void prepare_main_program(void)
{
    struct guard guard;
    guard_enter(&guard);
    if (module_find_importer(NULL, 0, &main_program) && !main_program.path[0])
        module_visit_imports(&main_program, prepare, NULL);
    guard_leave(&guard);
}

static any_function prepared_original(const struct slot *slot, const struct binding *b)
{
    return b->begin == main_program.begin ? slot->prepared : NULL;
}

static void set_range(struct binding *b, const void *caller)
{
    struct module module;
    bool known = module_find(caller, &module);
    b->begin = known ? module.begin : (uintptr_t)caller;
    b->size = known ? module.end - module.begin : 1;
}

// False if what was found holds for this call alone.
static bool find(struct binding *b, struct slot *slot, const void *caller)
{
    *b = (struct binding){.slot = slot, .kernels = kernels_of(ISA_SCALAR)};
    set_range(b, caller);
    b->original = prepared_original(slot, b);
    if (!b->original)
        b->original = resolve_original(slot->name, caller);
    bool lasts = recall(b) || judge_binding(b);
    b->at_once = b->forward && log_level() == LOG_OFF;
    return lasts && b->original;
}

const struct binding *slot_find(struct slot *slot, const void *caller)
{
    const struct binding *known = published(slot, caller);
    if (known)
        return known;
    struct guard guard;
    struct binding found;
    guard_enter(&guard); // a handler's call would find us half way
    module_on_unload(flush);
    unsigned unloads = module_unloads();
    if (find(&found, slot, caller))
        known = publish(slot, &found, caller, unloads);
    if (!known)
        known = keep_for_one_call(&found);
    guard_leave(&guard);
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
    prepare_main_program();
}
