// SPDX-License-Identifier: MIT
// The table of dynamic loops.
#include "shim/omp/loop_site.h"

#include <pthread.h>
#include <string.h>

#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/omp/report.h"

static struct table table;
static struct loop_site sites[SITES];
static _Atomic unsigned used;

static void flush(void)
{
    table_flush(&table);
}

static struct loop_site *find_made(const void *code, const struct site_name *name)
{
    for (unsigned i = 0; i < atomic_load(&used); i++)
        if (sites[i].at.address == (uintptr_t)code && sites[i].name.offset == name->offset &&
            !strcmp(sites[i].name.module, name->module))
            return &sites[i];
    return NULL;
}

static struct table_record *make(const void *code, void *nothing)
{
    struct site_name name;
    (void)nothing;
    site_fill_name(&name, code, log_level() != LOG_OFF);
    struct loop_site *site = find_made(code, &name);
    if (!site && atomic_load(&used) < SITES) {
        site = &sites[atomic_load(&used)];
        site->at.address = (uintptr_t)code;
        site->name = name;
        atomic_fetch_add(&used, 1);
    }
    return site ? &site->at : NULL;
}

struct loop_site *loop_site_of(const void *code)
{
    struct loop_site *site = table_find(&table, code);
    return site ? site : table_make(&table, code, make, NULL, flush);
}

struct chunk_site loop_site_learned(struct loop_site *site)
{
    struct chunk_site learned = {0};
    if (!atomic_flag_test_and_set_explicit(&site->learning, memory_order_acquire)) {
        learned = site->learned;
        atomic_flag_clear_explicit(&site->learning, memory_order_release);
    }
    return learned;
}

void loop_site_observe(const struct loop *loop, const struct loop_line *line, uint64_t wall,
                       uint64_t busy)
{
    struct loop_site *site = loop->site;
    if (atomic_flag_test_and_set_explicit(&site->learning, memory_order_acquire))
        return;
    struct chunk_next next =
        chunk_observe(&site->learned, &loop->rules, &loop->shape, loop->plan.own,
                      clock_nanoseconds_of(wall), clock_nanoseconds_of(busy));
    atomic_flag_clear_explicit(&site->learning, memory_order_release);
    if (log_level() != LOG_OFF)
        report_loop(loop, line, &next, wall);
}

struct loop_site *loop_site_at(size_t index)
{
    return index < atomic_load(&used) ? &sites[index] : NULL;
}

static void restart_in_child(void)
{
    table_restart_in_child(&table);
    for (unsigned i = 0; i < atomic_load(&used); i++)
        atomic_flag_clear(&sites[i].learning);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}
