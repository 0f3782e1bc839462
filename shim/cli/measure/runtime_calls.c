// SPDX-License-Identifier: MIT
// Finds what a runtime exports, and forks through it.
#include "shim/cli/measure/runtime_calls.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// libomp's ident_t: flags 2 is KMP_IDENT_KMPC, "a C-style structure".
static struct {
    int reserved, flags, reserved_2, reserved_3;
    const char *source;
} place = {0, 2, 0, 0, ";unknown;unknown;0;0;;"};

static void (*find(void *library, const char *name))(void)
{
    return (void (*)(void))(uintptr_t)dlsym(library, name);
}

const char *runtime_calls_load(struct runtime_calls *calls, const char *path, bool kmp)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return dlerror();
    *calls = (struct runtime_calls){
        .library = library,
        .kmp = kmp,
        .gomp_parallel =
            (void (*)(void (*)(void *), void *, unsigned, unsigned))find(library, "GOMP_parallel"),
        .kmp_fork = (void (*)(void *, int, void (*)(int *, int *, ...), ...))find(
            library, "__kmpc_fork_call"),
        .thread_num = (int (*)(void))find(library, "omp_get_thread_num"),
        .num_threads = (int (*)(void))find(library, "omp_get_num_threads"),
    };
    if (!calls->thread_num || !calls->num_threads)
        return "it has no omp_get_thread_num: it is no OpenMP runtime";
    if (kmp ? !calls->kmp_fork : !calls->gomp_parallel)
        return kmp ? "it has no __kmpc_fork_call" : "it has no GOMP_parallel (GCC 4.9 or newer)";
    return NULL;
}

void runtime_calls_fork(const struct runtime_calls *calls, const struct runtime_region *region)
{
    if (calls->kmp)
        calls->kmp_fork(&place, 0, region->kmp);
    else
        calls->gomp_parallel(region->gomp, NULL, 0, 0);
}
