// SPDX-License-Identifier: MIT
// What is told of calls: each, each new decision, and the summary at exit.
#ifndef TEAMTRIM_OBSERVE_H
#define TEAMTRIM_OBSERVE_H

#include "shim/blas/call.h"

// Counts a call that took so many ticks, and logs it as the level asks. `kernel`: the kernel did
// all.
void observe_call(const struct call *call, bool kernel, uint64_t ticks);

#endif
