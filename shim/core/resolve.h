// SPDX-License-Identifier: MIT
// Finding the function that an interposed call would have reached without us.
#ifndef TEAMTRIM_RESOLVE_H
#define TEAMTRIM_RESOLVE_H

#include <stdbool.h>
#include <stdint.h>

// A function of some type.
typedef void (*any_function)(void);

static inline const void *resolve_address(any_function function)
{
    return (const void *)(uintptr_t)function;
}

// Whether the address lies in this library.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));
static inline bool resolve_is_ours(const void *address)
{
    return (uintptr_t)address >= (uintptr_t)__ehdr_start && (uintptr_t)address < (uintptr_t)_end;
}

// The definition of `name` that the code at `caller` would have been bound to; NULL if there is
// none. Takes the dynamic linker's locks and allocates: for first calls only.
any_function resolve_original(const char *name, const void *caller);

// The same for a name that its library has in several versions: the one that the caller was linked
// to.
any_function resolve_version(const char *name, const void *caller);

// The definition of `name` that the object which holds `user` would be bound to: for the runtime of
// a provider.
any_function resolve_beside(any_function user, const char *name);

// The definition of `name` that dlsym finds by a handle, none of ours.
any_function resolve_in(void *handle, const char *name);

// The definition of `name` in the object which holds `member` or in what that needs, whatever the
// global scope holds.
any_function resolve_within(any_function member, const char *name);

// The same by an address in the object.
any_function resolve_at(const void *address, const char *name);

#endif
