// SPDX-License-Identifier: MIT
// Filling the table of originals: the slow path of every OpenMP name.
//
// The dynamic linker's locks are taken for the first call from an object alone, and no lock of ours
// is held meanwhile.
#include "shim/omp/originals.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "shim/core/guard.h"
#include "shim/core/module.h"
#include "shim/omp/object_kind.h"
#include "shim/omp/region.h"
#include "shim/omp/stand_in.h"

any_function _Atomic originals_table[ORIGINALS_CALLERS][ORIGINALS_ROW];
_Atomic uint64_t originals_pages[ORIGINALS_PAGES];
struct originals_caller originals_callers[ORIGINALS_CALLERS];
_Atomic unsigned originals_runtimes;

static _Atomic int used = 1; // rows; written under `publishing`; row 0 is everybody's
static atomic_flag publishing = ATOMIC_FLAG_INIT;

_Static_assert((int)OPENMP_NAMES <= (int)ORIGINALS_ROW, "a row has room for every name");

static const char *const names[] = {
#define CALL(name) #name,
#define PLAIN(name) #name,
#define TEAM(name) #name,
#define ASK(name) #name,
#include "shim/names/openmp.def"
};

// Rows and their originals stay readable; a range may get free for another object.
static void flush(void)
{
    for (int i = 0; i < ORIGINALS_PAGES; i++)
        atomic_store_explicit(&originals_pages[i], 0, memory_order_release);
}

// What was found in a destructor has not been pinned, and may be gone.
static bool is_past(const struct originals_caller *caller)
{
    return atomic_load_explicit(&caller->passing, memory_order_relaxed) &&
           atomic_load_explicit(&caller->unloaded, memory_order_relaxed) != module_unloaded();
}

// Whether the row is the address's, and no object has been unloaded since that was made sure of.
static bool covers(const struct originals_caller *caller, uintptr_t address)
{
    uintptr_t begin = atomic_load_explicit(&caller->begin, memory_order_acquire);
    return begin && address >= begin &&
           address < atomic_load_explicit(&caller->end, memory_order_relaxed) &&
           atomic_load_explicit(&caller->checked, memory_order_relaxed) == module_unloads() &&
           !is_past(caller);
}

// Without a lock: a thread may come here while another holds the dynamic linker's, in a plug-in's
// constructor or destructor that waits for a region's end. -1: none.
static int find_row(const void *caller)
{
    int count = atomic_load_explicit(&used, memory_order_acquire);
    for (int row = 1; row < count; row++)
        if (covers(&originals_callers[row], (uintptr_t)caller))
            return row;
    return -1;
}

static bool is_row_of(int row, const struct module *module)
{
    const struct originals_caller *caller = &originals_callers[row];
    return caller->begin == module->begin && caller->end == module->end &&
           caller->path == holders_hash(module->path);
}

// Tables point to it. While objects are being unloaded it must not be pinned.
static void keep(int row, any_function found)
{
    struct originals_caller *caller = &originals_callers[row > 0 ? row : 0];
    if (!module_unloading()) {
        module_pin(resolve_address(found));
        return;
    }
    holders_note(&caller->holders, resolve_address(found));
    atomic_store(&caller->unloaded, module_unloaded());
    atomic_store(&caller->passing, true);
}

static any_function look_up(int row, enum openmp_name name, const void *caller)
{
    // A runtime is asked about itself, whatever the global scope holds.
    bool runtime = row > 0 && atomic_load(&originals_callers[row].runtime);
    any_function found = runtime ? resolve_at(caller, names[name]) : NULL;
    if (!found)
        found = resolve_version(names[name], caller);
    if (found)
        keep(row, found);
    if (found && row >= 0)
        atomic_store_explicit(&originals_table[row][name], found, memory_order_release);
    return found;
}

static int number_of(const char *symbol)
{
    for (int name = 0; name < OPENMP_NAMES; name++)
        if (!strcmp(names[name], symbol))
            return name;
    return -1;
}

struct filling {
    int row;
    const void *caller;
};

static void fill_name(void *filling, const char *symbol)
{
    const struct filling *f = filling;
    int name = symbol[0] == 'o' || symbol[0] == 'G' || symbol[0] == '_' ? number_of(symbol) : -1;
    if (name >= 0 && !atomic_load(&originals_table[f->row][name]))
        look_up(f->row, (enum openmp_name)name, f->caller);
}

