// SPDX-License-Identifier: MIT
// The functions of the OpenMP runtimes as their callers see them. From libgomp's libgomp_g.h and
// libomp's kmp.h.
#ifndef TEAMTRIM_OMP_ABI_H
#define TEAMTRIM_OMP_ABI_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "shim/omp/originals.h"

#define EXPORT __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

typedef void gomp_function(void *data);
typedef void kmp_microtask(int *gtid, int *tid, ...);
typedef unsigned long long ull;

// ---- queries and settings

int omp_get_thread_num(void), omp_get_thread_num_(void);
int omp_get_num_threads(void), omp_get_num_threads_(void);
int omp_get_level(void), omp_get_level_(void);
int omp_get_active_level(void), omp_get_active_level_(void);
int omp_in_parallel(void), omp_in_parallel_(void);
int omp_get_ancestor_thread_num(int), omp_get_ancestor_thread_num_(const int *);
int omp_get_ancestor_thread_num_8_(const int64_t *);
int omp_get_team_size(int), omp_get_team_size_(const int *), omp_get_team_size_8_(const int64_t *);
int omp_get_max_threads(void), omp_get_max_threads_(void);
void omp_set_num_threads(int), omp_set_num_threads_(const int *);
void omp_set_num_threads_8_(const int64_t *);
void omp_set_dynamic(int), omp_set_max_active_levels(int);
int omp_get_cancellation(void), omp_get_dynamic(void), omp_get_max_active_levels(void);
int omp_get_num_teams(void), omp_get_thread_limit(void);
void omp_get_schedule(int *kind, int *chunk), omp_set_schedule(int kind, int chunk);
void GOMP_critical_start(void), GOMP_critical_end(void);
void GOMP_critical_name_start(void **), GOMP_critical_name_end(void **);
void GOMP_atomic_start(void), GOMP_atomic_end(void);
void __kmpc_critical(void *place, int gtid, void *lock);
void __kmpc_critical_with_hint(void *place, int gtid, void *lock, uint32_t hint);
void __kmpc_end_critical(void *place, int gtid, void *lock);
void omp_set_lock(void *), omp_set_lock_(void *);
int omp_test_lock(void *), omp_test_lock_(void *);
int omp_pause_resource(int kind, int device), omp_pause_resource_all(int kind);
int omp_pause_resource_(const int *kind, const int *device);
int omp_pause_resource_all_(const int *kind);

// ---- libgomp. Loops run from start up or down to, but not including, end. A combined construct's
// outlined function asks for its share by GOMP_loop_*_next, GOMP_sections_next.

void GOMP_parallel(gomp_function *, void *data, unsigned team, unsigned flags);
unsigned GOMP_parallel_reductions(gomp_function *, void *data, unsigned team, unsigned flags);
void GOMP_parallel_sections(gomp_function *, void *data, unsigned team, unsigned count,
                            unsigned flags);
void GOMP_parallel_start(gomp_function *, void *data, unsigned team);
void GOMP_parallel_sections_start(gomp_function *, void *data, unsigned team, unsigned count);
void GOMP_parallel_end(void);

typedef void gomp_parallel_loop(gomp_function *, void *data, unsigned team, long start, long end,
                                long step, long chunk, unsigned flags);
gomp_parallel_loop GOMP_parallel_loop_static, GOMP_parallel_loop_dynamic, GOMP_parallel_loop_guided,
    GOMP_parallel_loop_nonmonotonic_dynamic, GOMP_parallel_loop_nonmonotonic_guided;

typedef void gomp_parallel_loop_runtime(gomp_function *, void *data, unsigned team, long start,
                                        long end, long step, unsigned flags);
gomp_parallel_loop_runtime GOMP_parallel_loop_runtime, GOMP_parallel_loop_nonmonotonic_runtime,
    GOMP_parallel_loop_maybe_nonmonotonic_runtime;

typedef void gomp_parallel_loop_start(gomp_function *, void *data, unsigned team, long start,
                                      long end, long step, long chunk);
