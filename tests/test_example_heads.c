// SPDX-License-Identifier: MIT
// How the head of an example is read, and an output held against it.
#include "tests/example.h"
#include "tests/process.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

Test(example_heads, heads_are_read)
{
    const char text[] =
        "#!/bin/x\n# SPDX-License-Identifier: MIT\n# one \\\n#   two\n# prints, so:\n"
        "#     3 4  (not 5)\n#     teamtrim[1]: a\n#\n# Text:\n#     no\nx\n# y\n";
    char path[PROCESS_PATH];
    struct example example;
    cr_assert(process_save_file(text, strlen(text), path));
    cr_assert(example_load(path, &example));
    cr_expect_str_eq(example.command, "one \\\n  two\n");
    cr_expect_str_eq(example.stated, "3 4\nteamtrim[1]: a\n");
    example_free(&example);
    unlink(path);
    cr_expect_not(example_load("/nonexistent", &example));
    example_free(&example);
}

Test(example_heads, lines_are_compared)
{
    cr_expect(example_line_matches("sum 1.5", "sum 1.5000001"));
    cr_expect_not(example_line_matches("sum 1.5", "sum 1.51"));
    cr_expect_not(example_line_matches("sum 1.5", "sum 1.5 x"));
    cr_expect_not(example_line_matches("sum 1.5", "sum"));
    cr_expect_not(example_line_matches("sum 1.5", "sum x"));
    cr_expect(example_line_matches("time_us 3 a row", "time_us 412.5 a row"));
    cr_expect_not(example_line_matches("time_us 3 a row", "time_us 412.5 a line"));
    cr_expect(example_line_matches("teamtrim[4]: n=3 -> kernel ... x",
                                   "teamtrim[7]: n=9 -> kernel a b x"));
    cr_expect_not(
        example_line_matches("teamtrim[4]: cap 2 (a 1 of 3)", "teamtrim[4]: cap 2 (b 1 of 3)"));
}

static bool is_as_stated(const char *stated, const char *output, const char *error)
{
    const struct example example = {"", (char *)stated};
    char told[128];
    return example_output_matches(&example, output, error, told, sizeof told);
}

Test(example_heads, outputs_are_compared)
{
    cr_expect(is_as_stated("a 1\nb\n", "a 1\nb\n", ""));
    cr_expect_not(is_as_stated("a 1\nb\n", "a 1\n", ""));
    cr_expect_not(is_as_stated("a 1\n", "a 1\nb\n", ""));
    cr_expect(is_as_stated("a\n...\nz\n", "a\nb\nc\nz\n", "noise\n"));
    cr_expect(is_as_stated("a\n...\n", "a\n", ""));
    cr_expect_not(is_as_stated("a\n...\nz\n", "a\nb\n", ""));
    cr_expect(is_as_stated("a\nteamtrim[1]: x 1\n", "a\n", "teamtrim[2]: w\nteamtrim[2]: x 5\n"));
    cr_expect(is_as_stated("a\nteamtrim[1]: x 1\n", "teamtrim[2]: x 2\na\n", ""));
    cr_expect_not(is_as_stated("a\nteamtrim[1]: x 1\n", "a\n", "teamtrim[2]: y\n"));
}
