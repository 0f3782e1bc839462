// SPDX-License-Identifier: MIT
// Filling the table of originals: the slow path of every OpenMP name.
//
// Nobody waits here. One thread publishes at a time; another that comes meanwhile, or while objects
// are being unloaded, uses what it found for the one call.
#include "shim/omp/originals.h"

#include <pthread.h>
#include <string.h>

#include "shim/core/guard.h"
#include "shim/core/module.h"
#include "shim/core/thread.h"

any_function _Atomic originals_table[ORIGINALS_CALLERS][ORIGINALS_ROW];
_Atomic uint64_t originals_pages[ORIGINALS_PAGES];
struct originals_caller originals_callers[ORIGINALS_CALLERS];
_Atomic unsigned originals_runtimes;

static int used = 1; // rows, under `publishing`; row 0 is everybody's
static atomic_flag publishing = ATOMIC_FLAG_INIT;

_Static_assert((int)OPENMP_NAMES <= (int)ORIGINALS_ROW, "a row has room for every name");

static const char *const names[] = {
#define CALL(name) #name,
#define PLAIN(name) #name,
#define TEAM(name) #name,
#define ASK(name) #name,
#include "shim/names/openmp.def"
};

// Stand-ins for a name that nobody defines: a program may hold it as a weak symbol, to ask whether
// it has threads.
static int answer_zero(void)
{
    return 0;
}

static int answer_one(void)
{
    return 1;
}

static any_function stand_in(const char *name)
{
    bool one = strstr(name, "num_threads") || strstr(name, "max_threads") ||
               strstr(name, "team_size") || strstr(name, "num_teams");
    return one ? (any_function)answer_one : (any_function)answer_zero;
}

static bool is_stand_in(any_function function)
{
    return function == (any_function)answer_zero || function == (any_function)answer_one;
}

// Rows and their originals stay readable; a range may get free for another object.
static void flush(void)
{
    for (int i = 0; i < ORIGINALS_PAGES; i++)
        atomic_store_explicit(&originals_pages[i], 0, memory_order_release);
}

// Names that only a runtime, only a BLAS defines.
static bool defines(const struct module *module, const char *name)
{
    void *handle = module_open(module);
    if (!handle)
        return false;
    any_function found = resolve_in(handle, name);
    module_close(handle);
    struct module holder;
    return found && module_find(resolve_address(found), &holder) && holder.begin == module->begin;
}

static bool defines_one_of(const struct module *module, const char *const *symbols)
{
    for (; *symbols; symbols++)
        if (defines(module, *symbols))
            return true;
    return false;
}

static bool is_runtime(const struct module *module)
{
    static const char *const symbols[] = {"__kmpc_fork_call", "GOMP_parallel", NULL};
    return module->path[0] && defines_one_of(module, symbols);
}

// MKL's threading layer defines no BLAS name, but its file name tells.
static bool is_blas(const struct module *module)
{
    static const char *const symbols[] = {"dgemm_",          "cblas_dgemm",       "dgemm_64_",
                                          "cblas_dgemm64_",  "dgemm_64",          "scipy_dgemm_",
                                          "scipy_dgemm_64_", "scipy_cblas_dgemm", NULL};
    static const char *const files[] = {"blas", "libmkl", "libblis", "lapack", "libarmpl", NULL};
    const char *slash = strrchr(module->path, '/');
    const char *file = slash ? slash + 1 : module->path;
    for (const char *const *part = files; *part; part++)
        if (!strncmp(file, "lib", 3) && strstr(file, *part))
            return true;
    return defines_one_of(module, symbols);
}

static int find_row(const struct module *module)
{
    for (int row = 1; row < used; row++)
        if (originals_callers[row].begin == module->begin &&
            originals_callers[row].end == module->end)
            return row;
    return -1;
}

// The range may belong to another object than before: nothing of the row's past holds.
static void start_row(int row, const struct module *module)
{
    struct originals_caller *caller = &originals_callers[row];
    for (int name = 0; name < OPENMP_NAMES; name++)
        atomic_store_explicit(&originals_table[row][name], NULL, memory_order_release);
    caller->begin = module->begin;
    caller->end = module->end;
    caller->path = module->path;
    atomic_store(&caller->runtime, is_runtime(module));
    if (caller->runtime)
        atomic_fetch_add(&originals_runtimes, 1);
    atomic_store(&caller->blas, is_blas(module));
}

// Under `publishing`. Without room it is everybody's row, whose originals the global scope gives.
static int make_row(const struct module *module)
{
    int row = find_row(module);
    if (row < 0 && used == ORIGINALS_CALLERS)
        return 0;
    if (row < 0)
        row = used++;
    start_row(row, module);
    return row;
}

static int publish_page(const void *caller, unsigned unloads)
{
    struct module module;
    uint64_t page = (uintptr_t)caller >> ORIGINALS_PAGE_SHIFT;
    int row = module_find(caller, &module) ? find_row(&module) : 0;
    if (row < 0 || (row > 0 && originals_callers[row].path != module.path))
        row = make_row(&module);
    atomic_store_explicit(&originals_pages[page % ORIGINALS_PAGES], page << 16 | (unsigned)row,
                          memory_order_release);
    if (module_unloads() != unloads)
        flush(); // it may have been swept before the store
    return row;
}

static int look_up_row(const void *caller)
{
    int row = originals_known(caller);
    unsigned unloads = module_unloads();
    if (row >= 0 || module_unloading() || atomic_flag_test_and_set(&publishing))
        return row;
    module_on_unload(flush);
    row = publish_page(caller, unloads);
    atomic_flag_clear(&publishing);
    return row;
}

int originals_row(const void *caller)
{
    int row = originals_known(caller);
    if (row >= 0)
        return row;
    struct guard guard;
    guard_enter(&guard);
    row = look_up_row(caller);
    guard_leave(&guard);
    return row;
}

// What has been found stays loaded: tables point to it.
any_function originals_search(enum openmp_name name, const void *caller)
{
    struct guard guard;
    guard_enter(&guard); // a handler's call would find us half way
    int row = look_up_row(caller);
    any_function found = resolve_version(names[name], caller);
    if (found) {
        module_pin(resolve_address(found));
        look_up_row(resolve_address(found)); // counts the runtime
    } else {
        found = stand_in(names[name]);
    }
    if (row >= 0)
        atomic_store_explicit(&originals_table[row][name], found, memory_order_release);
    guard_leave(&guard);
    return found;
}

bool originals_has(enum openmp_name name, const void *caller)
{
    return !is_stand_in(originals_find(name, caller));
}

uintptr_t originals_runtime(enum openmp_name name, const void *caller)
{
    any_function found = originals_find(name, caller);
    int row = originals_row(resolve_address(found));
    return row > 0 ? originals_callers[row].begin : 0;
}

static void restart_in_child(void)
{
    atomic_flag_clear(&publishing);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}
