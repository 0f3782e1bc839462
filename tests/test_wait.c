// SPDX-License-Identifier: MIT
// [wait] yield = backoff in whole programs: they end, as they did, and no longer burn a CPU.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(wait, .timeout = 300);

#define BACKOFF "TEAMTRIM_WAIT_YIELD=backoff"
#define KEEP "TEAMTRIM_WAIT_YIELD=keep"

// As it is, kept, and backing off, also with the shortest and the longest phase of pauses.
static void compare(const char *const *command)
{
    victim_compare(command, LIST(KEEP));
    victim_compare(command, LIST(BACKOFF));
    victim_compare(command, LIST(BACKOFF, "TEAMTRIM_WAIT_SPIN_TRIES=0"));
    victim_compare(command, LIST(BACKOFF, "TEAMTRIM_WAIT_SPIN_TRIES=1000"));
}

Test(wait, barriers)
{
    compare(LIST("wait", "barrier", "2", "2000"));
    compare(LIST("wait", "barrier", "4", "500"));
    compare(LIST("wait", "barrier", "14", "100"));
}

Test(wait, turns_on_one_cpu)
{
    compare(LIST("wait", "turns", "2", "500"));
    compare(LIST("wait", "turns", "5", "200"));
}

// Without real yields the first of them would never let go.
Test(wait, turns_of_real_time_threads_on_one_cpu)
{
    compare(LIST("wait", "fifo", "2"));
    compare(LIST("wait", "fifo", "5"));
}

Test(wait, neither_cancelled_nor_changing_errno)
{
    compare(LIST("wait", "cancel", "2", "1000"));
    compare(LIST("wait", "errno", "1", "1000"));
}

Test(wait, in_signal_handlers)
{
    compare(LIST("wait", "handlers"));
}

Test(wait, in_forked_children)
{
    compare(LIST("wait", "fork", "1", "50"));
}

// To find out whose call it is takes paths, and these take room.
Test(wait, on_stacks_of_16_kib)
{
    compare(LIST("wait", "stack", "2", "100"));
    victim_compare(LIST("wait", "stack", "2", "100"),
                   LIST(BACKOFF, "TEAMTRIM_WAIT_MODULES=nobody"));
}

static struct process_result run_logged(const char *const *command, const char *const *settings)
{
    const char *environment[16] = {"TEAMTRIM_LOG=decisions", "TEAMTRIM_LOG_FORMAT=json"};
    for (size_t i = 0; settings[i]; i++)
        environment[i + 2] = settings[i];
    struct process_result result = victim_run(true, command, environment);
    cr_assert_eq(result.status, 0, "%s", result.error);
    return result;
}

// A figure of the summary; -1 if there is none.
static long figure(const char *log, const char *name)
{
    char key[32];
    const char *line = strstr(log, "\"kind\":\"wait_summary\"");
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *found = line ? strstr(line, key) : NULL;
    return found ? atol(found + strlen(key)) : -1;
}

static long all_tries(const char *log)
{
    return figure(log, "pauses") + figure(log, "yields") + figure(log, "sleeps");
}

// Who is waited for needs the CPU: yields from the first try on.
Test(wait, no_pauses_on_one_cpu)
{
    struct process_result run = run_logged(LIST("wait", "turns", "3", "100"), LIST(BACKOFF));
    cr_expect_eq(figure(run.error, "pauses"), 0, "%s", run.error);
    process_free(&run);
}

// All is left to the system: nothing of it is in the summary.
Test(wait, nothing_but_yields_in_real_time)
{
    struct process_result run = run_logged(LIST("wait", "fifo", "3"), LIST(BACKOFF));
    if (!strstr(run.output, "in real time"))
        cr_skip_test("no right to real-time threads");
    cr_expect_eq(figure(run.error, "yields"), -1, "%s", run.error);
    process_free(&run);
}

Test(wait, every_call_is_in_the_summary)
{
    struct process_result run = run_logged(LIST("wait", "yield", "1", "1000"), LIST(BACKOFF));
    cr_expect_eq(all_tries(run.error), 1000, "%s", run.error);
    cr_expect(victim_has_line(run.error, "\"kind\":\"wait\"", "\"module\":\"wait\",\"tries\":50,"));
    process_free(&run);
}

Test(wait, log_line_of_a_module)
{
    victim_expect_log(LIST("wait", "yield"), LIST(BACKOFF, "TEAMTRIM_WAIT_MODULES=wait"),
                      "wait wait tries=50 -> backoff (pauses, yields, after 200 us sleeps of at "
                      "most 500 us)",
                      "");
    victim_expect_log(LIST("wait", "yield"), LIST(BACKOFF, "TEAMTRIM_WAIT_MODULES=libopenblas"),
                      "wait wait -> keep (not in modules = libopenblas)", "");
}

static void expect_silence(const char *const *settings)
{
    struct process_result run = run_logged(LIST("wait", "yield", "1", "1000"), settings);
    cr_expect_null(strstr(run.error, "\"kind\":\"wait"), "%s", run.error);
    process_free(&run);
}

