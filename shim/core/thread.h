// SPDX-License-Identifier: MIT
// What this thread is doing, for all who must know without knowing one another.
#ifndef TEAMTRIM_THREAD_H
#define TEAMTRIM_THREAD_H

struct thread {
    unsigned watch;   // not 0: OpenMP constructs here come to our own forms. ABI: entry_*.S
    unsigned trimmed; // regions around that got one thread in place of their team
};

extern _Thread_local struct thread thread_self;

#endif
