// SPDX-License-Identifier: MIT
// The dynamic linker's search order, minus us: the global scope first, then the scope of the
// caller.
#include "shim/core/resolve.h"

#include <dlfcn.h>

#include "shim/core/module.h"

// The linker's names for our own first and last byte.
extern const char __ehdr_start[], _end[];

static bool is_ours(const void *address)
{
    return (uintptr_t)address >= (uintptr_t)__ehdr_start && (uintptr_t)address < (uintptr_t)_end;
}

static any_function symbol_in(void *handle, const char *name)
{
    any_function function = NULL;
    void *found = dlsym(handle, name);
    if (!found)
        dlerror(); // the program must not read our failure as its own
    if (found && !is_ours(found))
        *(void **)&function = found;
    return function;
}

// The module and what it needs. RTLD_NEXT has already covered the main program's.
static any_function symbol_of(const struct module *module, const char *name)
{
    void *handle = module->path[0] ? module_open(module) : NULL;
    if (!handle)
        return NULL;
    any_function found = symbol_in(handle, name);
    module_close(handle);
    return found;
}

static any_function symbol_of_referrers(const char *referred, const char *name)
{
    struct module module;
    for (size_t i = 0; module_find_referrer(referred, i, &module); i++) {
        any_function found = symbol_of(&module, name);
        if (found)
            return found;
    }
    return NULL;
}

// The return address names the caller, but not after a tail call or through a function pointer:
// then the object there does not refer to the name, and one that does must have been the way here.
any_function resolve_original(const char *name, const void *caller)
{
    any_function found = symbol_in(RTLD_NEXT, name);
    if (found)
        return found;
    struct module module;
    bool known = module_find(caller, &module);
    if (known && module_refers(&module, name))
        found = symbol_of(&module, name);
    if (!found)
        found = symbol_of_referrers(name, name);
    if (!found && known)
        found = symbol_of(&module, name);
    return found ? found : symbol_of_referrers(NULL, name);
}

any_function resolve_within(any_function member, const char *name)
{
    struct module module;
    return module_find(resolve_address(member), &module) ? symbol_of(&module, name) : NULL;
}

any_function resolve_beside(any_function user, const char *name)
{
    any_function found = symbol_in(RTLD_NEXT, name);
    return found ? found : resolve_within(user, name);
}