Test(wait, nothing_to_say_when_off)
{
    expect_silence(LIST(KEEP));
    expect_silence(LIST(BACKOFF, "TEAMTRIM_DISABLE=1"));
}

// 300 ms of waiting; a busy machine makes it less.
Test(wait, a_long_wait_takes_little_cpu_time)
{
    struct process_result run =
        victim_run(true, LIST("wait", "long"), LIST(BACKOFF, "TEAMTRIM_BLAS_ENABLE=off"));
    cr_assert_eq(run.status, 0);
    cr_assert_eq(strncmp(run.error, "cpu ", 4), 0, "%s", run.error);
    cr_expect_leq(atol(run.error + 4), 150, "%s", run.error);
    process_free(&run);
}

static void expect_calls_of_modules(const char *modules, long expected)
{
    const char *first = victim_path("libwait_first.so"), *second = victim_path("libwait_second.so");
    char variable[128];
    snprintf(variable, sizeof variable, "TEAMTRIM_WAIT_MODULES=%s", modules);
    struct process_result run =
        run_logged(LIST("wait_modules", first, second, "50", "20"), LIST(BACKOFF, variable));
    cr_expect_str_eq(run.output, "reused\n", "the second was never at the first one's address");
    cr_expect_eq(all_tries(run.error), expected, "%s:\n%s", modules, run.error);
    process_free(&run);
}

// 50 times 20 calls from each.
Test(wait, only_the_calls_of_chosen_modules)
{
    expect_calls_of_modules("", 2000);
    expect_calls_of_modules("libwait", 2000);
    expect_calls_of_modules("libwait_first", 1000);
    expect_calls_of_modules("libwait_second.so", 1000);
    expect_calls_of_modules("libopenblas,libwait_first.so", 1000);
    expect_calls_of_modules("victims", 2000); // their folder
}

Test(wait, calls_of_no_module_are_not_counted)
{
    const char *library = victim_path("libwait_first.so");
    struct process_result run = run_logged(LIST("wait_modules", library, library, "5", "20"),
                                           LIST(BACKOFF, "TEAMTRIM_WAIT_MODULES=wait_modules"));
    cr_expect_null(strstr(run.error, "wait_summary"), "%s", run.error);
    process_free(&run);
}

// Debian loads it as libopenblas.so.0, a link to libopenblasp-r0.3.21.so.
Test(wait, a_library_by_the_file_behind_its_links)
{
    static const char *const names[] = {"libopenblas", "libopenblasp", "openblas-pthread"};
    const char *provider = victim_require_provider(PROVIDER_OPENBLAS_PTHREAD);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char modules[64];
        snprintf(modules, sizeof modules, "TEAMTRIM_WAIT_MODULES=%s", names[i]);
        struct process_result run = run_logged(LIST("wait_blas"), LIST(provider, BACKOFF, modules));
        cr_expect(victim_has_line(run.error, "\"module\":\"libopenblas", "\"backoff\""), "%s:\n%s",
                  names[i], run.error);
        process_free(&run);
    }
}

// The case of OpenBLAS 4496, 5171 and 900. Of the yields few are left on a calm machine; on a busy
// one they take long, and there are few anyway. That its threads sleep holds on both.
Test(wait, openblas_sleeps_between_calls)
{
    const char *const settings[] = {victim_require_provider(PROVIDER_OPENBLAS_PTHREAD), BACKOFF,
                                    "TEAMTRIM_WAIT_MODULES=libopenblas", NULL};
    enum { CALLS = 50 };

    victim_compare(LIST("wait_blas"), settings);
    struct process_result run = run_logged(LIST("wait_blas"), settings);
    cr_expect_geq(figure(run.error, "sleeps"), CALLS, "%s", run.error);
    cr_expect_geq(figure(run.error, "slept_us"), 300000, "%s", run.error);
    process_free(&run);
}

// Instructions of callgrind for one call: the loop, the call through the PLT, sched_yield, and
// libc's syscall().
static long count_instructions(const char *calls)
{
    struct process_result run = victim_run_with(true,
                                                LIST("/usr/bin/valgrind", "--tool=callgrind",
                                                     "--callgrind-out-file=/dev/null",
                                                     victim_path("wait"), "yield", "1", calls),
                                                &(struct process_setup){.timeout_s = 120});
    const char *collected = strstr(run.error, "Collected :");
    cr_assert_eq(run.status, 0, "%s", run.error);
    cr_assert_not_null(collected);
    long instructions = atol(collected + strlen("Collected :"));
    process_free(&run);
    return instructions;
}

// Measured: 39 on x86-64, gcc 12.
Test(wait, a_yield_that_is_kept_takes_few_instructions)
{
#if !defined(__x86_64__)
    cr_skip_test("what was measured is of x86-64");
#endif
    if (access("/usr/bin/valgrind", X_OK) != 0)
        cr_skip_test("valgrind is not installed");
    long each = (count_instructions("30000") - count_instructions("10000")) / 20000;
    cr_expect_leq(each, 42, "%ld instructions", each);
    cr_expect_gt(each, 10, "nothing was counted");
}
