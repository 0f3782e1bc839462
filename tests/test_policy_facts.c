// SPDX-License-Identifier: MIT
// Lines of the kernel's files, and files that are none.
#include "policy/facts.h"
#include "tests/machine_tree.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void expect_line(const struct machine_tree *tree, const char *prefix, const char *is)
{
    char line[6];
    const char *text = facts_find_line(tree->root, "/file", prefix, line, sizeof line);
    cr_expect_eq(text == NULL, is == NULL, "%s", prefix);
    if (text && is)
        cr_expect_str_eq(text, is);
}

Test(policy_facts, last_line_needs_no_newline)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_print(&tree, "/file", "a=1\n\nb=2");
    expect_line(&tree, "", "a=1");
    expect_line(&tree, "b=", "2");
    expect_line(&tree, "c=", NULL);
    machine_tree_remove(&tree);
}

// Half a line would be a smaller number.
Test(policy_facts, lines_that_do_not_fit_or_hold_a_nul_are_passed_over)
{
    static const char text[] = "0-31,64\n123456\n1\0002\n12345\n";
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_write(&tree, "/file", text, sizeof text - 1);
    expect_line(&tree, "", "12345");
    expect_line(&tree, "0-31", NULL);
    machine_tree_remove(&tree);
}

Test(policy_facts, lines_across_the_buffers_end)
{
    static char text[3000];
    struct machine_tree tree;
    memset(text, '\n', sizeof text - 1);
    memcpy(text + sizeof((struct facts *)0)->buffer - 2, "key=", 4);
    text[sizeof((struct facts *)0)->buffer + 2] = '7';
    machine_tree_make(&tree);
    machine_tree_print(&tree, "/file", text);
    expect_line(&tree, "key=", "7");
    machine_tree_remove(&tree);
}

Test(policy_facts, folders_and_pipes_have_no_lines, .timeout = 20)
{
    struct machine_tree tree;
    char path[320];
    machine_tree_make(&tree);
    machine_tree_print(&tree, "/file/inside", "");
    expect_line(&tree, "", NULL);
    machine_tree_remove(&tree);
    machine_tree_make(&tree);
    snprintf(path, sizeof path, "%s/file", tree.root);
    cr_assert_eq(mkfifo(path, 0600), 0);
    expect_line(&tree, "", NULL);
    machine_tree_remove(&tree);
}

Test(policy_facts, endless_file_has_an_end, .timeout = 20)
{
    struct facts facts;
    char line[64];
    cr_assert_eq(facts_open(&facts, "", "/dev/zero"), 0);
    cr_expect_eq(facts_read_line(&facts, line, sizeof line), -EFBIG);
    facts_close(&facts);
}

Test(policy_facts, missing_file_and_endless_name_are_errors)
{
    static char name[8192];
    struct facts facts;
    memset(name, '/', sizeof name - 1);
    cr_expect_eq(facts_open(&facts, "", "/no/such/file"), -ENOENT);
    cr_expect_eq(facts_open(&facts, "", name), -ENAMETOOLONG);
}

// A descriptor that leaks would, in time, be the host's last.
Test(policy_facts, descriptors_are_given_back)
{
    struct machine_tree tree;
    machine_tree_make(&tree);
    machine_tree_print(&tree, "/file", "a=1\n");
    int before = dup(0);
    close(before);
    expect_line(&tree, "a=", "1");
    expect_line(&tree, "b=", NULL);
    int after = dup(0);
    close(after);
    cr_expect_eq(before, after);
    machine_tree_remove(&tree);
}
