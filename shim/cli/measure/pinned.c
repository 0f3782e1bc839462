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

void pinned_save_thread(struct pinned_mask *mask)
{
    *mask = (struct pinned_mask){.known = false};
    mask->known = sched_getaffinity(0, sizeof mask->bits, (cpu_set_t *)mask->bits) == 0;
}

void pinned_restore_thread(const struct pinned_mask *mask)
{
    if (mask->known)
        sched_setaffinity(0, sizeof mask->bits, (const cpu_set_t *)mask->bits);
}
