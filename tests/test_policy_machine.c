// SPDX-License-Identifier: MIT
// CPUs, cores and performance cores of fake machines. Quotas: test_policy_cgroup.
#include "policy/cpus.h"
#include "policy/machine.h"
#include "tests/machine_tree.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { ALL = CAP_QUOTA | CAP_PHYSICAL | CAP_PERFORMANCE };

// Reads and removes the tree.
static void expect_machine(const struct machine_tree *tree, unsigned wanted, struct machine is)
{
    struct machine machine;
    memset(&machine, 0x5a, sizeof machine);
    machine_read(&machine, tree->root, wanted);
    cr_expect_eq(machine.allowed, is.allowed, "allowed %d", machine.allowed);
    cr_expect_eq(machine.physical, is.physical, "physical %d", machine.physical);
    cr_expect_eq(machine.performance, is.performance, "performance %d", machine.performance);
    cr_expect_eq(machine.performance_physical, is.performance_physical, "both %d",
                 machine.performance_physical);
    cr_expect_eq(machine.quota, is.quota, "quota %g", machine.quota);
    machine_tree_remove(tree);
}

// CPUs first..last, of which n and n + apart share a core.
static void add_pairs(const struct machine_tree *tree, int first, int count, int apart)
{
    for (int i = first; i < first + count; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d,%d\n", i, i + apart);
        machine_tree_print_cpu(tree, i, "topology/core_cpus_list", text);
        machine_tree_print_cpu(tree, i + apart, "topology/core_cpus_list", text);
    }
}

static void add_singles(const struct machine_tree *tree, int first, int count)
{
    for (int i = first; i < first + count; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d\n", i);
        machine_tree_print_cpu(tree, i, "topology/core_cpus_list", text);
    }
}

static void make_smt(struct machine_tree *tree, const char *allowed)
{
    machine_tree_make(tree);
    machine_tree_allow(tree, allowed);
    add_pairs(tree, 0, 16, 16);
}

static void make_hybrid(struct machine_tree *tree, const char *allowed)
{
    static const struct machine_tree_file files[] = {
        {"/sys/devices/cpu_core/cpus", "0-15\n"}, {"/sys/devices/cpu_atom/cpus", "16-31\n"}, {0}};
    machine_tree_make(tree);
    machine_tree_allow(tree, allowed);
    machine_tree_fill(tree, files);
    for (int i = 0; i < 16; i += 2)
        add_pairs(tree, i, 1, 1);
    add_singles(tree, 16, 16);
}

static void make_capacities(struct machine_tree *tree, const char *allowed,
                            const char *const *capacities)
{
    machine_tree_make(tree);
    machine_tree_allow(tree, allowed);
    for (int i = 0; capacities[i]; i++)
        machine_tree_print_cpu(tree, i, "cpu_capacity", capacities[i]);
}

Test(policy_machine, smt_siblings_are_one_core)
{
    struct machine_tree tree;
    make_smt(&tree, "0-31");
    expect_machine(&tree, ALL, (struct machine){32, 16, 32, 16, 0});
}

Test(policy_machine, older_kernels_name_siblings_otherwise)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_allow(&tree, "0-1");
    machine_tree_print_cpu(&tree, 0, "topology/thread_siblings_list", "0-1\n");
    machine_tree_print_cpu(&tree, 1, "topology/thread_siblings_list", "0-1\n");
    expect_machine(&tree, ALL, (struct machine){2, 1, 2, 1, 0});
}

Test(policy_machine, affinity_narrower_than_the_machine)
{
    struct machine_tree tree;
    make_smt(&tree, "2-3,18-19");
    expect_machine(&tree, ALL, (struct machine){4, 2, 4, 2, 0});
    make_smt(&tree, "2-3,20");
    expect_machine(&tree, ALL, (struct machine){3, 3, 3, 3, 0});
}

