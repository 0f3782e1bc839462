// SPDX-License-Identifier: MIT
// Facts of the machine, and the size of team that they leave sense in (design section 6.4).
#ifndef TEAMTRIM_POLICY_MACHINE_H
#define TEAMTRIM_POLICY_MACHINE_H

// What may cap a team: bits of [team] cap.
enum cap_source { CAP_QUOTA = 1, CAP_PHYSICAL = 2, CAP_PERFORMANCE = 4 };

// 0 where it is not known or was not asked for.
struct machine {
    int allowed;     // CPUs that this process may run on
    int physical;    // cores that these belong to
    int performance; // those on performance cores; all, where the machine tells no difference
    int performance_physical; // cores that these belong to
    double quota;             // CPUs' worth of time that control groups grant
};

// Reads below `root` ("" and "/" are the real one) what `wanted` (enum cap_source) needs: `allowed`
// always, `performance_physical` for both kinds of core. What is missing or makes no sense stays
// unknown. Allocates nothing; needs 36 KiB of stack. Sources: proc(5), cgroups(7), the kernel's
// Documentation/admin-guide/cputopology.rst and cgroup-v2.rst, Documentation/ABI/testing/
// sysfs-devices-system-cpu (cpu_capacity).
void machine_read(struct machine *machine, const char *root, unsigned wanted);

// Groups of allowed CPUs that share a last-level cache; 1 where it is not known. Source: the cache
// folders of cputopology.
int machine_core_groups(const char *root);

// Where an allowed CPU lies. A core and a group (as above) are called by their first allowed CPU;
// -1 where it is not known.
struct machine_place {
    int cpu, core, group;
};

// Fills at most `room` places, rising by CPU. Returns how many; 0 where the CPUs are not known.
int machine_find_places(struct machine_place *places, int room, const char *root);

struct team_cap {
    int size;        // threads; 0: no cap
    char source[64]; // why, for the log: "quota 2.0 of 14"; "" without a cap
};

// The smallest of what `sources` (enum cap_source) and `number` (0: none) name, with a quota
// rounded up. No cap where that is not below machine->allowed, so a cap never enlarges a team.
// Pure.
void machine_cap(struct team_cap *cap, const struct machine *machine, unsigned sources, int number);

#endif
