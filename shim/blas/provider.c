// SPDX-License-Identifier: MIT
// What a provider is, from its symbols and dependencies.
#include "shim/blas/provider.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim/core/log.h"
#include "shim/core/module.h"
#include "shim/core/resolve.h"
#include "shim/core/thread.h"

static struct provider providers[PROVIDERS];

size_t provider_index(const struct provider *provider)
{
    return (size_t)(provider - providers);
}

const struct provider *provider_at(size_t index)
{
    return atomic_load_explicit(&providers[index].ready, memory_order_acquire) ? &providers[index]
                                                                               : NULL;
}

const char *provider_kind_name(enum provider_kind kind)
{
    static const char *const names[] = {
        "unknown", "openblas-serial", "openblas-pthread", "openblas-openmp", "blis",
        "mkl",     "reference"};
    return names[kind];
}

// The first of several spellings that the provider or what it needs defines.
static any_function find(any_function original, const char *const *names)
{
    for (; *names; names++) {
        any_function found = resolve_within(original, *names);
        if (found)
            return found;
    }
    return NULL;
}

#define FIND(original, ...) find(original, (const char *const[]){__VA_ARGS__, NULL})

typedef int count_function(void);
typedef const char *text_function(void);

// A library beside which calls cannot fork: language run-time libraries.
static void check_needed(void *threads, const char *name)
{
    static const char *const harmless[] = {"libc.",       "libm.",  "libgfortran.", "libquadmath.",
                                           "libgcc_s.",   "libdl.", "ld-linux",     "linux-vdso.",
                                           "libpthread.", "ld-musl"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (!strncmp(name, harmless[i], strlen(harmless[i])))
            return;
    *(bool *)threads = true;
}

static bool may_thread(const struct module *module)
{
    static const char *const starters[] = {"pthread_create",   "thrd_create", "GOMP_parallel",
                                           "__kmpc_fork_call", "dlopen",      "clone"};
    bool threads = false;
    module_visit_needed(module, check_needed, &threads);
    for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
        threads = threads || module_refers(module, starters[i]);
    return threads;
}

// Debian's BLIS behind the name libblas.so.3 exports BLAS names alone; the folder tells.
static bool path_says_blis(const struct module *module)
{
    char *real = realpath(module->path, NULL);
    bool says = real && strstr(real, "blis");
    free(real);
    return says;
}

static void find_openmp(struct provider *p, any_function original)
{
    p->max_threads = (count_function *)resolve_beside(original, "omp_get_max_threads");
    p->in_parallel = (count_function *)resolve_beside(original, "omp_in_parallel");
}

static enum provider_kind openblas_kind(struct provider *p, any_function original, int parallel)
{
    // No release threads a level-1 routine below this count.
    p->one_thread_up_to = 10000;
    p->library_threads = (count_function *)FIND(
        original, "openblas_get_num_threads", "openblas_get_num_threads64_",
        "scipy_openblas_get_num_threads", "scipy_openblas_get_num_threads64_");
    if (parallel == 0)
        return PROVIDER_OPENBLAS_SINGLE;
    if (parallel == 2) {
        find_openmp(p, original);
        return p->max_threads && p->in_parallel ? PROVIDER_OPENBLAS_OPENMP : PROVIDER_UNKNOWN;
    }
    p->max_threads = p->library_threads;
    return p->max_threads ? PROVIDER_OPENBLAS_PTHREAD : PROVIDER_UNKNOWN;
}

// Plain BLIS does not thread level 1; AMD's build does.
static enum provider_kind blis_kind(struct provider *p, any_function original, const char *version)
{
    if (version && strstr(version, "AOCL"))
        p->max_threads = (count_function *)FIND(original, "bli_thread_get_num_threads");
    return PROVIDER_BLIS;
}

static enum provider_kind mkl_kind(struct provider *p, any_function original)
{
    p->in_parallel = (count_function *)resolve_beside(original, "omp_in_parallel");
    // The C name: the lower-case one is Fortran's and takes a pointer.
    p->set_threads_local = (int (*)(int))FIND(original, "MKL_Set_Num_Threads_Local");
    return PROVIDER_MKL;
}

static enum provider_kind detect(struct provider *p, any_function original)
{
    struct module module;
    count_function *parallel =
        (count_function *)FIND(original, "openblas_get_parallel", "openblas_get_parallel64_",
                               "scipy_openblas_get_parallel", "scipy_openblas_get_parallel64_");
    if (parallel)
        return openblas_kind(p, original, parallel());
    p->max_threads = (count_function *)FIND(original, "mkl_get_max_threads", "MKL_Get_Max_Threads");
    if (p->max_threads)
        return mkl_kind(p, original);
    text_function *version = (text_function *)FIND(original, "bli_info_get_version_str");
    if (version)
        return blis_kind(p, original, version());
    if (!module_find(resolve_address(original), &module))
        return PROVIDER_UNKNOWN;
    if (!may_thread(&module))
        return PROVIDER_REFERENCE;
    return path_says_blis(&module) ? PROVIDER_BLIS : PROVIDER_UNKNOWN;
}

static int usable_cpus(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static bool is_set_to(const char *variable, const char *value)
{
    const char *now = getenv(variable);
    return now && !strcasecmp(now, value);
}

// Runtimes let idle threads spin for milliseconds unless told otherwise. A choice by the clock, by
// how long ago the last call was, would be finer, but then the same run would not give the same
// bits twice.
static void find_waiting(struct provider *p)
{
    p->cpus = usable_cpus();
    p->spins = !is_set_to("OMP_WAIT_POLICY", "passive") && !is_set_to("KMP_BLOCKTIME", "0") &&
               !is_set_to("GOMP_SPINCOUNT", "0");
}

static void find_isamax(struct provider *p, any_function original)
{
    for (int family = 0; family < FAMILY_COUNT; family++) {
        const char *name = slot_of((enum family)family, ROUTINE_isamax)->name;
        any_function found = resolve_within(original, name);
        bool own = (uintptr_t)found >= p->base && (uintptr_t)found < p->end;
        p->isamax[family] = own ? found : NULL;
    }
}

// A child may have freed the entry in the middle of another provider.
static void forget(struct provider *p)
{
    uintptr_t base = p->base;
    memset(p, 0, sizeof *p);
    atomic_store(&p->base, base);
}

static void tell(const struct provider *p, const char *path)
{
    struct log_line line;
    if (log_level() < LOG_DECISIONS)
        return;
    log_begin(&line, "provider", "path", path);
    log_end(&line, provider_kind_name(p->kind), NULL);
}

// An entry is claimed by its base address; until it is ready, others do without it.
const struct provider *provider_of(any_function original)
{
    struct module module;
    if (!module_find(resolve_address(original), &module))
        return NULL;
    for (size_t i = 0; i < PROVIDERS; i++) {
        struct provider *p = &providers[i];
        uintptr_t base = 0;
        if (atomic_compare_exchange_strong(&p->base, &base, module.begin)) {
            module_pin(resolve_address(original));
            forget(p);
            p->end = module.end;
            p->path = module.path;
            p->kind = detect(p, original);
            find_isamax(p, original);
            find_waiting(p);
            tell(p, module.path);
            atomic_store_explicit(&p->ready, 1, memory_order_release);
            return p;
        }
        if (base == module.begin)
            return atomic_load_explicit(&p->ready, memory_order_acquire) ? p : NULL;
    }
    return NULL;
}

// The thread that was finding out about an entry is not in the child.
static void restart_in_child(void)
{
    for (size_t i = 0; i < PROVIDERS; i++)
        if (!atomic_load(&providers[i].ready))
            atomic_store(&providers[i].base, 0);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}

int provider_team(const struct provider *p, int64_t n)
{
    if (!p->max_threads || n <= p->one_thread_up_to)
        return 1;
    if (thread_self.trimmed) // a region that stands for a team
        return 1;
    if (p->in_parallel && p->in_parallel())
        return 1;
    if (p->library_threads && p->library_threads() == 1)
        return 1;
    int team = p->max_threads();
    return team > 1 ? team : 1;
}

// A team that is larger than the machine yields or parks instead of spinning.
bool provider_team_spins(const struct provider *p, int team)
{
    return p->spins && team <= p->cpus;
}
