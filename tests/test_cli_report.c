// SPDX-License-Identifier: MIT
// `teamtrim report` on logs written by hand: sums, ranks, gains, and logs that are not as they
// should be.
#include "tests/report_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(cli_report, .init = report_make_folder, .fini = report_remove_folder, .timeout = 60);

#define SITE "\"site\":\"solver+0x11f6 (solve._omp_fn.0)\""

// A process of 1 s, with all kinds of lines. `%` are its number, its rank, and its price of teams.
static const char whole[] =
    "{\"pid\":%d,\"kind\":\"start\",\"name\":\"solver\",\"host\":\"node\",\"rank\":%d,"
    "\"version\":\"0.1.0\",\"level\":\"summary\"}\n"
    "{\"pid\":%d,\"kind\":\"summary\",\"routine\":\"ddot\",\"calls\":100,\"median_bytes\":2048,"
    "\"kernel\":90,\"forwarded\":10,\"kernel_us\":45,\"forwarded_us\":900,\"kernel_ns\":45000,"
    "\"forwarded_ns\":900000,\"bytes\":1200000,\"kernel_bytes\":900000,"
    "\"kernel_median_bytes\":2048,\"forwarded_median_bytes\":30000,\"large\":10,"
    "\"large_ns\":900000,\"large_bytes\":300000,\"team\":4,\"spinning\":0}\n"
    "{\"pid\":%d,\"kind\":\"provider_summary\",\"path\":\"/lib/libblas.so.3\","
    "\"provider\":\"openblas-pthread\",\"kernel\":90,\"forwarded\":10,\"kernel_ns\":45000,"
    "\"forwarded_ns\":900000}\n"
    "{\"pid\":%d,\"kind\":\"region_summary\"," SITE ",\"one_thread\":5,\"trimmed\":0,\"lazy\":90,"
    "\"team\":20,\"forwarded\":3,\"team_ns\":50000,\"lazy_ns\":700,\"trimmed_ns\":0,"
    "\"fork_join_ns\":40000,\"folded\":88,\"promoted\":2,\"rescued\":0,\"saved_ns\":2000000,"
    "\"n\":0,\"num_threads\":0,\"default_team\":1,\"dynamic_loops\":0,\"barriers\":0,"
    "\"team_timed\":18,\"fork_join_sum_ns\":%d,\"work_ns\":20000,\"size\":4,\"unmeasured\":7,"
    "\"why\":\"thread-local data\"}\n"
    "{\"pid\":%d,\"kind\":\"bound\",\"site\":\"all\",\"fork_join_ns\":%d,"
    "\"wall_ns\":1000000000,\"unmeasured\":7}\n"
    "{\"pid\":%d,\"kind\":\"loop_summary\",\"site\":\"solver+0x1300 (scan)\",\"runs\":10,"
    "\"kept\":5,\"chunk\":1,\"n\":3000,\"run_ns\":90000,\"kept_ns\":50000}\n"
    "{\"pid\":%d,\"message\":\"no region met the section [region solv]\"}\n"
    "{\"pid\":%d,\"kind\":\"process\",\"name\":\"solver\",\"host\":\"node\",\"rank\":%d,"
    "\"version\":\"0.1.0\",\"wall_ns\":%d,\"cpus\":8,\"policy\":\"built-in\"}\n";

static const char *whole_log(const char *name, int pid, int rank, int price)
{
    char text[4000];
    snprintf(text, sizeof text, whole, pid, rank, pid, pid, pid, price, pid, price, pid, pid, pid,
             rank, 1000000000 + 100000000 * rank);
    return report_log(name, text);
}

Test(cli_report, waiting_is_summed)
{
    static const char log[] =
        "{\"pid\":1,\"kind\":\"wait\",\"module\":\"a\",\"tries\":50,\"decision\":\"backoff\"}\n"
        "{\"pid\":1,\"kind\":\"wait_summary\",\"yield\":\"backoff\",\"pauses\":3,\"yields\":4,"
        "\"sleeps\":5,\"slept_us\":6000}\n";
    report_expect(REPORT(report_log("w.json", log)), 0,
                  "calls of sched_yield: 3 paused, 4 yielded, 5 slept, 6.0 ms in all", "");
}

Test(cli_report, help_teaches_by_example)
{
    report_expect(REPORT("--help"), 0, "mpirun -n 4 teamtrim run", "");
    report_expect(REPORT("--help"), 0, "log.%r.json", "");
    report_expect(REPORT("--version"), 0, "teamtrim ", "");
}

