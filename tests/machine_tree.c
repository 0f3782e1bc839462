// SPDX-License-Identifier: MIT
// Makes and removes fake roots.
#include "tests/machine_tree.h"

#include "tests/process.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void machine_tree_make(struct machine_tree *tree)
{
    char *folder = process_make_folder();
    cr_assert(folder && strlen(folder) < sizeof tree->root);
    strcpy(tree->root, folder);
    free(folder);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

void machine_tree_remove(const struct machine_tree *tree)
{
    nftw(tree->root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void machine_tree_write(const struct machine_tree *tree, const char *path, const void *bytes,
                        size_t size)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%s%s", tree->root, path);
    for (char *slash = whole + strlen(tree->root); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(whole, 0755);
        *slash = '/';
    }
    int file = open(whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    cr_assert(file >= 0 && write(file, bytes, size) == (ssize_t)size, "%s", whole);
    close(file);
}

void machine_tree_print(const struct machine_tree *tree, const char *path, const char *text)
{
    machine_tree_write(tree, path, text, strlen(text));
}

void machine_tree_fill(const struct machine_tree *tree, const struct machine_tree_file *files)
{
    for (; files->path; files++)
        machine_tree_print(tree, files->path, files->text);
}

void machine_tree_allow(const struct machine_tree *tree, const char *list)
{
    static char text[32768];
    snprintf(text, sizeof text,
             "Name:\tprogram\nCpus_allowed:\tff\nCpus_allowed_list:\t%s\nMems_allowed_list:\t0\n",
             list);
    machine_tree_print(tree, "/proc/self/status", text);
}

void machine_tree_print_cpu(const struct machine_tree *tree, int cpu, const char *name,
                            const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", cpu, name);
    machine_tree_print(tree, path, text);
}
