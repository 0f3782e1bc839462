// SPDX-License-Identifier: MIT
// Counts the CPUs that this process may use, their cores, and those of the fast kind.
#include "policy/machine.h"

#include "policy/cgroup.h"
#include "policy/cpus.h"
#include "policy/facts.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define CPU_FOLDER "/sys/devices/system/cpu"

// Not inlined, nor is find_capable: callers call one another, and each would hold a line.
__attribute__((noinline)) static bool read_list(const char *root, const char *path,
                                                const char *prefix, struct cpus *cpus)
{
    char line[CPUS_LIST_SIZE];
    const char *text = facts_find_line(root, path, prefix, line, sizeof line);
    return text && cpus_parse_list(cpus, text);
}

// A process may be allowed CPUs that are not there: by default all that could ever be plugged in. A
// container's invented list of those online (lxcfs) need not meet the true ones: then it is none.
static bool read_allowed(const char *root, struct cpus *allowed)
{
    struct cpus online;
    if (!read_list(root, "/proc/self/status", "Cpus_allowed_list:", allowed))
        return false;
    if (read_list(root, CPU_FOLDER "/online", "", &online)) {
        cpus_keep(&online, allowed);
        if (cpus_count(&online) > 0)
            *allowed = online;
    }
    return true;
}

// ---- cores

// No CPU has more than 8 threads a core (POWER). A hypervisor that makes all its CPUs siblings must
// not leave one thread of the team.
enum { MOST_SIBLINGS = 8 };

static bool read_siblings(const char *root, int cpu, struct cpus *siblings)
{
    static const char *const names[] = {"core_cpus_list", "thread_siblings_list"};
    for (int i = 0; i < 2; i++) { // the second is the older name
        char path[96];
        snprintf(path, sizeof path, CPU_FOLDER "/cpu%d/topology/%s", cpu, names[i]);
        if (read_list(root, path, "", siblings) && cpus_have(siblings, cpu) &&
            cpus_count(siblings) <= MOST_SIBLINGS)
            return true;
    }
    return false;
}

// 0 if one of them does not tell its core.
static int count_cores(const char *root, const struct cpus *cpus)
{
    struct cpus left = *cpus, siblings;
    int cores = 0;
    for (int cpu = cpus_next(&left, 0); cpu >= 0; cpu = cpus_next(&left, cpu)) {
        if (!read_siblings(root, cpu, &siblings))
            return 0;
        cpus_drop(&left, &siblings);
        cores++;
    }
    return cores;
}

// ---- performance cores

enum { LARGEST_CAPACITY = 1024 }; // the kernel's scale: 1024 is the fastest CPU of the machine

// 1 to LARGEST_CAPACITY, or 0.
static int read_capacity(const char *root, int cpu)
{
    char path[96], line[16];
    int capacity = 0;
    snprintf(path, sizeof path, CPU_FOLDER "/cpu%d/cpu_capacity", cpu);
    const char *text = facts_find_line(root, path, "", line, sizeof line);
    for (; text && *text >= '0' && *text <= '9' && capacity <= LARGEST_CAPACITY; text++)
        capacity = capacity * 10 + (*text - '0');
    return text && *text == '\0' && capacity <= LARGEST_CAPACITY ? capacity : 0;
}

// Fast are those with three quarters of the largest capacity or more. Chips that are all of one
// kind differ by some 10 % (binning, favoured cores), and so do a prime core and the big ones
// beside it: a limit that near would leave such a team one thread. Arm's little cores have two
// thirds at most. False if a CPU does not tell.
__attribute__((noinline)) static bool find_capable(const char *root, const struct cpus *allowed,
                                                   struct cpus *fast)
{
    uint16_t capacities[CPUS_MAX];
    int largest = 0;
    for (int cpu = cpus_next(allowed, 0); cpu >= 0; cpu = cpus_next(allowed, cpu + 1)) {
        int capacity = read_capacity(root, cpu);
        if (capacity == 0)
            return false;
        capacities[cpu] = (uint16_t)capacity;
        largest = capacity > largest ? capacity : largest;
    }
    memset(fast, 0, sizeof *fast);
    for (int cpu = cpus_next(allowed, 0); cpu >= 0; cpu = cpus_next(allowed, cpu + 1))
        if (4 * capacities[cpu] >= 3 * largest)
            cpus_add(fast, cpu);
    return true;
}

// Intel's hybrids name their fast CPUs. A process that may not run on any of them has, for itself,
// a machine of one kind.
static void find_fast(const char *root, const struct cpus *allowed, struct cpus *fast)
{
    if (read_list(root, "/sys/devices/cpu_core/cpus", "", fast))
        cpus_keep(fast, allowed);
    else if (!find_capable(root, allowed, fast))
        *fast = *allowed;
    if (cpus_count(fast) == 0)
        *fast = *allowed;
}

void machine_read(struct machine *machine, const char *root, unsigned wanted)
{
    struct cpus allowed, fast;
    *machine = (struct machine){0};
    if (wanted & CAP_QUOTA)
        machine->quota = cgroup_read_quota(root);
    if (!read_allowed(root, &allowed))
        return;
    machine->allowed = cpus_count(&allowed);
    if (wanted & CAP_PHYSICAL)
        machine->physical = count_cores(root, &allowed);
    if (!(wanted & CAP_PERFORMANCE))
        return;
    find_fast(root, &allowed, &fast);
    machine->performance = cpus_count(&fast);
    if (machine->physical > 0)
        machine->performance_physical = count_cores(root, &fast);
}

// ---- caches

// The highest of a CPU's caches has the largest index.
static bool read_cache_group(const char *root, int cpu, struct cpus *group)
{
    enum { HIGHEST = 4 };
    for (int index = HIGHEST; index >= 2; index--) {
        char path[96];
        snprintf(path, sizeof path, CPU_FOLDER "/cpu%d/cache/index%d/shared_cpu_list", cpu, index);
        if (read_list(root, path, "", group) && cpus_have(group, cpu))
            return true;
    }
    return false;
}

int machine_core_groups(const char *root)
{
    struct cpus left, group;
    int groups = 0;
    if (!read_allowed(root, &left))
        return 1;
    for (int cpu = cpus_next(&left, 0); cpu >= 0; cpu = cpus_next(&left, cpu)) {
        if (!read_cache_group(root, cpu, &group))
            return 1;
        cpus_drop(&left, &group);
        groups++;
    }
    return groups > 0 ? groups : 1;
}

// ---- places

// The first of `set` that is allowed, which may be empty.
static int first_allowed(struct cpus *set, const struct cpus *allowed)
{
    cpus_keep(set, allowed);
    return cpus_next(set, 0);
}

int machine_find_places(struct machine_place *places, int room, const char *root)
{
    struct cpus allowed, set;
    int count = 0;
    if (!read_allowed(root, &allowed))
        return 0;
    for (int cpu = cpus_next(&allowed, 0); cpu >= 0 && count < room;
         cpu = cpus_next(&allowed, cpu + 1)) {
        struct machine_place *place = &places[count++];
        *place = (struct machine_place){cpu, -1, -1};
        if (read_siblings(root, cpu, &set))
            place->core = first_allowed(&set, &allowed);
        if (read_cache_group(root, cpu, &set))
            place->group = first_allowed(&set, &allowed);
    }
    return count;
}