Test(cli_report, wrong_use_is_2)
{
    report_expect(REPORT("--wombat", "x"), 2, "", "unrecognized option");
    report_expect(REPORT("--top", "ten", "x"), 2, "", "--top 'ten'; expected a number of rows");
    report_expect(REPORT("--top", "-1", "x"), 2, "", "--top '-1'; expected a number");
    report_expect(report_run(LIST(NULL)), 2, "", "no log given");
}

Test(cli_report, one_process)
{
    struct process_result r = REPORT(whole_log("a.json", 7, 0, 720000));
    cr_assert_eq(r.status, 0, "%s", r.error);
    cr_expect_str_eq(r.error, "");
    report_expect_line(&r, "Wall time 1.0 s");
    report_expect_line(&r,
                       "Level-1 BLAS 100 calls, 90.0 % on one thread by a kernel (45.0 us), the "
                       "rest forwarded (900.0 us)");
    report_expect_line(&r, "Saved folded calls took 2.0 ms less than their teams would have");
    report_expect_line(&r, "Fork and join 720.0 us of 1.0 s (0.1 %), the most that a smaller team "
                           "could still win; 7 more");
    report_expect_line(&r, "118 5 - 90 88 2 - 20 3 solver+0x11f6 (solve._omp_fn.0)");
    report_expect_line(&r, "50.0 us 700 ns - 40.0 us 2.0 ms 720.0 us 7 "
                           "solver+0x11f6 (solve._omp_fn.0)");
    report_expect_line(&r, "1 118 5 88 20 3 2.0 ms 720.0 us solver");
    report_expect_line(&r, "10 5 1 3000 90.0 us 50.0 us solver+0x1300 (scan)");
    report_expect_line(&r, "ddot 100 90 10 45.0 us 900.0 us 500 ns 90.0 us 2.0 KiB");
    report_expect_line(&r, "openblas-pthread 90 10 45.0 us 900.0 us /lib/libblas.so.3");
    report_expect_line(&r, "1 no region met the section [region solv]");
    cr_expect_null(strstr(r.output, "Not in these figures"), "%s", r.output);
    cr_expect_null(strchr(r.output, '\033'), "colours where there is no terminal");
    process_free(&r);
}

// 20 us a call of work where the team takes 50: one thread would win. ddot: 900000 ns less 300000
// bytes at 0.05 ns. The loop: 10 runs, 40 us each.
Test(cli_report, gains_are_ranked_and_say_what_to_set)
{
    struct process_result r = REPORT(whole_log("a.json", 7, 0, 720000));
    report_expect_line(&r, "1. 885.0 us estimate ddot");
    report_expect_line(&r, "-> [blas ddot] bytes-per-thread = 10K, and compare");
    report_expect_line(&r, "2. 720.0 us at most solver+0x11f6 (solve._omp_fn.0)");
    cr_expect_not_null(strstr(r.output, "[region solver+0x11f6] mode = trim, team = 1\n"), "%s",
                       r.output);
    report_expect_line(&r, "3. 400.0 us estimate solver+0x1300 (scan)");
    cr_expect_not_null(strstr(r.output, "teamtrim run --set loop.chunk=keep"), "%s", r.output);
    process_free(&r);
}

Test(cli_report, ranks_are_added_and_compared)
{
    struct process_result r =
        REPORT(whole_log("0.json", 7, 0, 700000), whole_log("1.json", 7, 1, 900000),
               whole_log("2.json", 7, 2, 400000));
    cr_assert_eq(r.status, 0, "%s", r.error);
    report_expect_line(&r, "Processes 3: solver (3)");
    report_expect_line(&r, "MPI ranks 3 on 1 host: node");
    report_expect_line(&r, "Fork and join 2.0 ms of 3.0 s in 3 processes (0.1 %), the most that a "
                           "smaller team could still");
    report_expect_line(&r, "Wall time 1.2 s (least 1.0 s, median 1.1 s)");
    report_expect_line(&r, "354 15 - 270 264 6 - 60 9 solver+0x11f6 (solve._omp_fn.0)");
    report_expect_line(&r, "ddot 300 270 30 135.0 us 2.7 ms 500 ns 90.0 us 2.0 KiB");
    report_expect_line(&r, "fork and join 2.0 ms 400.0 us 700.0 us 900.0 us rank 1");
    report_expect_line(&r, "saved by folding 6.0 ms 2.0 ms 2.0 ms 2.0 ms rank 0");
    report_expect_line(&r, "solver [7] 1 node 8 1.1 s 100 118 2.0 ms 900.0 us 0.1 % 7");
    process_free(&r);
}

