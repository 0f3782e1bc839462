// SPDX-License-Identifier: MIT
// Where a policy goes: files that are replaced whole, links, what is kept of an old one.
#include <criterion/criterion.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shim/cli/measure/output.h"
#include "tests/machine_tree.h"
#include "tests/process.h"

static struct machine_tree tree;

static void make_tree(void)
{
    machine_tree_make(&tree);
}

static void remove_tree(void)
{
    machine_tree_remove(&tree);
}

TestSuite(calibrate_files, .init = make_tree, .fini = remove_tree);

static const char *path_of(const char *name)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", tree.root, name);
    return path;
}

static void save(const char *path, const char *text, bool keep)
{
    char kept[PATH_MAX];
    bool old = keep && output_find_kept(path, "; machine: ", kept);
    struct output *output = output_begin(path);
    cr_assert_not_null(output, "%s: %s", path, strerror(errno));
    fputs(text, output_file(output));
    cr_assert_eq(output_end(output, old ? kept : NULL), 0, "%s", strerror(errno));
}

static void expect_file(const char *path, const char *text)
{
    char *found = process_load_file(path);
    cr_assert_not_null(found, "%s", path);
    cr_assert_str_eq(found, text);
    free(found);
}

Test(calibrate_files, files_are_made_with_their_folders)
{
    const char *path = path_of("a/b/policy.ini");
    cr_assert_eq(output_check(path, "; machine: "), OUTPUT_NEW);
    save(path, "one", true);
    expect_file(path, "one");
    cr_assert_neq(access(path_of("a/b/policy.ini~"), F_OK), 0);
}

Test(calibrate_files, an_old_file_is_kept_beside_the_new_one)
{
    save(path_of("p"), "; machine: x\n", true);
    cr_assert_eq(output_check(path_of("p"), "; machine: "), OUTPUT_OURS);
    save(path_of("p"), "two", true);
    expect_file(path_of("p"), "two");
    expect_file(path_of("p~"), "; machine: x\n");
}

Test(calibrate_files, somebody_elses_backup_is_not_destroyed)
{
    save(path_of("p"), "; machine: one\n", false);
    save(path_of("p~"), "an editor's\n", false);
    save(path_of("p"), "; machine: two\n", true);
    save(path_of("p"), "; machine: three\n", true);
    expect_file(path_of("p"), "; machine: three\n");
    expect_file(path_of("p~"), "an editor's\n");
    expect_file(path_of("p.~1~"), "; machine: one\n");
    expect_file(path_of("p.~2~"), "; machine: two\n");
}

Test(calibrate_files, a_mode_is_kept)
{
    struct stat status;
    save(path_of("p"), "; machine: one\n", false);
    cr_assert_eq(chmod(path_of("p"), 0640), 0);
    save(path_of("p"), "; machine: two\n", true);
    cr_assert_eq(stat(path_of("p"), &status), 0);
    cr_assert_eq(status.st_mode & 07777, 0640);
}

Test(calibrate_files, somebody_elses_file_is_told_apart)
{
    save(path_of("p"), "[blas]\nkernel = off ; machine: \n", true);
    cr_assert_eq(output_check(path_of("p"), "; machine: "), OUTPUT_FOREIGN);
    cr_assert_eq(output_check(tree.root, "; machine: "), OUTPUT_FOREIGN);
}

Test(calibrate_files, what_cannot_be_made_is_known_before)
{
    save(path_of("file"), "", false);
    cr_assert_eq(output_check(path_of("file/p"), "x"), OUTPUT_FAILS);
    cr_assert_eq(output_check("", "x"), OUTPUT_FAILS);
    cr_assert_eq(output_check(path_of("folder/"), "x"), OUTPUT_FAILS);
    cr_assert_eq(errno, EISDIR);
}

// Room for what stands behind a name while it is written, and for what is kept.
Test(calibrate_files, every_name_that_is_taken_can_be_written)
{
    char name[NAME_MAX + 2] = "";
    memset(name, 'n', NAME_MAX);
    for (size_t length = NAME_MAX; length > NAME_MAX - 12; length--) {
        name[length] = '\0';
        bool taken = output_check(path_of(name), "x") != OUTPUT_FAILS;
        cr_assert_eq(taken, length <= NAME_MAX - 5, "%zu", length);
        if (taken) {
            save(path_of(name), "; machine: one\n", true);
            save(path_of(name), "; machine: two\n", true);
        }
    }
}

Test(calibrate_files, a_link_stays_a_link)
{
    char target[PATH_MAX];
    struct stat status;
    strcpy(target, path_of("target"));
    save(target, "one", false);
    cr_assert_eq(symlink(target, path_of("link")), 0);
    save(path_of("link"), "two", false);
    expect_file(target, "two");
    cr_assert_eq(lstat(path_of("link"), &status), 0);
    cr_assert(S_ISLNK(status.st_mode));
}

Test(calibrate_files, a_link_to_a_file_that_is_not_there_makes_it)
{
    struct stat status;
    cr_assert_eq(symlink("below/target", path_of("link")), 0);
    cr_assert_eq(output_check(path_of("link"), "x"), OUTPUT_NEW);
    save(path_of("link"), "one", true);
    expect_file(path_of("below/target"), "one");
    cr_assert_eq(lstat(path_of("link"), &status), 0);
    cr_assert(S_ISLNK(status.st_mode));
}

Test(calibrate_files, a_circle_of_links_is_known_before)
{
    cr_assert_eq(symlink("b", path_of("a")), 0);
    cr_assert_eq(symlink("a", path_of("b")), 0);
    cr_assert_eq(output_check(path_of("a"), "x"), OUTPUT_FAILS);
    cr_assert_eq(errno, ELOOP);
}

Test(calibrate_files, the_default_is_where_the_library_looks)
{
    char *path;
    setenv("XDG_CONFIG_HOME", "/x", 1);
    setenv("HOME", "/h", 1);
    cr_assert_str_eq(path = output_find_default(), "/x/teamtrim/policy.ini");
    free(path);
    setenv("XDG_CONFIG_HOME", "", 1);
    cr_assert_str_eq(path = output_find_default(), "/h/.config/teamtrim/policy.ini");
    free(path);
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    cr_assert_null(output_find_default());
}
