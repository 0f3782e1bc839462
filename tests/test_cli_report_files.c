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

// By calls of the system, for times depend on the machine.
Test(cli_report_files, each_file_is_looked_at_once)
{
    report_log("good", GOOD);
    struct process_result r = run_script(
        "cd \"$1\" || exit 3; for i in $(seq 200); do cp good $i.json; done; ln 1.json other; "
        "strace -f -o trace -e trace=newfstatat,stat,fstat,statx \"$0\" report *.json other; "
        "echo looks=$(grep -c . trace)");
    if (strstr(r.error, "strace: not found") || strstr(r.error, "ptrace"))
        cr_skip_test("no strace here: %s", r.error);
    cr_expect_not_null(strstr(r.output, "600 calls"), "%s", r.output);
    cr_expect_not_null(strstr(r.error, "other: given twice; read once\n"), "%s", r.error);
    char *looks = strstr(r.output, "looks=");
    int count = looks ? atoi(looks + strlen("looks=")) : 0;
    cr_expect(count >= 201 && count < 1000, "%d", count);
    process_free(&r);
}

// ---- what --html must not replace

static void expect_untouched(const char *path, const char *text)
{
    char *now = process_load_file(path);
    cr_assert_not_null(now);
    cr_expect_str_eq(now, text);
    free(now);
}

// `report --html LOG...`, FILE forgotten.
Test(cli_report_files, html_does_not_replace_a_log)
{
    const char *one = report_log("1.json", GOOD), *two = report_log("2.json", GOOD);
    const char *linked = report_path("linked.html");
    report_expect(REPORT("--html", one, two), 2, "", "1.json: the file is there, and is no page");
    report_expect(REPORT(one, "--html", one), 2, "", "1.json: that is a log to read, not a page");
    cr_assert_eq(symlink(one, linked), 0);
    report_expect(REPORT(two, one, "--html", linked), 2, "", "linked.html: that is a log to read");
    report_expect(run_script("cd \"$1\"; \"$0\" report - --html 1.json <1.json"), 2, "",
                  "--html 1.json: that is a log to read");
    expect_untouched(one, GOOD);
    expect_untouched(two, GOOD);
}

Test(cli_report_files, html_does_not_replace_what_is_no_page)
{
    static const char foreign[] = "<!DOCTYPE html>\n<html><title>teamtrim report</title></html>\n";
    const char *log = report_log("1.json", GOOD), *page = report_log("page.html", foreign);
    struct process_result r = REPORT(log, "--html", page);
    cr_expect_eq(r.status, 2);
    cr_expect_str_eq(r.output, "");
    cr_expect_not_null(strstr(r.error, "or remove the file first"), "%s", r.error);
    process_free(&r);
    expect_untouched(page, foreign);
    report_log("page.html", "");
    report_expect(REPORT(log, "--html", page), 0, "3 calls", "");
    report_expect(REPORT(log, "--html", page), 0, "3 calls", "");
}