Test(cli_report, top_limits_the_rows)
{
    const char *log = report_log(
        "a.json", "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"ddot\",\"kernel\":3}\n"
                  "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"daxpy\",\"kernel\":2}\n"
                  "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"dscal\",\"kernel\":1}\n");
    report_expect(REPORT("--top", "1", log), 0, "... and 2 more rows; --top 0 shows all", "");
    struct process_result r = REPORT("--top=0", log);
    cr_expect_null(strstr(r.output, "more rows"));
    cr_expect_not_null(strstr(r.output, "dscal"));
    process_free(&r);
}

Test(cli_report, more_threads_than_cpus_is_one_gain)
{
    char text[3000] = "";
    for (int i = 0; i < 3; i++)
        sprintf(text + strlen(text),
                "{\"pid\":1,\"kind\":\"region_summary\",\"site\":\"a+0x%d\",\"team\":10,"
                "\"team_ns\":900,\"team_timed\":10,\"fork_join_sum_ns\":5000,\"size\":14}\n",
                i);
    strcat(text,
           "{\"pid\":1,\"kind\":\"process\",\"name\":\"a\",\"cpus\":2,\"wall_ns\":1000000}\n");
    struct process_result r = REPORT(report_log("a.json", text));
    report_expect_line(&r, "1. 15.0 us at most 3 regions with more threads than CPUs");
    cr_expect_not_null(strstr(r.output, "-> OMP_NUM_THREADS=2"), "%s", r.output);
    cr_expect_null(strstr(r.output, "2. "), "%s", r.output);
    process_free(&r);
}

#define SITE_OF(offset, why)                                                          \
    "{\"pid\":1,\"kind\":\"region_summary\",\"site\":\"a+" offset "\",\"team\":10,"   \
    "\"team_ns\":9000,\"team_timed\":10,\"fork_join_sum_ns\":40000,\"work_ns\":5000," \
    "\"size\":8,\"why\":\"" why "\"}\n"

Test(cli_report, advice_follows_from_the_reason)
{
    struct process_result r = REPORT(report_log(
        "a.json", SITE_OF("0x1", "learning") SITE_OF("0x2", "looking at the team again")
                      SITE_OF("0x3", "the team wins") SITE_OF("0x4", "learning is off")));
    report_expect_line(&r, "1. 80.0 us at most 2 regions whose teams were only looked at");
    cr_expect_not_null(strstr(r.output, " OMP_NUM_THREADS=4\n"), "%s", r.output);
    report_expect_line(&r, "-> the defaults: [region] mode = lazy, learn = on");
    process_free(&r);
}

// ---- logs that are not as they should be

Test(cli_report, text_log_is_recognised)
{
    const char *log = report_log("log", "teamtrim[1]: blas ddot n=1 -> kernel avx2 (one thread)\n");
    report_expect(REPORT(log), 1, "",
                  "/log:1: this is a text log; write it with TEAMTRIM_LOG_FORMAT=json\n");
}

Test(cli_report, missing_file_and_folder)
{
    report_expect(REPORT("/nonexistent"), 1, "",
                  "/nonexistent: cannot read: No such file or directory");
    report_expect(REPORT("/"), 1, "", "/: cannot read: Is a directory");
    report_expect(REPORT("/nonexistent", whole_log("a.json", 7, 0, 1)), 1, "Wall time", "");
}

Test(cli_report, file_without_a_line_of_ours)
{
    report_expect(REPORT(report_log("a", "")), 1, "",
                  "/a: holds no line of the library's; run the");
    report_expect(REPORT(report_log("b", "hello\n\n{\"x\":1}\n[1]\n")), 1, "", "holds no line");
}

#define GOOD "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"ddot\",\"kernel\":3}\n"

Test(cli_report, cut_last_line_is_a_warning)
{
    const char *log = report_log("a.json", GOOD "{\"pid\":1,\"kind\":\"summa");
    report_expect(REPORT(log), 0, "lines cut at the end of a log were skipped",
                  "/a.json:2: the last line is cut");
}

Test(cli_report, last_line_without_newline_counts)
{
    struct process_result r = REPORT(
        report_log("a.json", "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"ddot\",\"kernel\":3}"));
    cr_expect_str_eq(r.error, "");
    cr_expect_not_null(strstr(r.output, "3 calls, 100.0 % on one thread"));
    process_free(&r);
}

