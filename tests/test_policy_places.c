// SPDX-License-Identifier: MIT
// Cores and groups of the allowed CPUs of fake machines.
#include "policy/machine.h"
#include "tests/machine_tree.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { ROOM = 64 };

// CPUs first..first+count-1 share a cache of this index, and each pair of them a core.
static void add_group(const struct machine_tree *tree, int first, int count, int index)
{
    char list[32], name[64], pair[32];
    snprintf(list, sizeof list, "%d-%d\n", first, first + count - 1);
    snprintf(name, sizeof name, "cache/index%d/shared_cpu_list", index);
    for (int cpu = first; cpu < first + count; cpu++) {
        snprintf(pair, sizeof pair, "%d-%d\n", cpu / 2 * 2, cpu / 2 * 2 + 1);
        machine_tree_print_cpu(tree, cpu, name, list);
        machine_tree_print_cpu(tree, cpu, "topology/core_cpus_list", pair);
    }
}

static void make_two_groups(struct machine_tree *tree, const char *allowed)
{
    machine_tree_make(tree);
    machine_tree_allow(tree, allowed);
    add_group(tree, 0, 4, 3);
    add_group(tree, 4, 4, 3);
}

// `expected` ends with a CPU of -1. Removes the tree.
static void expect_places(const struct machine_tree *tree, int groups,
                          const struct machine_place *expected)
{
    struct machine_place places[ROOM];
    int count = machine_find_places(places, ROOM, tree->root), i;
    for (i = 0; i < count && expected[i].cpu >= 0; i++) {
        cr_expect_eq(places[i].cpu, expected[i].cpu);
        cr_expect_eq(places[i].core, expected[i].core, "core %d", places[i].core);
        cr_expect_eq(places[i].group, expected[i].group, "group %d", places[i].group);
    }
    cr_expect_eq(i, count);
    cr_expect_eq(expected[i].cpu, -1);
    cr_expect_eq(machine_core_groups(tree->root), groups);
    machine_tree_remove(tree);
}

#define EXPECT_PLACES(tree, groups, ...) \
    expect_places(tree, groups, (const struct machine_place[]){__VA_ARGS__, {-1, -1, -1}})

Test(policy_places, cores_and_groups_are_called_by_their_first_cpu)
{
    struct machine_tree tree;
    make_two_groups(&tree, "0-7");
    EXPECT_PLACES(&tree, 2, {0, 0, 0}, {1, 0, 0}, {2, 2, 0}, {3, 2, 0}, {4, 4, 4}, {5, 4, 4},
                  {6, 6, 4}, {7, 6, 4});
}

Test(policy_places, what_is_not_allowed_gives_no_name)
{
    struct machine_tree tree;
    make_two_groups(&tree, "1,3,6");
    EXPECT_PLACES(&tree, 2, {1, 1, 1}, {3, 3, 1}, {6, 6, 6});
}

Test(policy_places, highest_cache_makes_the_group)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_allow(&tree, "0-3");
    add_group(&tree, 0, 2, 2);
    add_group(&tree, 2, 2, 2);
    add_group(&tree, 0, 4, 3);
    EXPECT_PLACES(&tree, 1, {0, 0, 0}, {1, 0, 0}, {2, 2, 0}, {3, 2, 0});
}

Test(policy_places, silent_cpus_lie_nowhere)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_allow(&tree, "0-2");
    add_group(&tree, 0, 2, 3);
    EXPECT_PLACES(&tree, 1, {0, 0, 0}, {1, 0, 0}, {2, -1, -1});
}

Test(policy_places, no_files_no_places)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    expect_places(&tree, 1, &(const struct machine_place){-1, -1, -1});
}

Test(policy_places, room_is_kept)
{
    struct machine_place places[3] = {[2] = {77, 77, 77}};
    struct machine_tree tree;
    make_two_groups(&tree, "0-7");
    cr_expect_eq(machine_find_places(places, 2, tree.root), 2);
    cr_expect_eq(places[2].cpu, 77);
    machine_tree_remove(&tree);
}
