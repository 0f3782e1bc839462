// SPDX-License-Identifier: MIT
// The BLAS libraries of this machine in one process, side by side.
#ifndef TEAMTRIM_BENCH_PEERS_H
#define TEAMTRIM_BENCH_PEERS_H

#include "bench/rows.h"

enum { PEERS_MAX = 4 };

struct peer {
    char name[64]; // "openblas SkylakeX", ...
    void *handle;
};

// Loads what is installed; returns how many. `core` is the kind of CPU that one OpenBLAS is told it
// runs on; NULL: only OpenBLAS as it chooses itself. Says on stderr what is missing.
int peers_load(struct peer peers[PEERS_MAX], const char *core);

// The CBLAS function of a row; NULL if this peer has none.
any_function peer_find(const struct peer *peer, const struct row *row);

#endif
