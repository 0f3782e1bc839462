// SPDX-License-Identifier: MIT
// Whose calls of sched_yield are to back off: by the object of the calling code. Known by its page,
// without a lock, until something is unloaded.
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim/core/guard.h"
#include "shim/core/log.h"
#include "shim/core/module.h"
#include "shim/core/own_stack.h"
#include "shim/core/settings.h"
#include "shim/core/text.h"
#include "shim/core/wait.h"

enum { PAGES = 512, WAYS = 2, PAGE_SHIFT = 12, OBJECTS = 64 };
enum verdict { UNKNOWN, KEEP, BACK_OFF };

// page << 2 | verdict. Two for each place: loops in two pages must not drive each other out.
static _Atomic uint64_t pages[PAGES][WAYS];

// Objects that the log has named: hashes.
static _Atomic uint64_t named[OBJECTS];

static _Atomic uint64_t *place_of(uint64_t page)
{
    return pages[(uint32_t)page * UINT32_C(0x9e3779b1) >> 23]; // multiplicative hashing (Knuth)
}
_Static_assert(PAGES == 1 << (32 - 23), "the upper bits of the product are an index");

static void flush(void)
{
    for (int i = 0; i < PAGES; i++)
        for (int way = 0; way < WAYS; way++)
            atomic_store(&pages[i][way], 0);
}

// Where the log has room no more, it is silent.
static bool is_new(uintptr_t begin, const char *path)
{
    uint64_t hash = begin;
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * UINT64_C(0x100000001b3); // FNV-1a
    for (int i = 0; i < OBJECTS; i++) {
        uint64_t expected = 0;
        if (atomic_compare_exchange_strong(&named[i], &expected, hash | 1))
            return true;
        if (expected == (hash | 1))
            return false;
    }
    return false;
}

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void tell(const struct policy_wait *wait, const char *path, bool chosen)
{
    struct log_line line;
    struct text rule = {.used = 0};
    log_begin(&line, "wait", "module", file_of(path));
    if (chosen) {
        log_number(&line, "tries", (uint64_t)wait->spin_tries);
        text_add(&rule, "pauses, yields, after ");
        text_add_number(&rule, BACKOFF_AWAKE / 1000);
        text_add(&rule, " us sleeps of at most ");
        text_add_number(&rule, BACKOFF_SLEEP_MOST / 1000);
        text_add(&rule, " us");
    } else {
        text_add(&rule, "not in modules = ");
        text_add(&rule, wait->modules);
    }
    log_end(&line, chosen ? "backoff" : "keep", rule.at);
}

// By the name that it was loaded by, or the one behind all links.
static bool covers(const char *modules, const char *path)
{
    char real[PATH_MAX];
    return policy_module_covers(modules, path) ||
           (realpath(path, real) && policy_module_covers(modules, real));
}

struct question {
    const struct policy_wait *wait;
    const void *caller;
    bool chosen;
};

static void judge(void *argument)
{
    struct question *q = argument;
    struct module module;
    char program[512];
    q->chosen = !q->wait->modules[0];
    if (!module_find(q->caller, &module))
        return;
    const char *path = module.path;
    if (!path[0]) {
        ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        program[length > 0 ? length : 0] = '\0';
        path = program;
    }
    q->chosen = covers(q->wait->modules, path);
    if (log_level() >= LOG_DECISIONS && is_new(module.begin, path))
        tell(q->wait, path, q->chosen);
}

static void keep(uint64_t page, bool chosen)
{
    _Atomic uint64_t *place = place_of(page);
    int way = (int)(page & 1);
    if (atomic_load_explicit(&place[way], memory_order_relaxed))
        way = !way;
    atomic_store_explicit(&place[way], page << 2 | (chosen ? BACK_OFF : KEEP),
                          memory_order_relaxed);
}

static bool find(const struct policy_wait *wait, const void *caller)
{
    uint64_t page = (uintptr_t)caller >> PAGE_SHIFT;
    unsigned unloads = module_unloads();
    struct question q = {.wait = wait, .caller = caller};
    struct guard guard;
    guard_enter(&guard);
    module_on_unload(flush);
    own_stack_run(judge, &q); // paths take more stack than a small thread has
    if (!module_unloading())
        keep(page, q.chosen);
    if (module_unloads() != unloads)
        flush(); // it may have been swept before the store
    guard_leave(&guard);
    return q.chosen;
}

bool wait_module_is_chosen(const void *caller)
{
    uint64_t page = (uintptr_t)caller >> PAGE_SHIFT;
    for (int way = 0; way < WAYS; way++) {
        uint64_t known = atomic_load_explicit(&place_of(page)[way], memory_order_relaxed);
        if (known >> 2 == page && (known & 3) != UNKNOWN)
            return (known & 3) == BACK_OFF;
    }
    const struct settings *settings = settings_get();
    return settings && find(&settings->policy.wait, caller);
}