// What the object refers to, and what we ask on behalf of its regions, is looked up at once, by the
// thread that forks: the others may not be able to.
static void fill_row(int row, const struct module *module)
{
    static const char *const asked[] = {"omp_get_level",       "omp_get_active_level",
                                        "omp_get_num_threads", "omp_get_thread_num",
                                        "omp_get_max_threads", "omp_get_max_active_levels",
                                        "omp_get_dynamic"};
    struct filling filling = {row, (const void *)module->begin};
    module_visit_references(module, fill_name, &filling);
    bool gomp = atomic_load(&originals_table[row][OPENMP_GOMP_parallel]);
    bool kmp = atomic_load(&originals_table[row][OPENMP___kmpc_fork_call]);
    bool asks = gomp || kmp || atomic_load(&originals_callers[row].runtime);
    for (size_t i = 0; asks && i < sizeof asked / sizeof *asked; i++)
        fill_name(&filling, asked[i]);
    if (gomp)
        fill_name(&filling, "GOMP_barrier");
    if (kmp)
        fill_name(&filling, "__kmpc_barrier");
    // Libomp jumps from one of its names to another: the object seems to call that one too.
    struct module runtime;
    any_function fork =
        atomic_load(&originals_table[row][kmp ? OPENMP___kmpc_fork_call : OPENMP_GOMP_parallel]);
    if (fork && module_find(resolve_address(fork), &runtime))
        module_visit_references(&runtime, fill_name, &filling);
}

static void count_runtimes(int row);

// Nobody else has the row yet. The range may belong to another object than before: nothing of the
// row's past holds.
static void start_row(int row, const struct module *module)
{
    struct originals_caller *caller = &originals_callers[row];
    unsigned unloads = module_unloads();
    for (int name = 0; name < OPENMP_NAMES; name++)
        atomic_store_explicit(&originals_table[row][name], NULL, memory_order_release);
    caller->path = holders_hash(module->path);
    holders_clear(&caller->holders);
    atomic_store(&caller->passing, false);
    atomic_store(&caller->runtime, object_is_runtime(module));
    atomic_store(&caller->blas, object_is_blas(module));
    if (caller->runtime)
        atomic_fetch_add(&originals_runtimes, 1);
    fill_row(row, module);
    atomic_store(&caller->end, module->end);
    atomic_store(&caller->checked, unloads);
    atomic_store_explicit(&caller->begin, module->begin, memory_order_release);
    atomic_store(&caller->reserved, false);
    count_runtimes(row);
}

// What nobody defined may be defined now.
static void refresh_row(int row)
{
    for (int name = 0; name < OPENMP_NAMES; name++)
        if (stand_in_is(atomic_load(&originals_table[row][name])))
            atomic_store_explicit(&originals_table[row][name], NULL, memory_order_release);
    atomic_store(&originals_callers[row].checked, module_unloads());
}

// Makes sure of what a row has of an earlier time, without the dynamic linker's lock: the thread
// may be of a team in a destructor, whose master has that.
static bool is_still_right(struct originals_caller *caller)
{
    unsigned unloaded = module_unloaded();
    if (!is_past(caller))
        return true;
    if (!holders_remain(&caller->holders))
        return false;
    atomic_store(&caller->unloaded, unloaded);
    return true;
}

// Under `publishing`, which is never held over a call of the dynamic linker. The object's row, or a
// free one, reserved; those of objects that were there before are void. -1: no room.
static int find_or_reserve(const struct module *module, bool *found)
{
    int count = atomic_load(&used), free = -1;
    *found = false;
    for (int row = 1; row < count; row++) {
        struct originals_caller *caller = &originals_callers[row];
        *found = is_row_of(row, module) && is_still_right(caller);
        if (*found)
            return row;
        if (caller->begin < module->end && caller->end > module->begin)
            atomic_store(&caller->begin, 0);
        if (caller->begin == 0 && !atomic_load(&caller->reserved))
            free = row;
    }
    if (free < 0 && count == ORIGINALS_CALLERS)
        return -1;
    if (free < 0)
        free = count;
    atomic_store(&originals_callers[free].reserved, true);
    if (free == count)
        atomic_store_explicit(&used, count + 1, memory_order_release);
    return free;
}

// 0 without room: everybody's row, whose originals the global scope gives.
static int make_row(const struct module *module)
{
    bool found;
    while (atomic_flag_test_and_set(&publishing))
        sched_yield();
    int row = find_or_reserve(module, &found);
    if (found)
        refresh_row(row);
    atomic_flag_clear(&publishing);
    if (row > 0 && !found)
        start_row(row, module);
    return row < 0 ? 0 : row;
}

