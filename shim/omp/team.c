// SPDX-License-Identifier: MIT
// The cap of the default team, by the machine's facts; and the names that show or change it.
//
// A runtime keeps the default per thread, and has read its environment before us: so each thread's
// own is set when it first asks or forks. Threads of a team inherit it.
#include "shim/omp/team.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include "shim/core/guard.h"
#include "shim/core/log.h"
#include "shim/core/own_stack.h"
#include "shim/core/settings.h"
#include "shim/omp/plain.h"

static struct team_cap cap;
static _Atomic int found; // 0 not yet, 1 somebody is at it, 2 done

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

static const char *machine_root(void)
{
    const char *root = getauxval(AT_SECURE) ? NULL : getenv("TEAMTRIM_ROOT");
    return root ? root : "";
}

static void read_groups(void *groups)
{
    *(int *)groups = machine_core_groups(machine_root());
}

int team_core_groups(void)
{
    static _Atomic int known;
    int groups = atomic_load_explicit(&known, memory_order_relaxed);
    if (groups)
        return groups;
    struct guard guard;
    guard_enter(&guard);
    own_stack_run(read_groups, &groups);
    guard_leave(&guard);
    atomic_store_explicit(&known, groups, memory_order_relaxed);
    return groups;
}

static void tell(void)
{
    char text[96];
    if (!cap.size || log_level() == LOG_OFF)
        return;
    if (log_is_json()) {
        struct log_line line;
        log_begin(&line, "team", "source", cap.source);
        log_number(&line, "cap", (uint64_t)cap.size);
        log_end(&line, NULL, NULL);
        return;
    }
    size_t used = log_append(text, sizeof text, 0, "team cap ");
    used = log_append_number(text, sizeof text, used, (uint64_t)cap.size);
    used = log_append(text, sizeof text, used, " (");
    used = log_append(text, sizeof text, used, cap.source);
    log_append(text, sizeof text, used, ")");
    log_message(text);
}

static void read_cap(void *policy)
{
    const struct policy_team *wanted = policy;
    struct machine machine;
    machine_read(&machine, machine_root(), wanted->cap);
    machine_cap(&cap, &machine, wanted->cap, wanted->cap_number);
}

static bool find(void)
{
    const struct settings *settings = settings_get();
    int expected = 0;
    if (!settings || !atomic_compare_exchange_strong(&found, &expected, 1))
        return atomic_load(&found) == 2;
    struct policy_team policy = settings->policy.team;
    bool wanted = policy.cap || policy.cap_number;
    if (!settings->disabled && wanted && !is_set("OMP_NUM_THREADS")) {
        own_stack_run(read_cap, &policy);
        tell();
    }
    atomic_store(&found, 2);
    return true;
}

static void apply(const void *code)
{
    if (!cap.size || ORIGINAL(omp_get_level, code)() > 0 || member_stack.pending)
        return;
    if (ORIGINAL(omp_get_max_threads, code)() > cap.size)
        ORIGINAL(omp_set_num_threads, code)(cap.size);
}

void team_cap_thread(unsigned runtime, const void *code)
{
    struct guard guard;
    guard_enter(&guard);
    bool known = find();
    guard_leave(&guard);
    if (!known)
        return;
    member_stack.capped |= 1u << runtime;
    apply(code);
}

// The number by which sites know the runtime of omp_*; -1: it cannot be told now.
static int runtime_of(const void *caller)
{
    if (guard_is_inside() || originals_row(caller) < 0 || originals_is_runtime(caller))
        return -1;
    return site_runtime(originals_runtime(OPENMP_omp_get_max_threads, caller));
}

static int max_threads(const void *caller)
{
    bool several = atomic_load_explicit(&originals_runtimes, memory_order_relaxed) > 1;
    if (__builtin_expect(!member_stack.capped || several, false)) {
        int runtime = runtime_of(caller);
        if (runtime >= 0 && !(member_stack.capped >> runtime & 1))
            team_cap_thread((unsigned)runtime, caller);
    }
    return ORIGINAL(omp_get_max_threads, caller)();
}

EXPORT int omp_get_max_threads(void)
{
    return max_threads(CALLER);
}

EXPORT int omp_get_max_threads_(void)
{
    return max_threads(CALLER);
}

// The program's own choice stands; inside a plain call it must end with the region.
static const void *before_set(const void *caller)
{
    int runtime = runtime_of(caller);
    member_stack.capped |= runtime >= 0 ? 1u << runtime : ~0u;
    member_stack.chose_team = true;
    if (thread_self.watch)
        plain_realise_for(OPENMP_omp_set_num_threads, caller);
    return caller;
}

EXPORT void omp_set_num_threads(int team)
{
    ORIGINAL(omp_set_num_threads, before_set(CALLER))(team);
}

EXPORT void omp_set_num_threads_(const int *team)
{
    ORIGINAL(omp_set_num_threads_, before_set(CALLER))(team);
}

EXPORT void omp_set_num_threads_8_(const int64_t *team)
{
    ORIGINAL(omp_set_num_threads_8_, before_set(CALLER))(team);
}

// A thread that was finding the cap is not in the child.
static void restart_in_child(void)
{
    if (atomic_load(&found) == 1)
        atomic_store(&found, 0);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}
