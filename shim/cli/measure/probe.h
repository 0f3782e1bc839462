// SPDX-License-Identifier: MIT
// The same work on all CPUs, again and again between measurements: how quiet the machine is.
#ifndef TEAMTRIM_CLI_PROBE_H
#define TEAMTRIM_CLI_PROBE_H

#include <stddef.h>

enum { PROBE_CPUS = 64, PROBE_SAMPLES = 1024 };

struct probe {
    int cpus;    // threads, at most PROBE_CPUS
    double busy; // share of its time that each works; the rest it sleeps
    struct probe_thread {
        double wall[PROBE_SAMPLES]; // seconds of a piece of work
        size_t count;
        double all_wall, all_cpu; // of all pieces, those that were not kept, too
    } threads[PROBE_CPUS];
};

// How many threads work on so many CPUs, and how much of the time, so that a quota of CPUs' worth
// of time (0: none) does not stop them: the time of a stopped thread looks as if others had it.
// Pure.
void probe_plan(struct probe *probe, int cpus, double quota);

// A piece of work in each thread, repeated for `seconds`.
void probe_run(struct probe *probe, double seconds);

// The mean over the threads of (q3 - q1) / median; CPUs may be of several kinds. Sorts samples.
double probe_spread(struct probe *probe);

// The share of their time that the threads did not have a CPU.
double probe_taken(const struct probe *probe);

#endif
