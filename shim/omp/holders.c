// SPDX-License-Identifier: MIT
// Told apart by address and file: the same file at the same place has its functions where they
// were.
#include "shim/omp/holders.h"

#include "shim/core/module.h"

uint64_t holders_hash(const char *path)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * UINT64_C(0x100000001b3);
    return hash;
}

void holders_clear(struct holders *holders)
{
    atomic_store(&holders->count, 0);
    for (int i = 0; i < HOLDERS; i++)
        atomic_store(&holders->at[i].begin, 0);
}

static unsigned known(const struct holders *holders)
{
    unsigned count = atomic_load(&holders->count);
    return count < HOLDERS ? count : HOLDERS;
}

void holders_note(struct holders *holders, const void *address)
{
    struct module module;
    if (!module_find(address, &module))
        return;
    for (unsigned i = 0; i < known(holders); i++)
        if (atomic_load(&holders->at[i].begin) == module.begin)
            return;
    unsigned place = atomic_fetch_add(&holders->count, 1);
    if (place >= HOLDERS)
        return;
    atomic_store(&holders->at[place].path, holders_hash(module.path));
    atomic_store(&holders->at[place].begin, module.begin);
}

static bool remains(uintptr_t begin, uint64_t path)
{
    struct module module;
    return begin && module_find((const void *)begin, &module) && module.begin == begin &&
           holders_hash(module.path) == path;
}

bool holders_remain(const struct holders *holders)
{
    for (unsigned i = 0; i < known(holders); i++)
        if (!remains(atomic_load(&holders->at[i].begin), atomic_load(&holders->at[i].path)))
            return false;
    return atomic_load(&holders->count) <= HOLDERS;
}
