// SPDX-License-Identifier: MIT
// Whether the regions of a site may be lazy teams' at all.
#include <stdlib.h>
#include <string.h>

#include "shim/core/module.h"
#include "shim/omp/abi.h"
#include "shim/omp/plain.h"
#include "shim/omp/report.h"
#include "shim/omp/site.h"

void __asan_init(void) __attribute__((weak));
void __tsan_init(void) __attribute__((weak));
void __msan_init(void) __attribute__((weak));

static bool has_sanitizer(void)
{
    return __asan_init || __tsan_init || __msan_init;
}

// With a shadow stack of the CPU's, only the kernel changes stacks.
static bool has_shadow_stack(void)
{
#if defined(__x86_64__)
    uint64_t pointer = 0;
    __asm__ volatile("rdsspq %0" : "+r"(pointer));
    return pointer != 0;
#elif defined(__aarch64__)
    register uint64_t feature __asm__("x16") = 1; // chkfeat: cleared if guarded stacks are on
    __asm__ volatile("hint #40" : "+r"(feature));
    return feature == 0;
#else
    return false;
#endif
}

// Partitions of another kind; or a rescue's team would not be given beside the first one.
static bool has_libomp_settings(void)
{
    return getenv("KMP_SCHEDULE") || getenv("KMP_DEVICE_THREAD_LIMIT") ||
           getenv("KMP_ALL_THREADS") || getenv("KMP_MAX_THREADS");
}

static bool runtime_can_promote(const struct site *site)
{
    return site->runtime_base &&
           originals_runtime(OPENMP_GOMP_parallel_start, site_asked(site)) == site->runtime_base &&
           originals_runtime(OPENMP_GOMP_parallel_end, site_asked(site)) == site->runtime_base;
}

// What an object calls to tell threads apart, and what those wait in that are not OpenMP's.
static const char *const identities[] = {"pthread_self",
                                         "pthread_getspecific",
                                         "pthread_setspecific",
                                         "pthread_sigmask",
                                         "pthread_kill",
                                         "pthread_setaffinity_np",
                                         "pthread_getaffinity_np",
                                         "pthread_setname_np",
                                         "pthread_exit",
                                         "pthread_getcpuclockid",
                                         "thrd_current",
                                         "tss_get",
                                         "tss_set",
                                         "gettid",
                                         "syscall",
                                         "uselocale",
                                         "sched_setaffinity",
                                         "sched_getaffinity",
                                         "sched_getcpu",
                                         "sigaltstack",
                                         "setpriority",
                                         "prctl",
                                         "fesetround",
                                         "fesetenv",
                                         "feupdateenv",
                                         "feenableexcept",
                                         "fedisableexcept",
                                         NULL};
static const char *const waits[] = {"sem_wait",
                                    "sem_timedwait",
                                    "flockfile",
                                    "__cxa_guard_acquire",
                                    "usleep",
                                    "nanosleep",
                                    "clock_nanosleep",
                                    "sleep",
                                    "thrd_yield",
                                    "thrd_sleep",
                                    "read",
                                    "recv",
                                    "poll",
                                    "select",
                                    "epoll_wait",
                                    "pthread_cond_wait",
                                    "pthread_cond_timedwait",
                                    "pthread_barrier_wait",
                                    "pthread_mutex_lock",
                                    "pthread_rwlock_rdlock",
                                    "pthread_rwlock_wrlock",
                                    "pthread_spin_lock",
                                    "cnd_wait",
                                    "mtx_lock",
                                    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
                                    NULL};

struct imports {
    bool identity, waits, locks, tasks, team, handles, schedules;
};

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

static void look_at_import(void *imports, const char *name)
{
    struct imports *i = imports;
    i->identity = i->identity || is_one_of(name, identities);
    i->waits = i->waits || is_one_of(name, waits);
    i->tasks = i->tasks || !strncmp(name, "GOMP_task", strlen("GOMP_task")) ||
               !strncmp(name, "__kmpc_omp_task", strlen("__kmpc_omp_task"));
    i->schedules = i->schedules || !strncmp(name, "omp_set_schedule", strlen("omp_set_schedule"));
    i->team = i->team || plain_needs_team(name);
    i->handles = i->handles || !strcmp(name, "__cxa_begin_catch");
    i->locks = i->locks || !strncmp(name, "omp_set_lock", strlen("omp_set_lock"));
}

// Why no region of the site is ever run by a lazy team; NULL: it may be.
static const char *why_not_lazy(struct site *site)
{
    struct module module;
    if (!site->policy.learn)
        return "learning is off";
    if (site->row <= 0 || !module_find((const void *)site->at.address, &module))
        return "its object is not known";
    if (!runtime_can_promote(site))
        return "the runtime has no GOMP_parallel_start";
    if (module_has_thread_data(&module))
        return "its object has data of threads";
    struct imports imports = {.identity = false};
    module_visit_references(&module, look_at_import, &imports);
    // One in a task that waits for a lock cannot let its owner run.
    site->handles = imports.handles;
    site->schedules = imports.schedules;
    site->waits = imports.waits || (imports.locks && imports.tasks);
    if (imports.team)
        return "its object has constructs that need a team";
    if (imports.identity)
        return "its object tells threads apart";
    if (site->adjustable && has_libomp_settings())
        return "KMP_SCHEDULE or a limit of libomp's is set";
    if (has_sanitizer())
        return "the program has a sanitizer";
    return has_shadow_stack() ? "the CPU keeps a shadow stack" : NULL;
}

void site_fill_lazy(struct site *site)
{
    const char *why = why_not_lazy(site);
    if (!why && site->handles) // C++'s state of handlers is the native thread's
        site->exceptions = (uintptr_t * (*)(void))
            resolve_original("__cxa_get_globals", (const void *)site->at.address);
    site->lazy = true;
    atomic_store(&site->ruled_out, why); // the log has it with the first call
    if (!why) // its threads may still be at the end of a region when the next ones are folded
        module_pin((const void *)site->runtime_base);
    // What a stuck region's adopter needs is known before there is one.
    if (!why && site->kmp)
        (void)SITE_ASK(site, __kmpc_global_thread_num);
    if (!why)
        (void)SITE_ASK(site, GOMP_parallel_sections_start);
}

void site_rule_out(struct site *site, const char *why)
{
    const char *expected = NULL;
    if (atomic_compare_exchange_strong(&site->ruled_out, &expected, why))
        report_ruled_out(site, why);
}

void site_count_insisted(struct site *site)
{
    enum { ENOUGH = 3 };
    if (atomic_fetch_add_explicit(&site->insisted, 1, memory_order_relaxed) + 1 == ENOUGH)
        site_rule_out(site, "it needs its team");
}
