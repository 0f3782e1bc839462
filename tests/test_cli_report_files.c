// SPDX-License-Identifier: MIT
// The files of `teamtrim report`: lines and files without an end, many files, and what --html must
// not replace.
#include "tests/report_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(cli_report_files, .init = report_make_folder, .fini = report_remove_folder,
          .timeout = 120);

#define GOOD "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"ddot\",\"kernel\":3}\n"

// Of a script of the shell in which $0 is the command, $1 the tests' folder.
static struct process_result run_script(const char *script)
{
    struct process_result r;
    process_run(LIST("sh", "-c", script, victim_build_path("teamtrim"), report_path(".")),
                &(struct process_setup){.timeout_s = 100}, &r);
    cr_assert_not(r.timed_out);
    return r;
}

Test(cli_report_files, long_lines_are_skipped_and_counted)
{
    report_log("good", GOOD);
    struct process_result r =
        run_script("cd \"$1\"; (cat good; head -c 67108865 /dev/zero; echo; cat good) | "
                   "\"$0\" report -");
    cr_expect_eq(r.status, 0);
    cr_expect_not_null(strstr(r.output, "6 calls"), "%s", r.output);
    report_expect_line(&r, "lines longer than 64 MiB were skipped: 1");
    cr_expect_not_null(strstr(r.error, "stdin:2: the line is longer than 64 MiB; the line is"),
                       "%s", r.error);
    process_free(&r);
}

Test(cli_report_files, device_without_an_end)
{
    report_expect(REPORT("/dev/zero"), 1, "",
                  "/dev/zero:1: the line does not end within 1 GiB; the rest of the file is not");
}
