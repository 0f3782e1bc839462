// SPDX-License-Identifier: MIT
// Threads that stay on a CPU, while this process's own may still run anywhere.
#ifndef TEAMTRIM_CLI_PINNED_H
#define TEAMTRIM_CLI_PINNED_H

// Binds the calling thread. -1, or a CPU that is not allowed: it stays as it was.
void pinned_bind_thread(int cpu);

#endif
