// SPDX-License-Identifier: MIT
// Slow paths: where a thread may hold the dynamic linker's locks on our behalf. Inside, signals
// wait, errno is kept, and no fork can happen that would leave those locks held for ever in the
// child.
#ifndef TEAMTRIM_GUARD_H
#define TEAMTRIM_GUARD_H

#include <signal.h>
#include <stdbool.h>

struct guard {
    sigset_t signals;
    int error;
};

// May be nested.
void guard_enter(struct guard *guard);
void guard_leave(const struct guard *guard);

// Whether this thread is in a slow path: a call that it meets there is our own question to a
// provider.
bool guard_is_inside(void);

#endif
