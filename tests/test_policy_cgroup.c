// SPDX-License-Identifier: MIT
// CPU quotas of control groups: each way in which hosts and containers mount them.
#include "policy/cgroup.h"
#include "tests/machine_tree.h"

#include <criterion/criterion.h>
#include <string.h>

#define V2_MOUNT "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
#define V1_MOUNT \
    "33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
#define V1 "/sys/fs/cgroup/cpu,cpuacct"
#define GROUP "/proc/self/cgroup"
#define MOUNTS "/proc/self/mountinfo"

static void expect_files(const struct machine_tree_file *files, double quota)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_fill(&tree, files);
    double found = cgroup_read_quota(tree.root);
    cr_expect_eq(found, quota, "%g, not %g", found, quota);
    machine_tree_remove(&tree);
}

#define EXPECT_QUOTA(quota, ...) \
    expect_files((const struct machine_tree_file[]){__VA_ARGS__, {NULL, NULL}}, quota)

Test(policy_cgroup, container_of_version_2)
{
    EXPECT_QUOTA(2, {GROUP, "0::/\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/cpu.max", "200000 100000\n"});
    EXPECT_QUOTA(0.5, {GROUP, "0::/\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/cpu.max", "50000 100000\n"});
    EXPECT_QUOTA(0, {GROUP, "0::/\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/cpu.max", "max 100000\n"});
}

Test(policy_cgroup, smallest_of_a_group_and_those_above)
{
    EXPECT_QUOTA(1.5, {GROUP, "0::/slice/pod/leaf\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/slice/cpu.max", "150000 100000\n"},
                 {"/sys/fs/cgroup/slice/pod/cpu.max", "800000 100000\n"},
                 {"/sys/fs/cgroup/slice/pod/leaf/cpu.max", "400000 100000\n"});
    EXPECT_QUOTA(3, {GROUP, "0::/slice/leaf\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/slice/cpu.max", "30000 10000\n"},
                 {"/sys/fs/cgroup/slice/leaf/cpu.max", "max 100000\n"});
    EXPECT_QUOTA(2, {GROUP, "0::/slice/leaf\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/slice/cpu.max", "max 100000\n"},
                 {"/sys/fs/cgroup/slice/leaf/cpu.max", "200000 100000\n"});
}

Test(policy_cgroup, groups_beside_ours_do_not_count)
{
    EXPECT_QUOTA(0, {GROUP, "0::/slice/leaf\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/slice/other/cpu.max", "200000 100000\n"},
                 {"/sys/fs/cgroup/slice/leaf/below/cpu.max", "200000 100000\n"},
                 {"/sys/fs/cpu.max", "200000 100000\n"}, {"/cpu.max", "200000 100000\n"});
}

Test(policy_cgroup, version_1)
{
    EXPECT_QUOTA(2, {GROUP, "5:cpu,cpuacct:/\n4:memory:/other\n"}, {MOUNTS, V1_MOUNT},
                 {V1 "/cpu.cfs_quota_us", "200000\n"}, {V1 "/cpu.cfs_period_us", "100000\n"});
    EXPECT_QUOTA(0, {GROUP, "5:cpu,cpuacct:/\n"}, {MOUNTS, V1_MOUNT},
                 {V1 "/cpu.cfs_quota_us", "-1\n"}, {V1 "/cpu.cfs_period_us", "100000\n"});
    EXPECT_QUOTA(0, {GROUP, "5:cpu,cpuacct:/\n"}, {MOUNTS, V1_MOUNT},
                 {V1 "/cpu.cfs_quota_us", "200000\n"});
    EXPECT_QUOTA(0, {GROUP, "5:cpuacct,cpuset:/\n"}, {MOUNTS, V1_MOUNT},
                 {V1 "/cpu.cfs_quota_us", "200000\n"}, {V1 "/cpu.cfs_period_us", "100000\n"});
    EXPECT_QUOTA(0, {GROUP, "0::/\n"}, {MOUNTS, V1_MOUNT}, {V1 "/cpu.cfs_quota_us", "200000\n"},
                 {V1 "/cpu.cfs_period_us", "100000\n"});
}

