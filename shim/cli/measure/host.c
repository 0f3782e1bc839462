// SPDX-License-Identifier: MIT
// Reads /proc/stat, uname, and the facts that policies use.
#include "shim/cli/measure/host.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "policy/policy.h"
#include "shim/cli/this_machine.h"

const double host_others_much = 0.05;

struct ticks {
    uint64_t idle, all;
};

// "cpuN user nice system idle iowait irq softirq steal ...", proc(5).
static void add_ticks(const char *line, const cpu_set_t *allowed, struct ticks *ticks)
{
    unsigned long long t[8] = {0};
    int cpu;
    if (sscanf(line, "cpu%d %llu %llu %llu %llu %llu %llu %llu %llu", &cpu, &t[0], &t[1], &t[2],
               &t[3], &t[4], &t[5], &t[6], &t[7]) < 5 ||
        cpu < 0 || !CPU_ISSET_S((size_t)cpu, sizeof *allowed, allowed))
        return;
    for (int i = 0; i < 8; i++)
        ticks->all += t[i];
    ticks->idle += t[3] + t[4];
}

static struct ticks read_ticks(void)
{
    struct ticks ticks = {0, 0};
    char line[512];
    cpu_set_t allowed;
    FILE *file = fopen("/proc/stat", "re");
    if (file && sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        while (fgets(line, sizeof line, file))
            if (strncmp(line, "cpu", 3) == 0 && line[3] != ' ')
                add_ticks(line, &allowed, &ticks);
    if (file)
        fclose(file);
    return ticks;
}

static double watch_others(void)
{
    const struct timespec pause = {0, HOST_WATCH_MS * 1000000L};
    struct ticks before = read_ticks();
    nanosleep(&pause, NULL);
    struct ticks after = read_ticks();
    if (after.all <= before.all || after.idle < before.idle)
        return -1;
    return 1 - (double)(after.idle - before.idle) / (double)(after.all - before.all);
}

void host_read(struct host *host)
{
    struct machine machine;
    struct utsname name;
    machine_read(&machine, this_machine_root(), CAP_QUOTA);
    *host =
        (struct host){.allowed = machine.allowed > 0 ? machine.allowed : 1, .quota = machine.quota};
    this_machine_model(host->cpu, sizeof host->cpu);
    if (uname(&name) == 0)
        snprintf(host->kernel, sizeof host->kernel, "%.30s %.40s %.20s", name.sysname, name.release,
                 name.machine);
    if (getloadavg(&host->load, 1) != 1)
        host->load = -1;
    host->others = watch_others();
}
