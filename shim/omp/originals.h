// SPDX-License-Identifier: MIT
// What an OpenMP name means to one calling object: the runtime's function that it would have
// reached without us. Found at the first call, then read from a table by the caller's code page.
#ifndef TEAMTRIM_ORIGINALS_H
#define TEAMTRIM_ORIGINALS_H

// The sizes are shared with entry_<arch>.S: powers of two.
#define ORIGINALS_ROW_SHIFT 9 // names a caller may use
#define ORIGINALS_PAGE_SHIFT 12
#define ORIGINALS_PAGES_SHIFT 13
#define ORIGINALS_PAGES (1 << ORIGINALS_PAGES_SHIFT)
#define ORIGINALS_HASH 0x9e3779b1 // pages far apart must not share a place (Knuth, 6.4)

#ifndef __ASSEMBLER__

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shim/core/resolve.h"
#include "shim/omp/holders.h"

enum openmp_name {
#define CALL(name) OPENMP_##name,
#define PLAIN(name) OPENMP_##name,
#define TEAM(name) OPENMP_##name,
#define ASK(name) OPENMP_##name,
#include "shim/names/openmp.def"
    OPENMP_NAMES
};

enum { ORIGINALS_ROW = 1 << ORIGINALS_ROW_SHIFT, ORIGINALS_CALLERS = 512 };

// Row 0: callers that cannot be told apart, such as code of a just-in-time compiler.
extern any_function _Atomic originals_table[ORIGINALS_CALLERS][ORIGINALS_ROW];

// A code page and its caller's row: page << 16 | row. 0: nothing yet.
extern _Atomic uint64_t originals_pages[ORIGINALS_PAGES];

// Facts of a calling object.
struct originals_caller {
    _Atomic uintptr_t begin, end; // address range; 0 for row 0, a void one, one in the making
    uint64_t path;                // a hash: the file
    _Atomic bool reserved;        // in the making
    _Atomic unsigned unloaded;    // module_unloaded() when these were known to be there
    struct holders holders;
    _Atomic bool passing;     // has originals that are not pinned: `holders` tells of them
    _Atomic unsigned checked; // module_unloads() when the object was known to be there
    _Atomic bool runtime;     // an OpenMP runtime: what it calls it gets
    _Atomic bool blas;        // a BLAS: its regions are its own affair
};
extern struct originals_caller originals_callers[ORIGINALS_CALLERS];

// Runtimes that names have led to so far.
extern _Atomic unsigned originals_runtimes;

static inline unsigned originals_place(uint64_t page)
{
    return ((uint32_t)page * (uint32_t)ORIGINALS_HASH) >> (32 - ORIGINALS_PAGES_SHIFT);
}

// The row of a caller that has been met, else -1.
static inline int originals_known(const void *caller)
{
    uint64_t page = (uintptr_t)caller >> ORIGINALS_PAGE_SHIFT;
    uint64_t entry =
        atomic_load_explicit(&originals_pages[originals_place(page)], memory_order_acquire);
    return entry >> 16 == page && page ? (int)(entry & 0xffff) : -1;
}

// The row of any caller; -1 while none can be given (objects are being unloaded, another thread is
// at it): then resolve for the one call.
int originals_row(const void *caller);

// The slow path of originals_find. Never NULL: a name that nobody defines leads to a function that
// answers as a program without threads would.
any_function originals_search(enum openmp_name name, const void *caller);

static inline any_function originals_find(enum openmp_name name, const void *caller)
{
    int row = originals_known(caller);
    any_function found =
        row >= 0 ? atomic_load_explicit(&originals_table[row][name], memory_order_acquire) : NULL;
    return __builtin_expect(found != NULL, true) ? found : originals_search(name, caller);
}

// Whether the caller is an OpenMP runtime.
static inline bool originals_is_runtime(const void *caller)
{
    int row = originals_row(caller);
    return row > 0 && atomic_load_explicit(&originals_callers[row].runtime, memory_order_relaxed);
}

// The object that holds what a name leads to, as a number that says which runtime it is: its load
// address. 0 if there is none.
uintptr_t originals_runtime(enum openmp_name name, const void *caller);

// The original of `name` with its own type.
#define ORIGINAL(name, caller) ((__typeof__(&name))originals_find(OPENMP_##name, caller))

#endif
#endif