// So that a second runtime is known of before its first name is used.
static void count_runtimes(int row)
{
    static const enum openmp_name marks[] = {OPENMP_GOMP_parallel, OPENMP___kmpc_fork_call,
                                             OPENMP_omp_get_level};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct module module;
        any_function found = atomic_load(&originals_table[row][marks[i]]);
        if (found && !stand_in_is(found) && module_find(resolve_address(found), &module))
            make_row(&module);
    }
}

static void publish_page(const void *caller, int row, unsigned unloads)
{
    uint64_t page = (uintptr_t)caller >> ORIGINALS_PAGE_SHIFT;
    if (module_unloading() || row < 0)
        return;
    atomic_store_explicit(&originals_pages[originals_place(page)], page << 16 | (unsigned)row,
                          memory_order_release);
    if (module_unloads() != unloads)
        flush(); // it may have been swept before the store
}

// Inside a guard. Objects are not unloaded while their code runs, but in their destructors: then
// too the row is right, for this once.
static int make_known(const void *caller)
{
    struct module module;
    unsigned unloads = module_unloads();
    module_on_unload(flush);
    int row = module_find(caller, &module) ? make_row(&module) : 0;
    publish_page(caller, row, unloads);
    return row;
}

// A call from ourselves is one that the program's outlined function ended in (a jump).
static const void *true_caller(const void *caller)
{
    const struct member *m = member_stack.top;
    if (!m || !resolve_is_ours(caller))
        return caller;
    return m->region ? (const void *)m->region->site->at.address : m->code;
}

// The row, if it need not be made.
static int quick_row(const void *caller)
{
    int row = originals_known(caller);
    if (row >= 0)
        return row;
    unsigned unloads = module_unloads();
    row = find_row(caller);
    publish_page(caller, row, unloads);
    return row;
}

int originals_row(const void *caller)
{
    caller = true_caller(caller);
    int row = quick_row(caller);
    if (row >= 0 || resolve_is_ours(caller))
        return row;
    struct guard guard;
    guard_enter(&guard);
    row = make_known(caller);
    guard_leave(&guard);
    return row;
}

// Only for a name that the object refers to: another may mean something to it later.
static any_function remember_stand_in(int row, enum openmp_name name, const void *caller)
{
    struct module module;
    any_function found = stand_in_for(names[name]);
    if (row > 0 && module_find(caller, &module) && module_refers(&module, names[name]))
        atomic_store_explicit(&originals_table[row][name], found, memory_order_release);
    return found;
}

any_function originals_search(enum openmp_name name, const void *caller)
{
    struct guard guard;
    int row = originals_row(caller);
    caller = true_caller(caller);
    any_function found =
        row >= 0 ? atomic_load_explicit(&originals_table[row][name], memory_order_acquire) : NULL;
    if (found)
        return found;
    guard_enter(&guard); // a handler's call would find us half way
    found = look_up(row, name, caller);
    guard_leave(&guard);
    return found ? found : remember_stand_in(row, name, caller);
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

// What is there from the start is known before the first call of a signal's handler, where nothing
// may be allocated.
static void note_runtime(void *needs, const char *file)
{
    static const char *const runtimes[] = {"libgomp", "libomp", "libiomp"};
    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++)
        if (!strncmp(file, runtimes[i], strlen(runtimes[i])))
            *(bool *)needs = true;
}

static void meet_early_objects(void)
{
    struct module module;
    for (size_t i = 0; module_find_referrer(NULL, i, &module); i++) {
        bool needs = false;
        module_visit_needed(&module, note_runtime, &needs);
        if (needs)
            originals_row((const void *)module.begin);
    }
}

// A runtime that goes with its last user has threads that may still be on their way out of a
// region: it stays. Without us they have the time that the program's other regions take.
static void pin_runtimes(void)
{
    struct module module;
    struct guard guard;
    guard_enter(&guard);
    for (size_t i = 0; module_find_referrer(NULL, i, &module); i++)
        if (object_is_runtime(&module))
            module_pin((const void *)module.begin);
    guard_leave(&guard);
}

__attribute__((constructor)) static void start(void)
{
    meet_early_objects();
    module_before_unload(pin_runtimes);
    pthread_atfork(NULL, NULL, restart_in_child);
}
