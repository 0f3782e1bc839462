// SPDX-License-Identifier: MIT
// A folder that stands for / when machine facts are read.
#ifndef TEAMTRIM_TESTS_MACHINE_TREE_H
#define TEAMTRIM_TESTS_MACHINE_TREE_H

#include <stddef.h>

struct machine_tree {
    char root[256];
};

void machine_tree_make(struct machine_tree *tree);
void machine_tree_remove(const struct machine_tree *tree);

// Writes ROOT/PATH, and the folders above it.
void machine_tree_write(const struct machine_tree *tree, const char *path, const void *bytes,
                        size_t size);
void machine_tree_print(const struct machine_tree *tree, const char *path, const char *text);

// A pair of path and text each; {NULL} ends them.
struct machine_tree_file {
    const char *path, *text;
};
void machine_tree_fill(const struct machine_tree *tree, const struct machine_tree_file *files);

// /proc/self/status with this list of allowed CPUs.
void machine_tree_allow(const struct machine_tree *tree, const char *list);

// A file of each CPU: ROOT/sys/devices/system/cpu/cpuN/NAME.
void machine_tree_print_cpu(const struct machine_tree *tree, int cpu, const char *name,
                            const char *text);

#endif
