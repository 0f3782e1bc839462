// SPDX-License-Identifier: MIT
// The CPU quota of control groups, versions 1 and 2. Parsers take text; one function reads files.
#ifndef TEAMTRIM_POLICY_CGROUP_H
#define TEAMTRIM_POLICY_CGROUP_H

#include <stdbool.h>

// A place where groups are mounted.
struct cgroup_mount {
    int version;       // 1 (with the cpu controller) or 2
    const char *root;  // the group that is seen at `point`; like all groups' names, as seen from
                       // this process's namespace, so "/.." is above it
    const char *point; // "" is /
};

// A line of /proc/self/mountinfo, proc(5). It is cut up: the mount points into it. False if the
// line is no mount of groups that have a quota.
bool cgroup_parse_mount(char *line, struct cgroup_mount *mount);

// A line of /proc/self/cgroup, cgroups(7): this process's group. The path points into the line.
// `version` as above; false for other controllers' lines and garbage.
bool cgroup_parse_group(const char *line, int *version, const char **path);

// The way from `mount->point` to group `path`: "" or "/a/b". "" also where a name on the way cannot
// be known; NULL if other groups than this one and those above it are mounted there.
const char *cgroup_find_below(const struct cgroup_mount *mount, const char *path);

// cpu.cfs_quota_us and cpu.cfs_period_us of version 1: CPUs, 0 for none ("-1", garbage).
double cgroup_parse_quota(const char *quota, const char *period);

// cpu.max of version 2 ("200000 100000"): CPUs, 0 for none ("max", garbage).
double cgroup_parse_max(const char *text);

// The smallest quota of this process's groups and all above them that can be seen below `root`, in
// CPUs; 0 for none. Needs 28 KiB of stack.
double cgroup_read_quota(const char *root);

#endif
