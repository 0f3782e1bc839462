// SPDX-License-Identifier: MIT
// sched_yield, which is interposed: a thread that calls it in a loop waits for another one. With
// [wait] yield = backoff it gets pauses, yields and sleeps (policy/backoff.h).
#ifndef TEAMTRIM_WAIT_H
#define TEAMTRIM_WAIT_H

#include <stdbool.h>

// Of the room above, where it is built: whether the caller is a virtual thread and others of its
// team have run here instead.
bool wait_is_served(const void *caller);

// Whether [wait] modules holds the object of this code, when yield = backoff.
bool wait_module_is_chosen(const void *caller);

#endif
