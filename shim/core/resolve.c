// SPDX-License-Identifier: MIT
// The dynamic linker's search order, minus us: the global scope first, then the scope of the
// caller.
#include "shim/core/resolve.h"

#include <dlfcn.h>

#include "shim/core/module.h"

// What is looked for: a name, or only one version of it.
struct wanted {
    const char *name, *version;
};

static any_function symbol_in(void *handle, const struct wanted *wanted)
{
    any_function function = NULL;
    void *found = wanted->version ? dlvsym(handle, wanted->name, wanted->version)
                                  : dlsym(handle, wanted->name);
    if (!found)
        dlerror(); // the program must not read our failure as its own
    if (found && !resolve_is_ours(found))
        *(void **)&function = found;
    return function;
}

// The module and what it needs. RTLD_NEXT has already covered the main program's.
static any_function symbol_of(const struct module *module, const struct wanted *wanted)
{
    void *handle = module->path[0] ? module_open(module) : NULL;
    if (!handle)
        return NULL;
    any_function found = symbol_in(handle, wanted);
    module_close(handle);
    return found;
}

static any_function symbol_of_referrers(const char *referred, const struct wanted *wanted)
{
    struct module module;
    for (size_t i = 0; module_find_referrer(referred, i, &module); i++) {
        any_function found = symbol_of(&module, wanted);
        if (found)
            return found;
    }
    return NULL;
}

// The return address names the caller, but not after a tail call or through a function pointer:
// then the object there does not refer to the name, and one that does must have been the way here.
static any_function search(const struct wanted *wanted, const struct module *caller)
{
    any_function found = symbol_in(RTLD_NEXT, wanted);
    if (found)
        return found;
    if (caller && module_refers(caller, wanted->name))
        found = symbol_of(caller, wanted);
    if (!found)
        found = symbol_of_referrers(wanted->name, wanted);
    if (!found && caller)
        found = symbol_of(caller, wanted);
    return found ? found : symbol_of_referrers(NULL, wanted);
}

any_function resolve_original(const char *name, const void *caller)
{
    struct module module;
    bool known = module_find(caller, &module);
    return search(&(struct wanted){name, NULL}, known ? &module : NULL);
}

// As the dynamic linker does: first whoever has the version, in the global scope and in what the
// object needs. Only then the name alone; what the object needs comes before what others refer to,
// since it may be asked for a name that it does not use itself.
any_function resolve_version(const char *name, const void *caller)
{
    struct module module;
    bool known = module_find(caller, &module);
    const char *version = known ? module_version(&module, name) : NULL;
    const struct wanted exact = {name, version}, any = {name, NULL};
    any_function found = version ? symbol_in(RTLD_NEXT, &exact) : NULL;
    if (!found && version)
        found = symbol_of(&module, &exact);
    if (!found)
        found = symbol_in(RTLD_NEXT, &any);
    if (!found && known)
        found = symbol_of(&module, &any);
    return found ? found : search(&any, known ? &module : NULL);
}

any_function resolve_in(void *handle, const char *name)
{
    return symbol_in(handle, &(struct wanted){name, NULL});
}

any_function resolve_at(const void *address, const char *name)
{
    struct module module;
    bool known = module_find(address, &module);
    return known ? symbol_of(&module, &(struct wanted){name, NULL}) : NULL;
}

any_function resolve_within(any_function member, const char *name)
{
    return resolve_at(resolve_address(member), name);
}

any_function resolve_beside(any_function user, const char *name)
{
    any_function found = symbol_in(RTLD_NEXT, &(struct wanted){name, NULL});
    return found ? found : resolve_within(user, name);
}
