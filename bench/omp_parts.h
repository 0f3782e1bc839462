// SPDX-License-Identifier: MIT
// The parts of prog_regions. Each prints rows "name <tab> n <tab> value ..." for the driver.
#ifndef TEAMTRIM_BENCH_OMP_PARTS_H
#define TEAMTRIM_BENCH_OMP_PARTS_H

#include "bench/omp_time.h"

// Regions with next to nothing in them. `list` names some: one,if0,nested,default,loop,plain,
// forwarded.
void omp_forks_measure(const struct effort *effort, char *list);

// A loop that has one iteration and 512 by turns. n = 1: ns beyond the body; n = 512: ns.
void omp_alternate_measure(const struct effort *effort);

// Dynamic loops of tiny, of unequal and of clustered iterations, in ns a loop.
void omp_loops_measure(const struct effort *effort);

// The cost model's unit tasks. `sizes`: tasks for a loop of some milliseconds on one thread.
// `search`: the best fixed chunk, its time and that of chunk 1. `cells`: INDEX:TASKS:CHUNK,...
// `grid`: that chunk and guided; where it is 0, chunk 1 alone.
void omp_grid_find_sizes(void);
void omp_grid_search(const struct effort *effort, char *cells);
void omp_grid_measure(const struct effort *effort, char *cells);

// Regions of a lazy team. `list` names some: one,cython: ns a call, once learned; sizes: n = 1: ns
// beyond the body, n = 4096: ns; long: ns. `pauses`: so many regions of one iteration as effort has
// samples, with pauses between: ns of CPU time of the process.
void omp_lazy_measure(const struct effort *effort, char *list);
void omp_lazy_pauses(const struct effort *effort);

// The first calls of regions of one iteration. n: the call, from 0 on.
void omp_fresh_measure(void);

// EPCC's overheads, in ns.
void omp_epcc_measure(const struct effort *effort);

#endif
