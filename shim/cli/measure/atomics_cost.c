// SPDX-License-Identifier: MIT
// Measures fetch-and-adds by one and by two pinned threads.
#include "shim/cli/measure/atomics_cost.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/cli.h"
#include "shim/cli/measure/clock_ns.h"
#include "shim/cli/measure/cpu_pairs.h"
#include "shim/cli/measure/pinned.h"
#include "shim/cli/measure/quartiles.h"
#include "shim/cli/this_machine.h"

enum { MOST_PLACES = 1024, BATCH = 1000, FEWEST = 4 };

struct contest {
    _Alignas(128) atomic_ulong counter;
    _Alignas(128) int64_t end;
    int threads;
};

struct contender {
    struct contest *contest;
    int cpu;
    struct quartiles_store *batches;
};

// ns an addition. `others`: what else was added to the counter meanwhile.
static double time_batch(atomic_ulong *counter, unsigned long *others)
{
    int64_t start = clock_ns();
    unsigned long first = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed), last = 0;
    for (int i = 1; i < BATCH; i++)
        last = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
    double ns = (double)(clock_ns() - start) / BATCH;
    *others = last - first - (BATCH - 1);
    return ns;
}

static void *contend(void *argument)
{
    struct contender *contender = argument;
    struct contest *contest = contender->contest;
    pinned_bind_thread(contender->cpu);
    while (clock_ns() < contest->end) {
        unsigned long others;
        double ns = time_batch(&contest->counter, &others);
        if (contest->threads == 1 || others >= BATCH / 2)
            quartiles_add(contender->batches, ns);
    }
    return NULL;
}

// The median of all batches; 0 if there were too few.
static double judge(struct quartiles_store stores[2], int count)
{
    static double all[2 * QUARTILES_ROOM];
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        memcpy(all + used, stores[i].values, stores[i].used * sizeof *all);
        used += stores[i].used;
    }
    return used >= FEWEST ? quartiles_find(all, used).median : 0;
}

// ns; 0 if it cannot be measured.
static double measure(const int *cpus, int count, double seconds)
{
    static struct quartiles_store stores[2];
    struct contest contest = {.threads = count};
    struct contender contenders[2];
    pthread_t threads[2];
    int made = 0;
    memset(stores, 0, sizeof stores);
    contest.end = clock_ns() + (int64_t)(1e9 * seconds);
    for (int i = 0; i < count; i++) {
        contenders[i] = (struct contender){&contest, cpus[i], &stores[i]};
        made += pthread_create(&threads[made], NULL, contend, &contenders[i]) == 0;
    }
    for (int i = 0; i < made; i++)
        pthread_join(threads[i], NULL);
    return made == count ? judge(stores, count) : 0;
}

int atomics_cost_measure(double seconds, struct atomics_cost *cost)
{
    static struct machine_place places[MOST_PLACES];
    int count = machine_find_places(places, MOST_PLACES, this_machine_root());
    int near[2], far[2];
    *cost = (struct atomics_cost){.groups = 1};
    if (count == 0)
        places[count++] = (struct machine_place){-1, -1, -1};
    bool within = cpu_pairs_within(places, count, near);
    bool across = cpu_pairs_across(places, count, far);
    double part = seconds / (1 + within + across);
    cost->groups = cpu_pairs_count_groups(places, count);
    cost->alone = measure(&places[0].cpu, 1, part);
    cost->within = within ? measure(near, 2, part) : 0;
    cost->across = across ? measure(far, 2, part) : 0;
    return cost->alone > 0 && (!within || cost->within > 0) && (!across || cost->across > 0) ? 0
                                                                                             : -1;
}

int cli_measure_atomics(int argc, char **argv)
{
    struct atomics_cost cost;
    int status = atomics_cost_measure(argc == 2 ? atof(argv[1]) : 0.3, &cost);
    printf("groups %d alone %.2f within %.2f across %.2f\n", cost.groups, cost.alone, cost.within,
           cost.across);
    return status == 0 ? CLI_DONE : CLI_FINDING;
}