Test(policy_cgroup, version_1_nested)
{
    EXPECT_QUOTA(
        1.25, {GROUP, "5:cpuacct,cpu:/pod/leaf\n"}, {MOUNTS, V1_MOUNT},
        {V1 "/pod/cpu.cfs_quota_us", "125000\n"}, {V1 "/pod/cpu.cfs_period_us", "100000\n"},
        {V1 "/pod/leaf/cpu.cfs_quota_us", "-1\n"}, {V1 "/pod/leaf/cpu.cfs_period_us", "100000\n"});
}

// The container's own group is mounted; its path is the host's.
Test(policy_cgroup, docker_with_version_1_in_the_hosts_namespace)
{
    EXPECT_QUOTA(4, {GROUP, "5:cpu,cpuacct:/docker/c0ffee\n"},
                 {MOUNTS, "33 31 0:30 /docker/c0ffee " V1 " ro - cgroup cgroup rw,cpu,cpuacct\n"},
                 {V1 "/cpu.cfs_quota_us", "400000\n"}, {V1 "/cpu.cfs_period_us", "100000\n"});
    EXPECT_QUOTA(2, {GROUP, "5:cpu,cpuacct:/docker/c0ffee/job\n"},
                 {MOUNTS, "33 31 0:30 /docker/c0ffee " V1 " ro - cgroup cgroup rw,cpu,cpuacct\n"},
                 {V1 "/cpu.cfs_quota_us", "400000\n"}, {V1 "/cpu.cfs_period_us", "100000\n"},
                 {V1 "/job/cpu.cfs_quota_us", "200000\n"},
                 {V1 "/job/cpu.cfs_period_us", "100000\n"});
}

Test(policy_cgroup, group_of_another_container_is_not_ours)
{
    EXPECT_QUOTA(0, {GROUP, "0::/docker/c0ffee\n"},
                 {MOUNTS, "31 23 0:28 /docker/c0f /mnt rw - cgroup2 cgroup2 rw\n"},
                 {"/mnt/cpu.max", "200000 100000\n"}, {"/mnt/fee/cpu.max", "200000 100000\n"});
    const struct cgroup_mount mount = {2, "/docker/c0f", "/mnt"};
    cr_expect_null(cgroup_find_below(&mount, "/docker/c0ffee"));
    cr_expect_str_eq(cgroup_find_below(&mount, "/docker/c0f/fee"), "/fee");
}

Test(policy_cgroup, path_that_cannot_be_seen_ends_at_the_nearest_that_can)
{
    EXPECT_QUOTA(2, {GROUP, "0::/kubepods/pod/gone\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/cpu.max", "200000 100000\n"});
    EXPECT_QUOTA(2, {GROUP, "0::/../other\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/cpu.max", "200000 100000\n"},
                 {"/sys/fs/other/cpu.max", "100000 100000\n"});
    EXPECT_QUOTA(2, {GROUP, "0::/pod (deleted)\n"}, {MOUNTS, V2_MOUNT},
                 {"/sys/fs/cgroup/cpu.max", "200000 100000\n"});
}

Test(policy_cgroup, mount_that_shows_groups_above_the_namespace)
{
    EXPECT_QUOTA(2, {GROUP, "0::/job\n"},
                 {MOUNTS, "31 23 0:28 /.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"},
                 {"/sys/fs/cgroup/cpu.max", "200000 100000\n"},
                 {"/sys/fs/cgroup/job/cpu.max", "100000 100000\n"});
    EXPECT_QUOTA(1, {GROUP, "0::/../job\n"},
                 {MOUNTS, "31 23 0:28 /.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"},
                 {"/sys/fs/cgroup/cpu.max", "200000 100000\n"},
                 {"/sys/fs/cgroup/job/cpu.max", "100000 100000\n"});
    EXPECT_QUOTA(0, {GROUP, "0::/job\n"},
                 {MOUNTS, "31 23 0:28 /../other /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"},
                 {"/sys/fs/cgroup/cpu.max", "200000 100000\n"});
}

