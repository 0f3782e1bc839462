// SPDX-License-Identifier: MIT
// Reads /proc, uname, and the facts that policies use.
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

const double host_others_much = 0.05;

// The value of the first line "KEY : VALUE". x86, POWER and s390 name their model so.
static bool find_value(FILE *file, const char *key, char *value, size_t room)
{
    char line[256];
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        size_t length = strlen(key);
        const char *colon = line + length + strspn(line + length, " \t");
        if (strncmp(line, key, length) != 0 || *colon != ':')
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        snprintf(value, room, "%.*s", (int)strcspn(colon, "\n"), colon);
        return *value != '\0';
    }
    return false;
}

// Arm tells numbers of implementer and part only.
static void read_cpu(char *cpu, size_t room)
{
    char implementer[32], part[32];
    FILE *file = fopen("/proc/cpuinfo", "re");
    snprintf(cpu, room, "unknown CPU");
    if (!file)
        return;
    if (!find_value(file, "model name", cpu, room) && !find_value(file, "cpu", cpu, room) &&
        find_value(file, "CPU implementer", implementer, sizeof implementer) &&
        find_value(file, "CPU part", part, sizeof part))
        snprintf(cpu, room, "Arm CPU (implementer %s, part %s)", implementer, part);
    fclose(file);
}

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
    const char *root = getenv("TEAMTRIM_ROOT");
    struct machine machine;
    struct utsname name;
    machine_read(&machine, root ? root : "", CAP_QUOTA);
    *host =
        (struct host){.allowed = machine.allowed > 0 ? machine.allowed : 1, .quota = machine.quota};
    read_cpu(host->cpu, sizeof host->cpu);
    if (uname(&name) == 0)
        snprintf(host->kernel, sizeof host->kernel, "%.30s %.40s %.20s", name.sysname, name.release,
                 name.machine);
    if (getloadavg(&host->load, 1) != 1)
        host->load = -1;
    host->others = watch_others();
}
