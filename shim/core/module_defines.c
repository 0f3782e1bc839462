// SPDX-License-Identifier: MIT
// What an object defines, from its hash tables: without the dynamic linker, whose lock another
// thread may hold, and which allocates.
#include <string.h>

#include "shim/core/module.h"

// DT_GNU_HASH: a header, a Bloom filter, buckets, and a chain of hashes for each bucket whose last
// has bit 0 set. DT_HASH: counts, buckets, links.
struct names {
    const ElfW(Sym) * symbols;
    const char *strings;
    const uint32_t *gnu, *sysv;
};

static const void *table_at(const struct module *module, ElfW(Addr) value)
{
    return (const void *)(value < module->base ? module->base + value : value);
}

static struct names names_of(const struct module *module)
{
    struct names names = {0};
    for (const ElfW(Dyn) *d = module->dynamic; d && d->d_tag != DT_NULL; d++) {
        const void *table = table_at(module, d->d_un.d_ptr);
        if (d->d_tag == DT_SYMTAB)
            names.symbols = table;
        else if (d->d_tag == DT_STRTAB)
            names.strings = table;
        else if (d->d_tag == DT_GNU_HASH)
            names.gnu = table;
        else if (d->d_tag == DT_HASH)
            names.sysv = table;
    }
    return names;
}

static bool is_definition(const struct names *names, uint32_t index, const char *name)
{
    const ElfW(Sym) *symbol = &names->symbols[index];
    return symbol->st_shndx != SHN_UNDEF && !strcmp(names->strings + symbol->st_name, name);
}

static bool find_gnu(const struct names *names, const char *name)
{
    uint32_t hash = 5381;
    for (const char *c = name; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    uint32_t count = names->gnu[0], first = names->gnu[1], filter = names->gnu[2];
    const uint32_t *buckets = names->gnu + 4 + filter * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
    const uint32_t *hashes = buckets + count;
    uint32_t index = count ? buckets[hash % count] : 0;
    for (; index >= first && index; index++) {
        uint32_t other = hashes[index - first];
        if ((other | 1) == (hash | 1) && is_definition(names, index, name))
            return true;
        if (other & 1)
            break;
    }
    return false;
}

// The System V hash of the ELF specification.
static bool find_sysv(const struct names *names, const char *name)
{
    uint32_t hash = 0;
    for (const char *c = name; *c; c++) {
        hash = (hash << 4) + (unsigned char)*c;
        hash = (hash ^ (hash >> 24 & 0xf0)) & 0x0fffffff;
    }
    uint32_t count = names->sysv[0];
    const uint32_t *buckets = names->sysv + 2, *links = buckets + count;
    for (uint32_t index = count ? buckets[hash % count] : 0; index; index = links[index])
        if (is_definition(names, index, name))
            return true;
    return false;
}

bool module_defines(const struct module *module, const char *name)
{
    const struct names names = names_of(module);
    if (!names.symbols || !names.strings)
        return false;
    if (names.gnu)
        return find_gnu(&names, name);
    return names.sysv && find_sysv(&names, name);
}
