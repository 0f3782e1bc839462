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
        b = atomic_load_explicit(&b->next, memory_order_relaxed);
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
        uintptr_t begin = b->begin, size = b->size;
        *b = pool[i];
        b->begin = begin;
        b->size = size;
        found = true;
    }
    atomic_flag_clear(&publishing);
    return found;
}

static bool is_published(const struct binding *wanted)
{
    const struct binding *b = atomic_load(&wanted->slot->bindings);
    while (b && b != wanted)
        b = atomic_load(&b->next);
    return b != NULL;
}

// The pool is full: one that was flushed, in turn, so that what a call still reads stays as it was
// for thousands of bindings more.
static struct binding *reuse_flushed(void)
{
    static size_t turn;
    for (size_t tries = 0; tries < BINDINGS; tries++) {
        struct binding *b = &pool[turn++ % BINDINGS];
        if (!is_published(b))
            return b;
    }
    return NULL;
}

static struct binding *take_from_pool(const struct binding *wanted)
{
    for (size_t i = 0; i < pool_used; i++)
        if (is_same(&pool[i], wanted))
            return &pool[i];
    struct binding *b = pool_used < BINDINGS ? &pool[pool_used++] : reuse_flushed();
    if (b)
        *b = *wanted;
    return b;
}

// The binding is in no list now: a caller in its range would have found it.
static const struct binding *push(struct slot *slot, const struct binding *found)
{
    struct binding *b = take_from_pool(found);
    if (!b)
        return NULL;
    const struct binding *head = atomic_load(&slot->bindings);
    atomic_store_explicit(&b->next, head, memory_order_relaxed);
    return atomic_compare_exchange_strong(&slot->bindings, &head, b) ? b : NULL; // else flushed
}

static struct module main_program;

// The main program stays, and a handler of its may call while this thread is inside dlclose, where
// nothing can be looked up: its bindings stay too.
static void flush_slot(struct slot *slot)
{
    struct binding *kept = (struct binding *)published(slot, (const void *)main_program.begin);
    if (kept)
        atomic_store(&kept->next, &slot_unbound);
    atomic_store(&slot->bindings, kept ? kept : &slot_unbound);
}

static void flush(void)
{
    for (int family = 0; family < FAMILY_COUNT; family++)
        for (int routine = 0; routine < ROUTINE_COUNT; routine++)
            flush_slot(slot_of((enum family)family, (enum routine)routine));
}

static const struct binding *publish(struct slot *slot, const struct binding *found,
                                     const void *caller, unsigned unloads)
{
    if (atomic_flag_test_and_set(&publishing))
        return NULL;
    const struct binding *b = published(slot, caller);
    if (!b && !module_unloading() && module_unloads() == unloads)
        b = push(slot, found);
    if (module_unloads() != unloads)
        flush_slot(slot); // it may have been swept before the push
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

// What the main program imports is looked up before it starts: its first call may come from a
// signal handler that interrupts malloc, where the dynamic linker must not be asked. Nothing of a
// provider that needs its constructors is called here.
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
    if (module_find_referrer(NULL, 0, &main_program) && !main_program.path[0])
        module_visit_references(&main_program, prepare, NULL);
    guard_leave(&guard);
}

static any_function prepared_original(const struct slot *slot, const struct binding *b)
{
    return b->begin == main_program.begin ? slot->prepared : NULL;
}

static void set_range(struct binding *b, const void *caller)
{
    struct module module = main_program;
    bool known = (uintptr_t)caller >= module.begin && (uintptr_t)caller < module.end;
    known = known || module_find(caller, &module);
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
    b->at_once = b->forward && (log_level() == LOG_OFF || slot->float_result);
    return lasts && b->original;
}

// Forwarded calls of some shapes cannot be counted: the log has this line for all of them.
static void tell(const struct binding *b)
{
    struct log_line line;
    if (!b->original)
        log_error("a level-1 name was called that no loaded library defines; its call will fail");
    if (!b->forward || log_level() < LOG_DECISIONS)
        return;
    log_begin(&line, "blas", "routine", b->slot->name);
    log_end(&line, "forward every call", b->why);
}

// ABI: the offsets in entry_<arch>.S, and the slot's first member.
_Static_assert(offsetof(struct binding, begin) == 0, "BINDING_BEGIN");
_Static_assert(offsetof(struct binding, size) == 8, "BINDING_SIZE");
_Static_assert(offsetof(struct binding, entry) == 16, "BINDING_ENTRY");
_Static_assert(offsetof(struct slot, bindings) == 0, "the jumps read it at the slot's address");

const struct binding *slot_find(struct slot *slot, const void *caller)
{
    const struct binding *known = NULL;
    struct guard guard;
    struct binding found;
    guard_enter(&guard); // a handler's call would find us half way
    module_on_unload(flush);
    unsigned unloads = module_unloads();
    if (find(&found, slot, caller))
        known = publish(slot, &found, caller, unloads);
    if (known || !found.original)
        tell(&found);
    if (!known)
        known = keep_for_one_call(&found);
    guard_leave(&guard);
    return known;
}

// Called by the jumps of entry_<arch>.S. The binding stays, so its entry may be jumped to.
any_function slot_find_entry(struct slot *slot, const void *caller);

any_function slot_find_entry(struct slot *slot, const void *caller)
{
    return slot_binding(slot, caller)->entry;
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
