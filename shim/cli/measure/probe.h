// SPDX-License-Identifier: MIT
// The same work on all CPUs, again and again between measurements: how quiet the machine is.
#ifndef TEAMTRIM_CLI_PROBE_H
#define TEAMTRIM_CLI_PROBE_H

#include <stddef.h>

enum { PROBE_CPUS = 64, PROBE_SAMPLES = 1024 };

struct probe {
    int cpus; // threads, at most PROBE_CPUS
    struct probe_thread {
        double wall[PROBE_SAMPLES]; // seconds of a piece of work
        size_t count;
        double all_wall, all_cpu; // of all pieces, those that were not kept, too
    } threads[PROBE_CPUS];
};

// A piece of work in each thread, repeated for `seconds`.
void probe_run(struct probe *probe, double seconds);

// The mean over the threads of (q3 - q1) / median; CPUs may be of several kinds. Sorts samples.
double probe_spread(struct probe *probe);

// The share of their time that the threads did not have a CPU.
double probe_taken(const struct probe *probe);

#endif
