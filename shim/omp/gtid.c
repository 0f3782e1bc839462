// SPDX-License-Identifier: MIT
// Libomp's numbers of threads, remembered; and the names that make them void.
#include "shim/omp/gtid.h"

#include <pthread.h>

#include "shim/omp/member.h"

// The number stays the thread's until the runtime is shut down or the process forks.
static _Atomic unsigned gtid_epoch = 1;

int gtid_of(const void *code, void *place)
{
    struct member_stack *stack = &member_stack;
    unsigned epoch = atomic_load_explicit(&gtid_epoch, memory_order_relaxed);
    bool several = atomic_load_explicit(&originals_runtimes, memory_order_relaxed) > 1;
    if (stack->gtid_epoch == epoch && !several)
        return stack->gtid;
    stack->gtid = ORIGINAL(__kmpc_global_thread_num, code)(place);
    stack->gtid_epoch = epoch;
    return stack->gtid;
}

static void forget_gtids(void)
{
    atomic_fetch_add_explicit(&gtid_epoch, 1, memory_order_relaxed);
}

EXPORT int omp_pause_resource(int kind, int device)
{
    if (member_stack.lazy)
        return -1; // inside a region
    forget_gtids();
    int result = ORIGINAL(omp_pause_resource, CALLER)(kind, device);
    forget_gtids();
    return result;
}

EXPORT int omp_pause_resource_all(int kind)
{
    if (member_stack.lazy)
        return -1; // inside a region
    forget_gtids();
    int result = ORIGINAL(omp_pause_resource_all, CALLER)(kind);
    forget_gtids();
    return result;
}

EXPORT int omp_pause_resource_(const int *kind, const int *device)
{
    if (member_stack.lazy)
        return -1; // inside a region
    forget_gtids();
    int result = ORIGINAL(omp_pause_resource_, CALLER)(kind, device);
    forget_gtids();
    return result;
}

EXPORT int omp_pause_resource_all_(const int *kind)
{
    if (member_stack.lazy)
        return -1; // inside a region
    forget_gtids();
    int result = ORIGINAL(omp_pause_resource_all_, CALLER)(kind);
    forget_gtids();
    return result;
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, forget_gtids);
}