gomp_parallel_loop_start GOMP_parallel_loop_static_start, GOMP_parallel_loop_dynamic_start,
    GOMP_parallel_loop_guided_start;
void GOMP_parallel_loop_runtime_start(gomp_function *, void *data, unsigned team, long start,
                                      long end, long step);

typedef bool gomp_loop_start(long start, long end, long step, long chunk, long *begin, long *stop);
typedef bool gomp_loop_runtime_start(long start, long end, long step, long *begin, long *stop);
typedef bool gomp_loop_next(long *begin, long *stop);
typedef bool gomp_loop_ull_start(bool up, ull start, ull end, ull step, ull chunk, ull *begin,
                                 ull *stop);
typedef bool gomp_loop_ull_runtime_start(bool up, ull start, ull end, ull step, ull *begin,
                                         ull *stop);
typedef bool gomp_loop_ull_next(ull *begin, ull *stop);

gomp_loop_start GOMP_loop_static_start, GOMP_loop_dynamic_start, GOMP_loop_guided_start,
    GOMP_loop_nonmonotonic_dynamic_start, GOMP_loop_nonmonotonic_guided_start;
gomp_loop_runtime_start GOMP_loop_runtime_start, GOMP_loop_nonmonotonic_runtime_start,
    GOMP_loop_maybe_nonmonotonic_runtime_start;
gomp_loop_next GOMP_loop_static_next, GOMP_loop_dynamic_next, GOMP_loop_guided_next,
    GOMP_loop_runtime_next, GOMP_loop_nonmonotonic_dynamic_next, GOMP_loop_nonmonotonic_guided_next,
    GOMP_loop_nonmonotonic_runtime_next, GOMP_loop_maybe_nonmonotonic_runtime_next;
gomp_loop_ull_start GOMP_loop_ull_static_start, GOMP_loop_ull_dynamic_start,
    GOMP_loop_ull_guided_start, GOMP_loop_ull_nonmonotonic_dynamic_start,
    GOMP_loop_ull_nonmonotonic_guided_start;
gomp_loop_ull_runtime_start GOMP_loop_ull_runtime_start, GOMP_loop_ull_nonmonotonic_runtime_start,
    GOMP_loop_ull_maybe_nonmonotonic_runtime_start;
gomp_loop_ull_next GOMP_loop_ull_static_next, GOMP_loop_ull_dynamic_next, GOMP_loop_ull_guided_next,
    GOMP_loop_ull_runtime_next, GOMP_loop_ull_nonmonotonic_dynamic_next,
    GOMP_loop_ull_nonmonotonic_guided_next, GOMP_loop_ull_nonmonotonic_runtime_next,
    GOMP_loop_ull_maybe_nonmonotonic_runtime_next;

gomp_loop_start GOMP_loop_ordered_static_start, GOMP_loop_ordered_dynamic_start,
    GOMP_loop_ordered_guided_start;
gomp_loop_runtime_start GOMP_loop_ordered_runtime_start;
gomp_loop_next GOMP_loop_ordered_static_next, GOMP_loop_ordered_dynamic_next,
    GOMP_loop_ordered_guided_next, GOMP_loop_ordered_runtime_next;
gomp_loop_ull_start GOMP_loop_ull_ordered_static_start, GOMP_loop_ull_ordered_dynamic_start,
    GOMP_loop_ull_ordered_guided_start;
gomp_loop_ull_runtime_start GOMP_loop_ull_ordered_runtime_start;
gomp_loop_ull_next GOMP_loop_ull_ordered_static_next, GOMP_loop_ull_ordered_dynamic_next,
    GOMP_loop_ull_ordered_guided_next, GOMP_loop_ull_ordered_runtime_next;
void GOMP_ordered_start(void), GOMP_ordered_end(void);

// With task reductions or memory for a scan, where those are not NULL.
bool GOMP_loop_start(long start, long end, long step, long schedule, long chunk, long *begin,
                     long *stop, uintptr_t *reductions, void **memory);
