// SPDX-License-Identifier: MIT
// Whether an object, or one that it needs, keeps data per thread.
#include <string.h>

#include "shim/core/module.h"

enum { DEPTH = 3 };

struct looking {
    uintptr_t begin;
    const char *file; // or that name
    bool found, has_data;
    struct module module;
};

// Of the C and C++ run time, whose data of threads a program does not see as such.
static bool is_system(const char *file)
{
    static const char *const files[] = {"libc.",        "libm.",        "libpthread.", "libdl.",
                                        "librt.",       "libgcc_s.",    "libstdc++.",  "libc++",
                                        "libgfortran.", "libquadmath.", "libgomp.",    "libomp.",
                                        "libiomp5.",    "ld-linux",     "linux-vdso",  "libpython",
                                        "libteamtrim.", "libmvec.",     "libatomic.",  NULL};
    for (const char *const *name = files; *name; name++)
        if (!strncmp(file, *name, strlen(*name)))
            return true;
    return false;
}

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// OpenBLAS keeps buffers, which are nobody's business. (Of BLIS and MKL a thread's own number of
// threads shows.)
static bool keeps_buffers_only(const struct module *module)
{
    static const char *const marks[] = {"openblas_get_config", "openblas_get_config64_",
                                        "scipy_openblas_get_config", "scipy_openblas_get_config64_",
                                        NULL};
    for (const char *const *mark = marks; *mark; mark++)
        if (module_defines(module, *mark))
            return true;
    return false;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *context)
{
    struct looking *l = context;
    bool has_data = false;
    uintptr_t begin = UINTPTR_MAX;
    (void)size;
    struct module module = {.base = info->dlpi_addr, .path = info->dlpi_name};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        has_data = has_data || (header->p_type == PT_TLS && header->p_memsz > 0);
        if (header->p_type == PT_DYNAMIC)
            module.dynamic = (const ElfW(Dyn) *)(info->dlpi_addr + header->p_vaddr);
        if (header->p_type == PT_LOAD && info->dlpi_addr + header->p_vaddr < begin)
            begin = info->dlpi_addr + header->p_vaddr;
    }
    if (l->file ? strcmp(file_of(info->dlpi_name), l->file) != 0 : begin != l->begin)
        return 0;
    module.begin = begin;
    l->found = true;
    l->has_data = has_data;
    l->module = module;
    return 1;
}

struct needs {
    int depth;
    bool has_data;
};

static bool has_data(const struct module *module, int depth);

static void look_at_needed(void *context, const char *file)
{
    struct needs *needs = context;
    struct looking l = {.file = file};
    if (needs->has_data || needs->depth == 0 || is_system(file))
        return;
    dl_iterate_phdr(look_at, &l);
    if (l.found && !keeps_buffers_only(&l.module))
        needs->has_data = l.has_data || has_data(&l.module, needs->depth - 1);
}

static bool has_data(const struct module *module, int depth)
{
    struct needs needs = {.depth = depth};
    if (module_refers_to_thread_data(module))
        return true;
    module_visit_needed(module, look_at_needed, &needs);
    return needs.has_data;
}

bool module_has_thread_data(const struct module *module)
{
    struct looking l = {.begin = module->begin};
    dl_iterate_phdr(look_at, &l);
    return !l.found || l.has_data || has_data(module, DEPTH);
}
