// SPDX-License-Identifier: MIT
// Handing out a dynamic loop. A thread reserves a block of units from the loop's counter and takes
// pieces of it for the program, without contention and without the clock. What it has not started
// stays open to the others: at the loop's end whoever has nothing to do takes half of it.
#include "shim/core/clock.h"
#include "shim/omp/loop_site.h"
#include "shim/omp/member.h"

static uint64_t range(uint64_t begin, uint64_t end)
{
    return begin << 32 | end;
}

// Up to `piece` units from the front of the member's own share.
static uint64_t take_piece(struct cursor *c, uint64_t *first)
{
    _Atomic uint64_t *share = &c->loop->shares[c->tid].range;
    uint64_t held = atomic_load_explicit(share, memory_order_relaxed);
    bool singly = atomic_load_explicit(&c->loop->hungry, memory_order_relaxed);
    while (held >> 32 < (uint32_t)held) {
        uint64_t begin = held >> 32, end = (uint32_t)held;
        uint64_t units = singly ? 1 : c->piece;
        if (units > end - begin)
            units = end - begin;
        if (atomic_compare_exchange_weak_explicit(share, &held, range(begin + units, end),
                                                  memory_order_acq_rel, memory_order_relaxed)) {
            *first = begin;
            return units;
        }
    }
    return 0;
}

// Notes the time of the block that has ended. A thief may have had part of it.
static void end_block(struct cursor *c)
{
    if (c->loop->plan.own || !c->loop->timed)
        return;
    uint64_t now = clock_ticks();
    if (c->ran) {
        c->busy += now - c->block_began;
        c->block_units = c->ran;
        c->block_ns = clock_nanoseconds_of(now - c->block_began);
        c->ran = 0;
    }
    c->block_began = now;
}

// What so many units should take, by the last block's time or what is known of the site; 0: no
// idea.
static uint64_t expected_ns(const struct cursor *c, uint64_t units)
{
    if (c->block_units)
        return c->block_ns * units / c->block_units;
    return (uint64_t)(c->loop->rate * (float)units);
}

static uint64_t next_block(const struct cursor *c, uint64_t remaining)
{
    const struct loop *loop = c->loop;
    if (loop->plan.own)
        return 1;
    if (!loop->timed)
        return chunk_block(&loop->rules, &loop->shape, loop->shape.units,
                           expected_ns(c, loop->shape.units), remaining);
    if (c->block_units == 0)
        return loop->plan.first;
    return chunk_block(&loop->rules, &loop->shape, c->block_units, c->block_ns, remaining);
}

// Starts on a range: its first piece is the member's at once, else two idle members could pass one
// unit to and fro. The rest is open to thieves.
static uint64_t start_block(struct cursor *c, uint64_t begin, uint64_t end, uint64_t *first)
{
    uint64_t ns = c->loop->plan.own ? 0 : expected_ns(c, end - begin);
    uint64_t units = end - begin;
    c->piece = ns ? chunk_piece(units, ns) : 1;
    if (units > c->piece)
        units = c->piece;
    atomic_store_explicit(&c->loop->shares[c->tid].range, range(begin + units, end),
                          memory_order_release);
    *first = begin;
    return units;
}

static uint64_t reserve(struct cursor *c, uint64_t *first)
{
    struct loop *loop = c->loop;
    uint64_t shared = loop->shape.units - 1; // without the last one
    uint64_t taken = atomic_load_explicit(&loop->next, memory_order_relaxed);
    if (loop->shape.units == 0 || taken >= shared)
        return 0;
    uint64_t wanted = next_block(c, shared - taken);
    uint64_t begin = atomic_fetch_add_explicit(&loop->next, wanted, memory_order_relaxed);
    if (begin >= shared)
        return 0;
    uint64_t end = begin + wanted;
    return start_block(c, begin, end < shared ? end : shared, first);
}

// The member with the most unstarted units that this one may take from.
static _Atomic uint64_t *richest(const struct cursor *c, uint64_t *held)
{
    struct loop *loop = c->loop;
    _Atomic uint64_t *found = NULL;
    uint64_t most = 0;
    for (int i = 0; i < loop->shape.team; i++) {
        uint64_t r = atomic_load_explicit(&loop->shares[i].range, memory_order_acquire);
        uint64_t begin = r >> 32, end = (uint32_t)r;
        uint64_t middle = begin + (end - begin) / 2;
        if (begin >= end || end - begin <= most || (loop->shape.monotonic && middle < c->position))
            continue;
        most = end - begin;
        found = &loop->shares[i].range;
        *held = r;
    }
    return found;
}

// The later half, so that the owner goes on in order; the last unit whole.
static uint64_t steal(struct cursor *c, uint64_t *first)
{
    uint64_t held = 0;
    atomic_store_explicit(&c->loop->hungry, true, memory_order_relaxed);
    for (_Atomic uint64_t *share; (share = richest(c, &held));) {
        uint64_t begin = held >> 32, end = (uint32_t)held, middle = begin + (end - begin) / 2;
        if (!atomic_compare_exchange_strong_explicit(share, &held, range(begin, middle),
                                                     memory_order_acq_rel, memory_order_relaxed))
            continue;
        return start_block(c, middle, end, first);
    }
    return 0;
}

// The loop's last unit is handed out when there is nothing else to start. Compilers take the thread
// whose last piece ends the loop for the one that has the values of `lastprivate`: no other piece
// may come after it.
static uint64_t take_final(struct cursor *c, uint64_t *first)
{
    struct loop *loop = c->loop;
    if (atomic_load_explicit(&loop->final, memory_order_relaxed) ||
        atomic_exchange_explicit(&loop->final, true, memory_order_relaxed))
        return 0;
    *first = loop->shape.units - 1;
    return 1;
}

// The last to finish has seen the others' times. Nobody leaves before it is counted here.
static void finish(struct member *m)
{
    struct cursor *c = &m->cursor;
    struct loop *loop = c->loop;
    c->done = true;
    atomic_fetch_add_explicit(&loop->busy, c->busy, memory_order_relaxed);
    int finished = atomic_fetch_add_explicit(&loop->finished, 1, memory_order_acq_rel) + 1;
    if (finished == loop->shape.team && loop->timed)
        loop_site_observe(loop, &m->line, clock_ticks() - loop->began,
                          atomic_load_explicit(&loop->busy, memory_order_relaxed));
    loop_pass_through(loop);
}

bool loop_next(struct member *m, uint64_t *first, uint64_t *last)
{
    struct cursor *c = &m->cursor;
    uint64_t begin, units;
    if (c->done)
        return false;
    if (!(units = take_piece(c, &begin))) {
        end_block(c);
        units = reserve(c, &begin);
    }
    bool over = c->position == c->loop->shape.units;
    if (!units && !over)
        units = steal(c, &begin);
    if (!units && !over)
        units = take_final(c, &begin);
    if (!units) {
        finish(m);
        return false;
    }
    c->ran += units;
    c->position = begin + units;
    *first = begin * m->line.chunk;
    *last = c->position * m->line.chunk;
    if (*last > m->line.trips)
        *last = m->line.trips;
    return true;
}