Test(cli_report, bad_lines_are_told_and_counted)
{
    const char *log = report_log("a.json", GOOD "{\"pid\":1,}\n{\"pid\":1\n{bad}\n{\"a\"}\n{}x\n");
    struct process_result r = REPORT(log);
    cr_expect_eq(r.status, 0);
    cr_expect_not_null(strstr(r.error, "/a.json:2: no JSON from column 10 on: expected a key in "
                                       "quotes; the line is skipped"),
                       "%s", r.error);
    cr_expect_not_null(strstr(r.error, "/a.json:3: the line ends too soon"), "%s", r.error);
    cr_expect_not_null(strstr(r.error, "/a.json: 2 more lines like these"), "%s", r.error);
    report_expect_line(&r, "lines that are no JSON were skipped: 5");
    process_free(&r);
}

Test(cli_report, what_stands_between_the_lines)
{
    struct process_result r = REPORT(report_log(
        "a.json", "epoch 1\n\r\n[1,0]<stderr>:" GOOD "  0%" GOOD "teamtrim[2]: hello\n{\"x\":2}\n"
                  "{\"pid\":1,\"kind\":\"of tomorrow\"}\n"));
    cr_expect_eq(r.status, 0, "%s", r.error);
    cr_expect_not_null(strstr(r.output, "6 calls"), "%s", r.output);
    report_expect_line(&r, "lines that are not the library's were skipped: 2");
    cr_expect_not_null(strstr(r.output, "lines of kinds that this version does not know"), "%s",
                       r.output);
    cr_expect_not_null(strstr(r.output, "lines of the library's that are text were skipped"));
    process_free(&r);
}

Test(cli_report, given_twice_counts_once)
{
    const char *log = report_log("a.json", GOOD);
    report_expect(REPORT(log, log), 0, "3 calls", "given twice; read once");
}

// On a terminal, by util-linux's script.
static bool has_colours(const char *terminal)
{
    struct process_result r;
    char command[1000];
    snprintf(command, sizeof command, "'%s' report '%s'", victim_build_path("teamtrim"),
             report_log("a.json", GOOD));
    process_run(LIST("script", "-qec", command, "/dev/null"),
                &(struct process_setup){.environment = LIST(terminal, "NO_COLOR"), .timeout_s = 20},
                &r);
    cr_assert_not_null(strstr(r.output, "3 calls"), "%s%s", r.output, r.error);
    bool any = strchr(r.output, '\033') != NULL;
    process_free(&r);
    return any;
}

Test(cli_report, colours_are_for_terminals_that_are_named)
{
    cr_expect(has_colours("TERM=xterm"));
    cr_expect_not(has_colours("TERM="));
    cr_expect_not(has_colours("TERM=dumb"));
    cr_expect_not(has_colours("TERM"));
}

Test(cli_report, stdin_is_read)
{
    struct process_result r;
    char script[1000];
    snprintf(script, sizeof script, "'%s' report - <'%s'", victim_build_path("teamtrim"),
             report_log("a.json", GOOD));
    process_run(LIST("sh", "-c", script), &(struct process_setup){.timeout_s = 20}, &r);
    report_expect(r, 0, "3 calls", "");
}

#define ROUTINE "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"ddot\",\"kernel\":"

Test(cli_report, numbers_that_are_no_counts)
{
    struct process_result r =
        REPORT(report_log("a.json", ROUTINE "18446744073709551615}\n" ROUTINE "5}\n" ROUTINE
                                            "-7}\n" ROUTINE "1e400}\n" ROUTINE "\"x\"}\n"));
    cr_expect_eq(r.status, 0);
    cr_expect_not_null(strstr(r.output, "1.84e+19 calls"), "%s", r.output);
    report_expect_line(&r, "values that are no counts were taken for 0: 3");
    process_free(&r);
}

Test(cli_report, library_without_room_is_told)
{
    report_expect(
        REPORT(report_log("a.json", "{\"pid\":1,\"kind\":\"region_summary\",\"site\":\"x\","
                                    "\"team\":1,\"cut\":true}\n")),
        0, "lines had no room for all of their figures", "");
}

