// SPDX-License-Identifier: MIT
// Every command of the README's blocks is run; and so that this means something, what runs them is
// tried on READMEs with faults.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(readme, .timeout = 600);

static struct process_result run_readme(const char *readme, const char *seconds)
{
    struct process_result result;
    char build[4096];
    snprintf(build, sizeof build, "%s", victim_build_path("."));
    process_run(LIST(victim_source_path("tools/run-readme.sh"), build, readme, seconds),
                &(struct process_setup){.timeout_s = 500}, &result);
    cr_assert_not(result.timed_out, "%s%s", result.output, result.error);
    cr_expect_str_eq(result.error, "");
    return result;
}

Test(readme, commands_run)
{
    struct process_result result = run_readme(victim_source_path("README.md"), "60");
    cr_expect_eq(result.status, 0, "%s", result.output);
    process_free(&result);
}

// `told` must be a part of what is printed, unless NULL.
static void expect(const char *text, int status, const char *told)
{
    char path[PROCESS_PATH];
    cr_assert(process_save_file(text, strlen(text), path));
    struct process_result result = run_readme(path, "2");
    cr_expect_eq(result.status, status, "%s%s", text, result.output);
    cr_expect(!told || strstr(result.output, told), "%s%s", text, result.output);
    process_free(&result);
    unlink(path);
}

#define BLOCK(text) "```sh\n" text "```\n"

Test(readme, faults_are_found)
{
    expect(BLOCK("true\n") "text\n" BLOCK("false # no\n"), 1, "false # no: status 1");
    expect(BLOCK("build/teamtrim chek\n"), 1, "did you mean 'check'?");
    expect(BLOCK("no-such-program\n"), 1, "status 127");
    expect(BLOCK("sleep 30\n"), 1, "after 2 s");
    expect(BLOCK("cat <<END\n"), 1, "no end: cat");
    expect("text\n```text\ntrue\n```\n", 1, "no command was run");
}

Test(readme, blocks_of_other_kinds_are_not_run)
{
    expect("```text\nfalse\n```\n```\nfalse\n```\n" BLOCK("true\n") "```ini\n[blas]\n```\n", 0,
           NULL);
}

Test(readme, commands_may_have_several_lines)
{
    expect(BLOCK("# a comment\n\ntest 'a\nb' = 'a\nb' \\\n  -a 1 = 1\n"), 0, NULL);
    expect(BLOCK("for i in 1 2; do\n  test $i -lt 2\ndone\n"), 1, "status 1");
    expect(BLOCK("cat >made <<END\n[team]\nEND\ntest -s made\n"), 0, NULL);
}

Test(readme, what_is_exported_holds_in_its_block)
{
    expect(BLOCK("export A=1 B=2\ncd examples\ntest $A$B = 12 -a -f policy.ini\n"), 0, NULL);
    expect(BLOCK("export A=1\n") BLOCK("test \"$A\" = 1\n"), 1, "FAIL");
}

Test(readme, a_reader_finds_what_is_named)
{
    expect(BLOCK("python3 program.py\n./program\nmake\nmake help\nman -w teamtrim\n"
                 "teamtrim check policy.ini\nsudo make install PREFIX=/usr\n"
                 "test -x $DESTDIR/usr/bin/teamtrim -a ! -e /usr/bin/teamtrim\n"),
           0, NULL);
    expect(BLOCK("true\nmake test\nsudo apt-get install x\n"), 0, "skip");
}
