// SPDX-License-Identifier: MIT
// What a measurement was made on: CPU, kernel, quota, and who else was at work.
#ifndef TEAMTRIM_CLI_HOST_H
#define TEAMTRIM_CLI_HOST_H

struct host {
    char cpu[96];    // this_machine_model
    char kernel[96]; // "Linux 6.1.0 x86_64"
    int allowed;     // CPUs that this process may run on, at least 1
    double quota;    // CPUs' worth of time that control groups grant; 0: no limit, or unknown
    double load;     // average of the last minute; -1: unknown
    double others;   // share of the allowed CPUs' time, 0 to 1, that was used while this process
                     // slept for a moment; -1: unknown
};

// Takes HOST_WATCH_MS. TEAMTRIM_ROOT stands for / where model, CPUs and quota are read.
enum { HOST_WATCH_MS = 200 };
void host_read(struct host *host);

// From this share of `others` on, figures of teams are those of fewer CPUs.
extern const double host_others_much;

#endif
