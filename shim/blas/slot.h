// SPDX-License-Identifier: MIT
// A slot is an interposed name; its bindings say, per calling object, where the name leads and what
// may be done with a call. The first lines of every interposed call are here.
#ifndef TEAMTRIM_SLOT_H
#define TEAMTRIM_SLOT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/kernels.h"
#include "policy/policy.h"
#include "shim/core/resolve.h"

enum family {
#define FAMILY_BODY "shim/blas/family_enum.h"
#include "shim/names/families.def"
#undef FAMILY_BODY
    FAMILY_COUNT
};

enum routine {
#define ROUTINE(shape, element, vectors, name, base) ROUTINE_##name,
#include "shim/names/symbols.def"
#undef ROUTINE
    ROUTINE_COUNT
};

struct provider;

// How a complex-valued Fortran function returns.
enum complex_convention { COMPLEX_UNKNOWN, COMPLEX_IN_REGISTERS, COMPLEX_HIDDEN };

// What a name means to one calling object. Constant once published, never freed. The first three
// members are read by the jumps of entry_<arch>.S.
struct binding {
    uintptr_t begin, size;         // the caller's address range
    any_function entry;            // where a jump goes: the original, or our function beside it
    kernel_index small;            // unit-stride calls of up to so many elements run the kernel
    const struct kernels *kernels; // never NULL
    any_function original;         // what the caller would have reached without us
    bool wide;                     // integers are 64-bit
    bool forward;                  // forward every call
    bool at_once;                  // ... and tell nobody
    bool unconditional;            // run the kernel on every plain call (during a trial)
    enum complex_convention convention;
    enum kernels_isa isa; // of kernels
    const char *why;      // every call is forwarded, in words; NULL if not every one
    struct policy_blas policy;
    const struct provider *provider;
    const struct slot *slot;
    const struct binding *_Atomic next; // bindings of other callers
};

// Whether our kernel, under `ours`, answers as the provider does, under `original`, to vectors of n
// elements and the factor of that number (trial.h).
typedef bool slot_trial(const struct binding *ours, const struct binding *original, int64_t n,
                        int factor);

struct slot {
    const struct binding *_Atomic bindings; // the latest first; at its end the empty one
    const char *name;
    enum family family;
    enum routine routine;
    slot_trial *trial; // NULL: always forwarded
    bool float_result; // an f2c library returns a double there, which only a jump passes on
    any_function in_registers, hidden_result; // our functions for a complex result, NULL elsewhere
    any_function prepared;                    // the main program's original, if it imports the name
};

// Matches no caller: what a slot holds before its first call.
extern const struct binding slot_unbound;

// The caller's binding if there is one, else slot_unbound.
static inline const struct binding *slot_known(const struct slot *slot, const void *caller)
{
    const struct binding *b = atomic_load_explicit(&slot->bindings, memory_order_acquire);
    while (__builtin_expect((uintptr_t)caller - b->begin >= b->size, false)) {
        b = atomic_load_explicit(&b->next, memory_order_relaxed);
        if (!b)
            return &slot_unbound;
    }
    return b;
}

// Makes the binding for a call from `caller`. Never NULL.
const struct binding *slot_find(struct slot *slot, const void *caller);

static inline const struct binding *slot_binding(struct slot *slot, const void *caller)
{
    const struct binding *known = slot_known(slot, caller);
    return known != &slot_unbound ? known : slot_find(slot, caller);
}

// The slot of a spelt name, NULL if it is not interposed.
struct slot *slot_named(const char *name);

// Every family has a slot for every routine.
struct slot *slot_of(enum family family, enum routine routine);

#endif
