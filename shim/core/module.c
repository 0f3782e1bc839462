// SPDX-License-Identifier: MIT
// Loaded objects, read through dl_iterate_phdr and their dynamic sections.
#include "shim/core/module.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct search {
    const void *address;
    const char *symbol;
    size_t skip;
    struct module *found;
};

static void fill_range(const struct dl_phdr_info *info, struct module *module)
{
    *module = (struct module){.base = info->dlpi_addr, .begin = UINTPTR_MAX, .path = ""};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_DYNAMIC)
            module->dynamic = (const ElfW(Dyn) *)begin;
        if (header->p_type != PT_LOAD)
            continue;
        if (begin < module->begin)
            module->begin = begin;
        if (begin + header->p_memsz > module->end)
            module->end = begin + header->p_memsz;
    }
}

static void fill_path(const struct dl_phdr_info *info, struct module *module)
{
    module->path = info->dlpi_name;
}

static int match_address(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct search *search = context;
    uintptr_t address = (uintptr_t)search->address;
    fill_range(info, search->found);
    if (address < search->found->begin || address >= search->found->end)
        return 0;
    fill_path(info, search->found);
    return 1;
}

bool module_find(const void *address, struct module *module)
{
    struct search search = {.address = address, .found = module};
    return dl_iterate_phdr(match_address, &search) == 1;
}

// 64-bit ELF only, as is every system with a level-1 BLAS worth a thread team.
// What the dynamic section points to. glibc relocates its pointers, other loaders leave offsets.
struct tables {
    const ElfW(Sym) * symbols;
    const char *strings;
    const ElfW(Rela) * relocations[2];
    size_t counts[2];
    const ElfW(Versym) * versions; // by symbol
    const ElfW(Verneed) * needed;
};

static const void *table_at(const struct module *module, ElfW(Addr) value)
{
    return (const void *)(value < module->base ? module->base + value : value);
}

static struct tables tables_of(const struct module *module)
{
    struct tables t = {0};
    for (const ElfW(Dyn) *d = module->dynamic; d && d->d_tag != DT_NULL; d++) {
        switch (d->d_tag) {
        case DT_SYMTAB:
            t.symbols = table_at(module, d->d_un.d_ptr);
            break;
        case DT_STRTAB:
            t.strings = table_at(module, d->d_un.d_ptr);
            break;
        case DT_JMPREL:
            t.relocations[0] = table_at(module, d->d_un.d_ptr);
            break;
        case DT_PLTRELSZ:
            t.counts[0] = d->d_un.d_val / sizeof(ElfW(Rela));
            break;
        case DT_RELA:
            t.relocations[1] = table_at(module, d->d_un.d_ptr);
            break;
        case DT_RELASZ:
            t.counts[1] = d->d_un.d_val / sizeof(ElfW(Rela));
            break;
        case DT_VERSYM:
            t.versions = table_at(module, d->d_un.d_ptr);
            break;
        case DT_VERNEED:
            t.needed = table_at(module, d->d_un.d_ptr);
            break;
        }
    }
    return t;
}

// A library may refer to a name that it defines: its own calls can be interposed too.
static const char *reference_at(const struct tables *t, const ElfW(Rela) * relocation)
{
    const ElfW(Sym) *symbol = &t->symbols[ELF64_R_SYM(relocation->r_info)];
    return symbol->st_name ? t->strings + symbol->st_name : NULL;
}

void module_visit_references(const struct module *module, void (*visit)(void *, const char *),
                             void *context)
{
    struct tables t = tables_of(module);
    for (int table = 0; t.symbols && t.strings && table < 2; table++) {
        for (size_t i = 0; t.relocations[table] && i < t.counts[table]; i++) {
            const char *name = reference_at(&t, &t.relocations[table][i]);
            if (name)
                visit(context, name);
        }
    }
}

static bool is_of_threads(ElfW(Xword) info)
{
    switch (ELF64_R_TYPE(info)) {
#if defined(__x86_64__)
    case R_X86_64_DTPMOD64:
    case R_X86_64_DTPOFF64:
    case R_X86_64_TPOFF64:
    case R_X86_64_TLSDESC:
        return true;
#elif defined(__aarch64__)
    case R_AARCH64_TLS_DTPMOD:
    case R_AARCH64_TLS_DTPREL:
    case R_AARCH64_TLS_TPREL:
    case R_AARCH64_TLSDESC:
        return true;
#endif
    }
    return false;
}

bool module_refers_to_thread_data(const struct module *module)
{
    struct tables t = tables_of(module);
    for (int table = 0; table < 2; table++)
        for (size_t i = 0; t.relocations[table] && i < t.counts[table]; i++)
            if (is_of_threads(t.relocations[table][i].r_info))
                return true;
    return false;
}

struct wanted {
    const char *symbol;
    bool found;
};

