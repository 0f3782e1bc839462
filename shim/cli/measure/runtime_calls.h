// SPDX-License-Identifier: MIT
// An OpenMP runtime that is loaded by its path and called as compilers call it, without one.
// Prototypes: libgomp's libgomp_g.h and libomp's kmp.h; both are ABI.
#ifndef TEAMTRIM_CLI_RUNTIME_CALLS_H
#define TEAMTRIM_CLI_RUNTIME_CALLS_H

#include <stdbool.h>

// The outlined function of a region, in the shape of either compiler. `data` is NULL; `tid` is the
// member's number.
struct runtime_region {
    void (*gomp)(void *data);
    void (*kmp)(int *gtid, int *tid, ...);
};

struct runtime_calls {
    void *library;
    bool kmp; // enter regions as clang's programs do
    void (*gomp_parallel)(void (*)(void *), void *, unsigned, unsigned);
    void (*kmp_fork)(void *, int, void (*)(int *, int *, ...), ...);
    int (*thread_num)(void), (*num_threads)(void);
};

// NULL, or why it cannot be used; the text may be dlerror's.
const char *runtime_calls_load(struct runtime_calls *calls, const char *path, bool kmp);

// A region of the default team: `#pragma omp parallel` without clauses.
void runtime_calls_fork(const struct runtime_calls *calls, const struct runtime_region *region);

#endif
