// SPDX-License-Identifier: MIT
// The thread's own state; all zero where no region of ours is running.
#include "shim/core/thread.h"

_Thread_local struct thread thread_self;