Test(cli_report, names_do_not_steer_the_terminal)
{
    struct process_result r = REPORT(report_log(
        "a.json",
        "{\"pid\":1,\"kind\":\"region_summary\",\"site\":\"\\u001b[31m\\u0007\\u009b\xc3\xa9\","
        "\"team\":1}\n"));
    cr_expect_null(strpbrk(r.output, "\033\a"));
    cr_expect_null(strstr(r.output, "\xc2\x9b"));
    cr_expect_not_null(strstr(r.output, "\xef\xbf\xbd[31m\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9"), "%s",
                       r.output);
    process_free(&r);
}

// ---- processes that were killed, and numbers that come again

#define CALL(level)                                                                           \
    "{\"pid\":3,\"kind\":\"start\",\"name\":\"py\",\"level\":\"" level "\"}\n"                \
    "{\"pid\":3,\"kind\":\"blas\",\"routine\":\"ddot\",\"n\":10,\"bytes\":160,\"team\":4,"    \
    "\"decision\":\"kernel avx2\",\"rule\":\"x\"}\n"                                          \
    "{\"pid\":3,\"kind\":\"blas\",\"routine\":\"ddot\",\"n\":99,\"bytes\":1584,\"team\":4,"   \
    "\"decision\":\"forward\",\"rule\":\"x\"}\n"                                              \
    "{\"pid\":3,\"kind\":\"region\",\"site\":\"m+0x1\",\"team\":4,\"decision\":\"team\"}\n"   \
    "{\"pid\":3,\"kind\":\"region\",\"site\":\"m+0x1\",\"team\":4,\"decision\":\"lazy\"}\n"   \
    "{\"pid\":3,\"kind\":\"region\",\"site\":\"m+0x1\",\"team\":4,\"decision\":\"folded\"}\n" \
    "{\"pid\":3,\"kind\":\"loop\",\"site\":\"m+0x2\",\"n\":50,\"chunk\":2,\"team\":4,"        \
    "\"decision\":\"adaptive\",\"rule\":\"x\"}\n"

Test(cli_report, killed_process_is_counted_by_its_calls)
{
    struct process_result r = REPORT(report_log("a.json", CALL("calls")));
    cr_expect_eq(r.status, 0);
    report_expect_line(&r, "ddot 2 1 1 - - - - 160 B");
    report_expect_line(&r, "2 - - 1 1 - - 1 - m+0x1");
    report_expect_line(&r, "1 - 2 50 - - m+0x2");
    report_expect_line(&r, "Fork and join not measured, in 1 calls");
    cr_expect_not_null(strstr(r.output,
                              "py [3] has no summary (killed, or ended by _exit, or still "
                              "running): its calls"),
                       "%s", r.output);
    process_free(&r);
}

Test(cli_report, killed_process_without_calls_is_told)
{
    struct process_result r = REPORT(report_log("a.json", CALL("decisions") GOOD));
    cr_expect_null(strstr(r.output, "m+0x1"), "%s", r.output);
    cr_expect_not_null(strstr(r.output, "TEAMTRIM_LOG=calls would log each"), "%s", r.output);
    process_free(&r);
}

Test(cli_report, summary_is_not_added_to_the_calls)
{
    struct process_result r = REPORT(
        report_log("a.json", CALL("calls") "{\"pid\":3,\"kind\":\"summary\",\"routine\":\"ddot\","
                                           "\"kernel\":1,\"forwarded\":1}\n"));
    report_expect_line(&r, "ddot 2 1 1 - - - - 0 B");
    process_free(&r);
}

#define START(name) "{\"pid\":1,\"kind\":\"start\",\"name\":\"" name "\",\"level\":\"summary\"}\n"
#define END(name) "{\"pid\":1,\"kind\":\"process\",\"name\":\"" name "\",\"wall_ns\":5000}\n"

// A shell that becomes the program, and two containers that log to one file.
Test(cli_report, number_of_a_process_comes_again)
{
    struct process_result r =
        REPORT(report_log("a.json", START("sh") START("a") GOOD END("a") START("b") GOOD END("b")));
    report_expect_line(&r, "Processes 3: sh, a, b; 1 without a call that counts");
    cr_expect_not_null(strstr(r.output, "6 calls"), "%s", r.output);
    cr_expect_not_null(strstr(r.output, "became another program): 1"), "%s", r.output);
    process_free(&r);
}

// The same number in two files is two processes, on two hosts perhaps.
Test(cli_report, files_part_processes)
{
    report_expect(REPORT(report_log("a", START("x") GOOD END("x")),
                         report_log("b", START("x") GOOD END("x"))),
                  0, "2: x (2)", "");
}
