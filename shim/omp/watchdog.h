// SPDX-License-Identifier: MIT
// The watchdog: a thread that looks at the lazy teams every few milliseconds while regions run
// lazily, and has those adopted that do not get on. It is there from the first lazy region on, and
// ends when no thread is left that has had one.
#ifndef TEAMTRIM_WATCHDOG_H
#define TEAMTRIM_WATCHDOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

extern _Atomic int watchdog_state; // 2: it runs
extern _Atomic uint32_t watchdog_asleep;

// The slow path of watchdog_runs.
bool watchdog_start(void);

// Whether there is one; starts it.
static inline bool watchdog_runs(void)
{
    return __builtin_expect(atomic_load_explicit(&watchdog_state, memory_order_relaxed) == 2, true)
               ? true
               : watchdog_start();
}

void watchdog_wake(void);

// A region begins: its claim has been stored, by an operation that is ordered before this.
static inline void watchdog_notice(void)
{
    if (__builtin_expect(atomic_load(&watchdog_asleep), false))
        watchdog_wake();
}

#endif
