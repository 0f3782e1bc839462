// SPDX-License-Identifier: MIT
// Who ran which iteration of a dynamic loop, and in what order: what every schedule must keep.
#ifndef TEAMTRIM_VICTIMS_OMP_LEDGER_H
#define TEAMTRIM_VICTIMS_OMP_LEDGER_H

#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { LEDGER_MOST = 2048, LEDGER_THREADS = 64 };

struct ledger {
    int ran[LEDGER_MOST];   // times
    int owner[LEDGER_MOST]; // thread
    int step[LEDGER_MOST];  // of its thread's iterations this was the step-th
    int steps[LEDGER_THREADS][16];
};

static inline void ledger_clear(struct ledger *ledger)
{
    memset(ledger, 0, sizeof *ledger);
}

// By the thread that runs iteration `index`, counted from 0 in the loop's order.
static inline void ledger_record(struct ledger *ledger, long long index)
{
    int thread = omp_get_thread_num() % LEDGER_THREADS;

    if (index < 0 || index >= LEDGER_MOST) {
        printf("iteration %lld is none\n", index);
        return;
    }
#pragma omp atomic
    ledger->ran[index]++;
    ledger->owner[index] = thread;
    ledger->step[index] = ledger->steps[thread][0]++;
}

static inline long ledger_count_wrong(const struct ledger *ledger, long count)
{
    long wrong = 0;

    for (long i = 0; i < LEDGER_MOST; i++)
        wrong += ledger->ran[i] != (i < count);
    return wrong;
}

// Chunks of which a part ran elsewhere, or with something in between.
static inline long ledger_count_broken(const struct ledger *ledger, long count, long chunk)
{
    long broken = 0;

    for (long i = 0; i < count; i++)
        if (i % chunk != 0)
            broken += ledger->owner[i] != ledger->owner[i - 1] ||
                      ledger->step[i] != ledger->step[i - 1] + 1;
    return broken;
}

// Iterations that a thread ran after a later one of its own.
static inline long ledger_count_backwards(const struct ledger *ledger, long count)
{
    int latest[LEDGER_THREADS];
    long backwards = 0;

    memset(latest, -1, sizeof latest);
    for (long i = 0; i < count; i++) {
        backwards += ledger->step[i] < latest[ledger->owner[i]];
        latest[ledger->owner[i]] = ledger->step[i];
    }
    return backwards;
}

#endif
