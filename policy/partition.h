// SPDX-License-Identifier: MIT
// Which iterations of a static loop each thread of a team has, as libgomp and libomp divide them.
// Iterations are counted from 0. From libgomp's iter.c, libomp's kmp_sched.cpp, and OpenMP 5.0,
// 2.9.2: chunks in turn by thread number, or one range a thread, as equal as can be, the first
// ones one longer.
#ifndef TEAMTRIM_PARTITION_H
#define TEAMTRIM_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

struct partition {
    uint64_t trips;
    uint64_t chunk; // 0: one range a thread
    int team;
};

// Pieces of all threads.
uint64_t partition_pieces(const struct partition *partition);

// The piece number `piece` (from 0) of a thread, [*first, *last). False: it has no more.
bool partition_piece(const struct partition *partition, int thread, uint64_t piece, uint64_t *first,
                     uint64_t *last);

// A thread's share as __kmpc_for_static_init says it: its first piece, [first, last), and how far
// it is to the next. Nothing is there for it: first == last.
struct partition_share {
    uint64_t first, last, stride;
    bool has_last; // the loop's last iteration is the thread's
};

struct partition_share partition_share_of(const struct partition *partition, int thread);

// The chunk of libomp's schedule for simd loops: a share rounded up to a multiple of `chunk`, a
// power of two.
uint64_t partition_simd_chunk(uint64_t trips, uint64_t chunk, int team);

#endif