Test(policy_machine, intel_hybrid)
{
    struct machine_tree tree;
    make_hybrid(&tree, "0-31");
    expect_machine(&tree, ALL, (struct machine){32, 24, 16, 8, 0});
    make_hybrid(&tree, "1,14-17");
    expect_machine(&tree, ALL, (struct machine){5, 4, 3, 2, 0});
}

Test(policy_machine, only_slow_cores_allowed_are_all_alike)
{
    struct machine_tree tree;
    make_hybrid(&tree, "16-19");
    expect_machine(&tree, ALL, (struct machine){4, 4, 4, 4, 0});
}

Test(policy_machine, arm_big_little)
{
    static const char *const capacities[] = {"446\n", "446\n",  "446\n",  "446\n", "1024\n",
                                             "990\n", "1024\n", "1010\n", NULL};
    struct machine_tree tree;
    make_capacities(&tree, "0-7", capacities);
    add_singles(&tree, 0, 8);
    expect_machine(&tree, ALL, (struct machine){8, 8, 4, 4, 0});
    make_capacities(&tree, "0-4", capacities);
    expect_machine(&tree, ALL, (struct machine){5, 0, 1, 0, 0});
    make_capacities(&tree, "0-3", capacities);
    expect_machine(&tree, ALL, (struct machine){4, 0, 4, 0, 0});
}

Test(policy_machine, prime_core_does_not_run_alone)
{
    static const char *const capacities[] = {"325\n", "325\n", "325\n",  "325\n", "870\n",
                                             "870\n", "870\n", "1024\n", NULL};
    struct machine_tree tree;
    make_capacities(&tree, "0-7", capacities);
    expect_machine(&tree, CAP_PERFORMANCE, (struct machine){8, 0, 4, 0, 0});
}

Test(policy_machine, one_silent_cpu_makes_capacities_unknown)
{
    static const char *const rows[][3] = {
        {"446", "1024"}, {"446", "0"}, {"446", "1025"}, {"446", "-1"}, {"446", "many"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct machine_tree tree;
        make_capacities(&tree, i == 0 ? "0-2" : "0-1", rows[i]);
        int count = i == 0 ? 3 : 2;
        expect_machine(&tree, CAP_PERFORMANCE, (struct machine){count, 0, count, 0, 0});
    }
}

Test(policy_machine, cpus_that_could_be_plugged_in_do_not_count)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_allow(&tree, "0-127");
    machine_tree_print(&tree, "/sys/devices/system/cpu/online", "0-3\n");
    add_pairs(&tree, 0, 2, 2);
    expect_machine(&tree, ALL, (struct machine){4, 2, 4, 2, 0});
}

Test(policy_machine, invented_list_of_online_cpus_is_ignored)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_allow(&tree, "8-11");
    machine_tree_print(&tree, "/sys/devices/system/cpu/online", "0-3\n");
    expect_machine(&tree, ALL, (struct machine){4, 0, 4, 0, 0});
}

Test(policy_machine, hypervisor_that_makes_all_cpus_siblings)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_allow(&tree, "0-15");
    for (int i = 0; i < 16; i++)
        machine_tree_print_cpu(&tree, i, "topology/core_cpus_list", "0-15\n");
    expect_machine(&tree, ALL, (struct machine){16, 0, 16, 0, 0});
}

Test(policy_machine, one_silent_cpu_makes_cores_unknown)
{
    struct machine_tree tree;
    make_smt(&tree, "0-32");
    expect_machine(&tree, ALL, (struct machine){33, 0, 33, 0, 0});
}

Test(policy_machine, core_without_its_own_cpu_makes_cores_unknown, .timeout = 20)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_allow(&tree, "0-1");
    machine_tree_print_cpu(&tree, 0, "topology/core_cpus_list", "1\n");
    machine_tree_print_cpu(&tree, 1, "topology/core_cpus_list", "1\n");
    expect_machine(&tree, CAP_PHYSICAL, (struct machine){.allowed = 2});
}

