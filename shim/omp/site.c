// SPDX-License-Identifier: MIT
// Making a site: its object, its name, its policy, and whether it may be touched at all.
#include "shim/omp/site.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "shim/core/guard.h"
#include "shim/core/log.h"
#include "shim/core/module.h"
#include "shim/core/settings.h"
#include "shim/omp/abi.h"
#include "shim/omp/symbols.h"

struct table site_table;

static struct site sites[SITES];
static _Atomic unsigned used;

_Static_assert(SITES <= TABLE_SLOTS / 2, "a search in the table ends");

// Code for which there was no room: asked once, not at each of its forks.
enum { REFUSALS = 1024 };
static _Atomic uintptr_t refused[REFUSALS];

static _Atomic uintptr_t *refusal_of(const void *code)
{
    return &refused[table_hash((uintptr_t)code) % REFUSALS];
}

static void flush(void)
{
    table_flush(&site_table);
    for (int i = 0; i < REFUSALS; i++)
        atomic_store(&refused[i], 0);
}

static void copy(char *to, size_t size, const char *from)
{
    log_append(to, size, 0, from);
}

void site_fill_name(struct site_name *name, const void *code, bool symbols)
{
    struct module module;
    memset(name, 0, sizeof *name);
    name->offset = (uintptr_t)code;
    if (!module_find(code, &module))
        return;
    char path[512];
    copy(path, sizeof path, module.path);
    if (!path[0])
        symbols_program_path(path, sizeof path);
    const char *slash = strrchr(path, '/');
    copy(name->module, sizeof name->module, slash ? slash + 1 : path);
    name->offset = (uintptr_t)code - module.base;
    if (symbols)
        symbols_find(path, name->offset, name->symbol, sizeof name->symbol);
}

static size_t append_hex(char *text, size_t size, size_t used_before, uint64_t value)
{
    char digits[17];
    int at = 16;
    digits[at] = '\0';
    do
        digits[--at] = "0123456789abcdef"[value & 15];
    while (value >>= 4);
    return log_append(text, size, used_before, digits + at);
}

const char *site_text(const struct site_name *name, char *text)
{
    size_t n = log_append(text, SITE_TEXT, 0, name->module);
    n = log_append(text, SITE_TEXT, n, name->module[0] ? "+0x" : "0x");
    n = append_hex(text, SITE_TEXT, n, name->offset);
    if (name->symbol[0]) {
        n = log_append(text, SITE_TEXT, n, " (");
        n = log_append(text, SITE_TEXT, n, name->symbol);
        log_append(text, SITE_TEXT, n, ")");
    }
    return text;
}

// Same code of the same object: its record serves again after a flush.
static struct site *find_made(const void *code, uintptr_t begin, const struct site_name *name)
{
    unsigned count = atomic_load(&used);
    for (unsigned i = 0; i < count; i++)
        if (sites[i].at.address == (uintptr_t)code && sites[i].begin == begin &&
            sites[i].name.offset == name->offset && !strcmp(sites[i].name.module, name->module))
            return &sites[i];
    return NULL;
}

uint8_t site_runtime(uintptr_t runtime)
{
    static _Atomic uintptr_t runtimes[32];
    for (uint8_t i = 0; i < 32; i++) {
        uintptr_t expected = 0;
        if (atomic_compare_exchange_strong(&runtimes[i], &expected, runtime) || expected == runtime)
            return i;
    }
    return 31;
}

// OpenBLAS linked into the program itself shows by its outlined functions alone.
static bool symbol_is_blas(const char *symbol)
{
    return strstr(symbol, "exec_blas") != NULL;
}

// OMP_NUM_THREADS=4,2: the default team changes with the level, which only the runtime follows.
static bool team_depends_on_level(void)
{
    const char *teams = getenv("OMP_NUM_THREADS");
    return teams && strchr(teams, ',');
}