static void match_reference(void *context, const char *name)
{
    struct wanted *wanted = context;
    wanted->found = wanted->found || !strcmp(name, wanted->symbol);
}

bool module_refers(const struct module *module, const char *symbol)
{
    struct wanted wanted = {symbol, false};
    module_visit_references(module, match_reference, &wanted);
    return wanted.found;
}

static const void *behind(const void *record, size_t offset)
{
    return (const char *)record + offset;
}

static const char *version_name(const struct tables *t, unsigned number)
{
    for (const ElfW(Verneed) *file = t->needed; file;
         file = file->vn_next ? behind(file, file->vn_next) : NULL) {
        const ElfW(Vernaux) *version = behind(file, file->vn_aux);
        for (int i = 0; i < file->vn_cnt; i++, version = behind(version, version->vna_next))
            if (version->vna_other == number)
                return t->strings + version->vna_name;
    }
    return NULL;
}

// Bit 15 of a symbol's version number marks a hidden definition; 0 and 1 are no versions.
const char *module_version(const struct module *module, const char *symbol)
{
    struct tables t = tables_of(module);
    for (int table = 0; t.symbols && t.strings && t.versions && table < 2; table++) {
        for (size_t i = 0; t.relocations[table] && i < t.counts[table]; i++) {
            const char *name = reference_at(&t, &t.relocations[table][i]);
            if (name && !strcmp(name, symbol))
                return version_name(&t, t.versions[ELF64_R_SYM(t.relocations[table][i].r_info)] &
                                            0x7fff);
        }
    }
    return NULL;
}

static int match_referrer(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct search *search = context;
    fill_range(info, search->found);
    if (search->symbol && !module_refers(search->found, search->symbol))
        return 0;
    if (search->skip--)
        return 0;
    fill_path(info, search->found);
    return 1;
}

bool module_find_referrer(const char *symbol, size_t index, struct module *module)
{
    struct search search = {.symbol = symbol, .skip = index, .found = module};
    return dl_iterate_phdr(match_referrer, &search) == 1;
}

void module_visit_needed(const struct module *module, void (*visit)(void *, const char *),
                         void *context)
{
    struct tables t = tables_of(module);
    for (const ElfW(Dyn) *d = module->dynamic; d && t.strings && d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_NEEDED)
            visit(context, t.strings + d->d_un.d_val);
}

void *module_open(const struct module *module)
{
    void *handle = dlopen(module->path[0] ? module->path : NULL, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle)
        dlerror(); // the program must not read our failure as its own
    return handle;
}

void module_pin(const void *address)
{
    struct module module;
    if (!module_find(address, &module) || !module.path[0])
        return;
    if (!dlopen(module.path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE))
        dlerror();
}

enum { FLUSHES = 8 };
static void (*_Atomic flushes[FLUSHES])(void);
static atomic_uint unloading, unloads, unloaded;

void module_on_unload(void (*flush)(void))
{
    for (int i = 0; i < FLUSHES; i++) {
        void (*expected)(void) = NULL;
        if (atomic_compare_exchange_strong(&flushes[i], &expected, flush) || expected == flush)
            return;
    }
}

bool module_unloading(void)
{
    return atomic_load(&unloading) != 0;
}

unsigned module_unloads(void)
{
    return atomic_load(&unloads);
}

unsigned module_unloaded(void)
{
    return atomic_load(&unloaded);
}

static void flush_all(void)
{
    for (int i = 0; i < FLUSHES; i++) {
        void (*flush)(void) = atomic_load(&flushes[i]);
        if (flush)
            flush();
    }
}

// A thread that was inside dlclose is not in the child.
static void restart_in_child(void)
{
    atomic_store(&unloading, 0);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}

static int close_original(void *handle)
{
    static int (*_Atomic original)(void *);
    int (*call)(void *) = atomic_load(&original);
    if (!call) {
        *(void **)&call = dlsym(RTLD_NEXT, "dlclose");
        atomic_store(&original, call);
    }
    return call(handle);
}

void module_close(void *handle)
{
    close_original(handle);
}

static void (*_Atomic prepare_unload)(void);
static _Thread_local int closing;

void module_before_unload(void (*prepare)(void))
{
    atomic_store(&prepare_unload, prepare);
}

static void prepare(void)
{
    void (*call)(void) = atomic_load(&prepare_unload);
    if (call && closing == 1)
        call();
}

// Interposed: an address range may be about to get free for another object.
__attribute__((visibility("default"))) int dlclose(void *handle)
{
    closing++;
    prepare();
    atomic_fetch_add(&unloading, 1);
    atomic_fetch_add(&unloads, 1);
    flush_all();
    int result = close_original(handle);
    atomic_fetch_add(&unloaded, 1);
    flush_all(); // of what destructors have found
    atomic_fetch_sub(&unloading, 1);
    closing--;
    return result;
}
