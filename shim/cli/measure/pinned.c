// SPDX-License-Identifier: MIT
// Binds threads to CPUs.
#include "shim/cli/measure/pinned.h"

#include <sched.h>
#include <stddef.h>

void pinned_bind_thread(int cpu)
{
    enum { MOST = 8192 };
    cpu_set_t *set = cpu < 0 || cpu >= MOST ? NULL : CPU_ALLOC(MOST);
    if (!set)
        return;
    CPU_ZERO_S(CPU_ALLOC_SIZE(MOST), set);
    CPU_SET_S((size_t)cpu, CPU_ALLOC_SIZE(MOST), set);
    sched_setaffinity(0, CPU_ALLOC_SIZE(MOST), set);
    CPU_FREE(set);
}
