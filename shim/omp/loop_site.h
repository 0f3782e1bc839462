// SPDX-License-Identifier: MIT
// Dynamic loops by the place of their construct: what chunk.h learns of each, and what is logged.
#ifndef TEAMTRIM_LOOP_SITE_H
#define TEAMTRIM_LOOP_SITE_H

#include "shim/omp/loop.h"
#include "shim/omp/site.h"

struct loop_site {
    struct table_record at; // first: an address that names the construct
    struct site_name name;
    atomic_flag learning; // guards `learned`
    struct chunk_site learned;
    _Atomic unsigned opened;

    // for the log; counted when it is on
    _Atomic uint64_t runs[2], ticks[2]; // in blocks, by the construct's own chunk
    _Atomic uint64_t chunk, trips;      // of the last run
    _Atomic int told;
};

// NULL: the table is full, or cannot be changed now.
struct loop_site *loop_site_of(const void *code);

// A copy of what is known; all zero when another thread is at it.
struct chunk_site loop_site_learned(struct loop_site *site);

// A loop has ended. Ticks.
void loop_site_observe(const struct loop *loop, const struct loop_line *line, uint64_t wall,
                       uint64_t busy);

// In the order of their first run; NULL past the last.
struct loop_site *loop_site_at(size_t index);

#endif