bool GOMP_loop_ull_start(bool up, ull start, ull end, ull step, long schedule, ull chunk,
                         ull *begin, ull *stop, uintptr_t *reductions, void **memory);

void GOMP_loop_end(void), GOMP_loop_end_nowait(void);
bool GOMP_loop_end_cancel(void);

void GOMP_barrier(void);
bool GOMP_barrier_cancel(void);
bool GOMP_single_start(void);
void *GOMP_single_copy_start(void);
void GOMP_single_copy_end(void *);
unsigned GOMP_sections_start(unsigned count), GOMP_sections_next(void);
void GOMP_sections_end(void), GOMP_sections_end_nowait(void);
bool GOMP_sections_end_cancel(void);

// ---- libomp. `place` is its ident_t; a loop's bounds are both included.

void __kmpc_fork_call(void *place, int argc, kmp_microtask *, ...);
void __kmpc_fork_call_if(void *place, int argc, kmp_microtask *, int condition, void *argument);
void __kmpc_push_num_threads(void *place, int gtid, int team);
typedef void kmp_push_more(void *place, int gtid, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
kmp_push_more __kmpc_push_num_threads_list, __kmpc_push_num_threads_strict,
    __kmpc_push_num_threads_list_strict; // up to four arguments more
void __kmpc_push_proc_bind(void *place, int gtid, int bind);
void __kmpc_serialized_parallel(void *place, int gtid);
void __kmpc_end_serialized_parallel(void *place, int gtid);
int __kmpc_global_thread_num(void *place), __kmpc_bound_thread_num(void *place);
int __kmpc_bound_num_threads(void *place), __kmpc_in_parallel(void *place);

#define KMP_WIDTHS(ROW)      \
    ROW(4, int32_t, int32_t) \
    ROW(4u, uint32_t, int32_t) ROW(8, int64_t, int64_t) ROW(8u, uint64_t, int64_t)
#define KMP_LOOP(width, type, step_type)                                                           \
    void __kmpc_dispatch_init_##width(void *place, int gtid, int schedule, type lower, type upper, \
                                      step_type step, step_type chunk);                            \
    int __kmpc_dispatch_next_##width(void *place, int gtid, int *last, type *lower, type *upper,   \
                                     step_type *step);                                             \
    void __kmpc_dispatch_fini_##width(void *place, int gtid);                                      \
    void __kmpc_for_static_init_##width(void *place, int gtid, int schedule, int *last,            \
                                        type *lower, type *upper, step_type *stride,               \
                                        step_type step, step_type chunk);
KMP_WIDTHS(KMP_LOOP)
#undef KMP_LOOP
void __kmpc_dispatch_deinit(void *place, int gtid);
void __kmpc_for_static_fini(void *place, int gtid);

void __kmpc_barrier(void *place, int gtid);
int __kmpc_single(void *place, int gtid), __kmpc_master(void *place, int gtid);
int __kmpc_masked(void *place, int gtid, int filter);
void __kmpc_end_single(void *place, int gtid), __kmpc_end_master(void *place, int gtid);
void __kmpc_end_masked(void *place, int gtid);

void __kmpc_ordered(void *place, int gtid), __kmpc_end_ordered(void *place, int gtid);
void __kmpc_copyprivate(void *place, int gtid, size_t size, void *data,
                        void (*copy)(void *, void *), int mine);
void *__kmpc_copyprivate_light(void *place, int gtid, void *data);

typedef int kmp_reduce(void *place, int gtid, int count, size_t size, void *data,
                       void (*combine)(void *, void *), void *lock);
kmp_reduce __kmpc_reduce, __kmpc_reduce_nowait;
void __kmpc_end_reduce(void *place, int gtid, void *lock);
void __kmpc_end_reduce_nowait(void *place, int gtid, void *lock);

// entry_<arch>.S: microtask(gtid, tid, argv[0], ... argv[argc - 1])
void invoke_spread(kmp_microtask *, int *gtid, int *tid, intptr_t argc, void **argv);

#endif
