// SPDX-License-Identifier: MIT
// A provider: the loaded object that holds the original routines. Found out once: what it is, how
// wide its integers are, how it returns complex numbers, how many threads a call would get.
#ifndef TEAMTRIM_PROVIDER_H
#define TEAMTRIM_PROVIDER_H

#include <stdatomic.h>
#include <stdint.h>

#include "shim/blas/slot.h"

enum provider_kind {
    PROVIDER_UNKNOWN,
    PROVIDER_OPENBLAS_SINGLE,
    PROVIDER_OPENBLAS_PTHREAD,
    PROVIDER_OPENBLAS_OPENMP,
    PROVIDER_BLIS,
    PROVIDER_MKL,
    PROVIDER_REFERENCE, // nothing in it can start a thread
};

enum provider_width { WIDTH_UNKNOWN, WIDTH_32, WIDTH_64 };

enum { PROVIDERS = 32 };

struct provider {
    _Atomic uintptr_t base; // load address, the key; 0: a free entry
    uintptr_t end;
    atomic_int ready;
    enum provider_kind kind;
    const char *path;                  // of its file; it stays loaded
    int (*max_threads)(void);          // its library's or runtime's
    int (*in_parallel)(void);          // NULL where that does not matter
    int (*library_threads)(void);      // OpenBLAS's own count, NULL elsewhere
    int (*set_threads_local)(int);     // sets this thread's team, returns the old; NULL if it can't
    any_function isamax[FAMILY_COUNT]; // by spelling; NULL where the object does not define it
    int64_t one_thread_up_to;          // it never wakes a team for so few elements
    int cpus;                          // that this process may use
    bool spins;                        // idle threads of a team that fits the CPUs spin
};

// The provider that holds `original`, found out if it is new. NULL while another thread is at it,
// or if there are too many.
const struct provider *provider_of(any_function original);

// Below PROVIDERS; and the other way round, NULL where there is none.
size_t provider_index(const struct provider *provider);
const struct provider *provider_at(size_t index);

const char *provider_kind_name(enum provider_kind kind);

// Whether a family passes its arguments by value (CBLAS), not by reference (Fortran).
bool provider_is_by_value(enum family family);

// The integer width of a family's functions, by asking isamax.
enum provider_width provider_probe_width(const struct provider *provider, enum family family);

// How the complex-valued Fortran function `original` returns, by calling it.
enum complex_convention provider_probe_complex(const struct slot *slot, any_function original);

// The threads that a call of n elements would get now, from this thread. At least 1.
int provider_team(const struct provider *provider, int64_t n);

// Whether the idle threads of a team of that size spin; otherwise they are parked.
bool provider_team_spins(const struct provider *provider, int team);

#endif