Test(policy_machine, every_second_of_8192_cpus)
{
    static char list[CPUS_LIST_SIZE];
    size_t length = 0;
    for (int cpu = 0; cpu < CPUS_MAX; cpu += 2)
        length += (size_t)snprintf(list + length, sizeof list - length, cpu ? ",%d" : "%d", cpu);
    cr_assert_lt(length, sizeof list - 1);
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_allow(&tree, list);
    expect_machine(&tree, 0, (struct machine){.allowed = CPUS_MAX / 2});
}

Test(policy_machine, only_what_is_wanted_is_read)
{
    struct machine_tree tree;
    make_hybrid(&tree, "0-31");
    expect_machine(&tree, CAP_QUOTA, (struct machine){.allowed = 32});
    make_hybrid(&tree, "0-31");
    expect_machine(&tree, CAP_PHYSICAL, (struct machine){.allowed = 32, .physical = 24});
    make_hybrid(&tree, "0-31");
    expect_machine(&tree, CAP_PERFORMANCE, (struct machine){.allowed = 32, .performance = 16});
}

Test(policy_machine, no_files_no_facts)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    expect_machine(&tree, ALL, (struct machine){0});
}

// Every file holds these bytes, and nothing may be made of them; then all but what they spoil is
// good.
static void expect_no_facts(const void *bytes, size_t size)
{
    static const char *const paths[] = {"/proc/self/status",
                                        "/proc/self/cgroup",
                                        "/proc/self/mountinfo",
                                        "/sys/fs/cgroup/cpu.max",
                                        "/sys/devices/cpu_core/cpus",
                                        "/sys/devices/system/cpu/online",
                                        "/sys/devices/system/cpu/cpu0/cpu_capacity",
                                        "/sys/devices/system/cpu/cpu0/topology/core_cpus_list"};
    struct machine_tree tree;
    machine_tree_make(&tree);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        machine_tree_write(&tree, paths[i], bytes, size);
    struct machine machine;
    machine_read(&machine, tree.root, ALL);
    cr_expect_eq(machine.allowed, 0);
    cr_expect_eq(machine.quota, 0);
    machine_tree_allow(&tree, "0-1");
    machine_tree_print(&tree, "/proc/self/cgroup", "0::/\n");
    machine_tree_print_cpu(&tree, 1, "cpu_capacity", "512\n");
    add_singles(&tree, 1, 1);
    expect_machine(&tree, ALL, (struct machine){2, 0, 2, 0, 0});
}

Test(policy_machine, garbage_is_no_fact)
{
    static const char *const texts[] = {"",
                                        "\n",
                                        " ",
                                        "-",
                                        "-1\n",
                                        "garbage\n",
                                        "99999999999999999999\n",
                                        "0x0\n",
                                        "0,\n",
                                        ",0\n",
                                        "3-0\n",
                                        "0-\n",
                                        "0-8192\n",
                                        "0 1\n",
                                        "0.5\n",
                                        "0-1x",
                                        "::::",
                                        "0::",
                                        "- - -",
                                        "1 - ",
                                        "Cpus_allowed_list:",
                                        "\xff\xfe",
                                        "max",
                                        "max\n",
                                        "1 2 3 4 5 - cgroup2 a b\n"};
    static char zeros[5000], nines[70000];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        expect_no_facts(texts[i], strlen(texts[i]));
    memset(nines, '9', sizeof nines);
    expect_no_facts(zeros, sizeof zeros);
    expect_no_facts(nines, sizeof nines);
    expect_no_facts("0\0-3\n", 6);
}

Test(policy_machine, this_machine_has_a_cpu)
{
    struct machine plain, slash;
    machine_read(&plain, "", ALL);
    machine_read(&slash, "/", ALL);
    cr_expect_gt(plain.allowed, 0);
    cr_expect_eq(memcmp(&plain, &slash, sizeof plain), 0);
}