static const char *why_hands_off(const struct site *site)
{
    const struct originals_caller *caller = &originals_callers[site->row > 0 ? site->row : 0];
    if (atomic_load(&caller->runtime))
        return "in an OpenMP runtime";
    if (atomic_load(&caller->blas) || symbol_is_blas(site->name.symbol))
        return "in a BLAS";
    if (site->policy.mode == POLICY_REGION_OFF)
        return "mode off";
    if (team_depends_on_level())
        return "OMP_NUM_THREADS is a list";
    if (SITE_ASK(site, omp_get_cancellation)())
        return "cancellation is on";
    return NULL;
}

static void fill_site(struct site *site, const void *code, bool kmp,
                      const struct settings *settings)
{
    uintptr_t runtime =
        originals_runtime(kmp ? OPENMP___kmpc_fork_call : OPENMP_GOMP_parallel_start, code);
    site->at.address = (uintptr_t)code;
    site->row = originals_row(code);
    site->begin = site->row > 0 ? originals_callers[site->row].begin : 0;
    site->runtime = site_runtime(runtime);
    site->runtime_base = runtime;
    site->runtime_row = runtime ? originals_row((const void *)runtime) : -1;
    site->adjustable = runtime && runtime == originals_runtime(OPENMP___kmpc_fork_call, code);
    site->named = policy_region_of(&settings->policy, site->name.module, site->name.offset,
                                   site->name.symbol[0] ? site->name.symbol : NULL, &site->policy);
    site->hands_off = why_hands_off(site);
    site->kmp = kmp;
    if (!site->hands_off && site->policy.mode == POLICY_REGION_LAZY)
        site_fill_lazy(site);
    site->quick = !site->hands_off && log_level() == LOG_OFF;
    site->trims =
        site->policy.mode == POLICY_REGION_TRIM && site->policy.learn && site->policy.team == 0;
}

static bool wants_symbols(const struct settings *settings)
{
    return log_level() != LOG_OFF || settings->policy.site_count > 0 ||
           settings->policy.region.mode == POLICY_REGION_TRIM;
}

static void tell_full(void)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told) && log_level() != LOG_OFF)
        log_message("region table full; further sites are forwarded");
}

struct wish {
    bool kmp;
    const struct settings *settings;
};

static struct site *take_site(const void *code, const struct site_name *name,
                              const struct wish *wish)
{
    struct site *site = &sites[atomic_load(&used)];
    site->name = *name;
    fill_site(site, code, wish->kmp, wish->settings);
    atomic_fetch_add(&used, 1);
    return site;
}

static struct table_record *make(const void *code, void *context)
{
    const struct wish *wish = context;
    struct site_name name;
    int row = originals_row(code);
    bool full = atomic_load(&used) == SITES;
    if (row < 0)
        return NULL;
    site_fill_name(&name, code, !full && wants_symbols(wish->settings));
    struct site *site = find_made(code, row > 0 ? originals_callers[row].begin : 0, &name);
    if (site) {
        site->row = row;
    } else if (full) {
        tell_full();
        atomic_store(refusal_of(code), (uintptr_t)code);
    } else {
        site = take_site(code, &name, wish);
    }
    return site ? &site->at : NULL;
}

struct site *site_make(const void *code, bool kmp)
{
    struct wish wish = {kmp, settings_get()};
    bool refused_before =
        atomic_load_explicit(refusal_of(code), memory_order_relaxed) == (uintptr_t)code;
    if (!wish.settings || wish.settings->disabled || guard_is_inside() || refused_before)
        return NULL;
    return table_make(&site_table, code, make, &wish, flush);
}

struct site *site_at(size_t index)
{
    return index < atomic_load(&used) ? &sites[index] : NULL;
}

// A thread that was learning is not in the child.
static void restart_in_child(void)
{
    table_restart_in_child(&site_table);
    for (unsigned i = 0; i < atomic_load(&used); i++)
        atomic_flag_clear(&sites[i].learning);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}
