// SPDX-License-Identifier: MIT
// Level-1 calls counted by routine and by provider.
#include "shim/blas/counters.h"

#include <pthread.h>
#include <string.h>

#include "shim/blas/provider.h"
#include "shim/core/log.h"

struct counters counters[ROUTINE_COUNT];
struct provider_counters provider_counters[PROVIDERS];

static size_t bucket_of(uint64_t bytes)
{
    if (bytes < 8)
        return bytes;
    int power = 63 - __builtin_clzll(bytes);
    return (size_t)(power * 8 - 16) + (bytes >> (power - 3) & 7);
}

static void add(_Atomic uint64_t *sum, uint64_t more)
{
    atomic_fetch_add_explicit(sum, more, memory_order_relaxed);
}

void counters_add(const struct call *call, enum counted_outcome outcome, uint64_t ticks)
{
    struct counters *c = &counters[call->binding->slot->routine];
    const struct provider *provider = call->binding->provider;
    uint64_t bytes = call->facts.bytes;
    size_t bucket = bucket_of(bytes);
    bool kernel = outcome == COUNTED_KERNEL;
    add(&c->by[outcome].calls, 1);
    add(&c->by[outcome].ticks, ticks);
    add(&c->by[outcome].bytes, bytes);
    atomic_fetch_add_explicit(&c->sizes[kernel][bucket], 1, memory_order_relaxed);
    atomic_store_explicit(&c->example[bucket], bytes, memory_order_relaxed);
    if (outcome == COUNTED_LARGE) {
        atomic_store_explicit(&c->team, call->facts.team, memory_order_relaxed);
        atomic_store_explicit(&c->spinning, call->facts.spinning, memory_order_relaxed);
    }
    if (provider) {
        add(&provider_counters[provider_index(provider)].calls[kernel], 1);
        add(&provider_counters[provider_index(provider)].ticks[kernel], ticks);
    }
}

static uint64_t calls_in(const struct counters *c, size_t bucket, int of)
{
    return (of & COUNTED_FORWARDED ? c->sizes[0][bucket] : 0) +
           (of & COUNTED_BY_KERNEL ? c->sizes[1][bucket] : 0);
}

uint64_t counters_median(const struct counters *c, int of)
{
    uint64_t all = 0, below = 0;
    for (size_t i = 0; i < COUNTED_SIZES; i++)
        all += calls_in(c, i, of);
    for (size_t i = 0; all && i < COUNTED_SIZES; i++) {
        below += calls_in(c, i, of);
        if (2 * below >= all)
            return c->example[i];
    }
    return 0;
}

// Half a MB that is untouched until there is a log: to clear it would make every fork dearer.
static void forget_in_child(void)
{
    if (log_level() == LOG_OFF)
        return;
    memset(counters, 0, sizeof counters);
    memset(provider_counters, 0, sizeof provider_counters);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, forget_in_child);
}