Test(policy_cgroup, both_versions_mounted)
{
    static const char mounts[] =
        V1_MOUNT "34 31 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
    EXPECT_QUOTA(2, {GROUP, "5:cpu,cpuacct:/pod\n1:name=systemd:/pod\n0::/pod\n"}, {MOUNTS, mounts},
                 {V1 "/pod/cpu.cfs_quota_us", "200000\n"},
                 {V1 "/pod/cpu.cfs_period_us", "100000\n"});
    EXPECT_QUOTA(1, {GROUP, "5:cpu,cpuacct:/pod\n0::/pod\n"}, {MOUNTS, mounts},
                 {V1 "/pod/cpu.cfs_quota_us", "200000\n"},
                 {V1 "/pod/cpu.cfs_period_us", "100000\n"},
                 {"/sys/fs/cgroup/unified/pod/cpu.max", "100000 100000\n"});
}

Test(policy_cgroup, mounted_elsewhere_with_blanks_in_the_name)
{
    EXPECT_QUOTA(2, {GROUP, "0::/a b\\x2dc:d/job\n"},
                 {MOUNTS, "1 1 0:1 / / rw - ext4 /dev/sda rw\n"
                          "31 23 0:28 /a\\040b\\134x2dc:d /my\\040groups rw - cgroup2 none rw\n"},
                 {"/my groups/job/cpu.max", "200000 100000\n"});
    EXPECT_QUOTA(2, {GROUP, "0::/a\n"}, {MOUNTS, "31 23 0:28 / / rw - cgroup2  rw\n"},
                 {"/a/cpu.max", "200000 100000\n"});
}

Test(policy_cgroup, without_mountinfo_the_usual_places)
{
    EXPECT_QUOTA(2, {GROUP, "0::/pod\n"}, {"/sys/fs/cgroup/pod/cpu.max", "200000 100000\n"});
    EXPECT_QUOTA(2, {GROUP, "5:cpu,cpuacct:/\n"}, {V1 "/cpu.cfs_quota_us", "200000\n"},
                 {V1 "/cpu.cfs_period_us", "100000\n"});
    EXPECT_QUOTA(2, {GROUP, "5:cpu:/\n"}, {"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n"},
                 {"/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"});
}

Test(policy_cgroup, long_lines_of_other_mounts_are_passed_over)
{
    static char mounts[20000];
    memset(mounts, 'x', 9000);
    strcpy(mounts + 9000, "\n" V2_MOUNT);
    EXPECT_QUOTA(2, {GROUP, "0::/\n"}, {MOUNTS, mounts},
                 {"/sys/fs/cgroup/cpu.max", "200000 100000\n"});
}

Test(policy_cgroup, values_that_the_kernel_cannot_have_written)
{
    static const char *const texts[] = {"",
                                        "max",
                                        "200000",
                                        "200000 ",
                                        " 200000 100000",
                                        "200000 0",
                                        "0 100000",
                                        "-1 100000",
                                        "-200000 -100000",
                                        "999 100000",
                                        "1000 1000001",
                                        "1000 999999999999",
                                        "100000 999",
                                        "200000 100000 1",
                                        "200000  100000",
                                        "2e5 100000",
                                        "0x200000 100000",
                                        "99999999999999999999999 100000",
                                        "9223372036854775808 100000",
                                        "200000 99999999999999999999999",
                                        "200000\t100000"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cr_expect_eq(cgroup_parse_max(texts[i]), 0, "%s", texts[i]);
    cr_expect_eq(cgroup_parse_max("1000 1000000"), 0.001);
    cr_expect_eq(cgroup_parse_max("200000 100000"), 2);
    cr_expect_eq(cgroup_parse_quota("250000", "100000\n"), 2.5);
    cr_expect_eq(cgroup_parse_quota("-1", "100000"), 0);
}

Test(policy_cgroup, lines_that_are_no_mounts_of_groups)
{
    static const char *const lines[] = {
        "",
        "-",
        " - ",
        " - cgroup2",
        " - cgroup2 a b",
        "1 2 3 / - cgroup2 a b",
        "1 2 3 / /p rw - cgroup2 a",
        "1 2 3 p /p rw - cgroup2 a b",
        "1 2 3 / p rw - cgroup2 a b",
        "1 2 3 / /p rw - cgroup a rw,cpuset",
        "1 2 3 / /p rw - cgroup a rw,xcpu,cpux",
        "1 2 3 / /p rw - tmpfs a rw,cpu",
        "1 2 3 / /p rw cgroup2 a rw",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct cgroup_mount mount;
        char line[128];
        strcpy(line, lines[i]);
        cr_expect_not(cgroup_parse_mount(line, &mount), "%s", lines[i]);
    }
}
