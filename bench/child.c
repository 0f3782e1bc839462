// SPDX-License-Identifier: MIT
// What the measuring programs share: their arguments.
#include "bench/child.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Only now that the libraries are loaded: they have counted the CPUs and plan teams as ever.
static void pin(const char *cpu)
{
    cpu_set_t set;

    if (strcmp(cpu, "any") == 0)
        return;
    CPU_ZERO(&set);
    CPU_SET(atoi(cpu), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        perror("bench: sched_setaffinity");
}

static void read_sizes(struct child *child, char *list)
{
    for (char *size = strtok(list, ","); size; size = strtok(NULL, ","))
        if (child->size_count < CHILD_SIZES)
            child->sizes[child->size_count++] = atoll(size);
}

struct child child_start(int argc, char **argv)
{
    struct child child = {0};

    if (argc < CHILD_ARGUMENTS) {
        fprintf(stderr, "usage: %s CPU ROUNDS SAMPLE_US SIZES ... (the driver runs this)\n",
                argv[0]);
        exit(2);
    }
    pin(argv[1]);
    child.rounds = atoi(argv[2]);
    child.sample_ns = atof(argv[3]) * 1000;
    read_sizes(&child, argv[4]);
    return child;
}
