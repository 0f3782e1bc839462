// SPDX-License-Identifier: MIT
// Log lines in both formats, what does not fit, and clocks. Each test is a process of its own.
#include "shim/core/log.h"
#include "tests/process.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim/core/clock.h"

static char *folder;
static char path[512];

// A log in a new file; returns nothing to free.
static void open_log(enum log_level level, bool json, const char *name)
{
    static char pattern[512];
    folder = process_make_folder();
    cr_assert_not_null(folder);
    snprintf(pattern, sizeof pattern, "%s/%s", folder, name);
    snprintf(path, sizeof path, "%s", pattern);
    log_open(level, json, pattern);
}

static const char *read_log(void)
{
    static char text[8192];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = '\0';
    if (file)
        fclose(file);
    remove(path);
    rmdir(folder);
    free(folder);
    return text;
}

static void write_one(void)
{
    struct log_line line;
    log_begin(&line, "blas", "routine", "ddot");
    log_number(&line, "n", 12000);
    log_end(&line, "kernel avx512", "192000 < 13 x 393216");
}

Test(log, text_line)
{
    char expected[128];
    open_log(LOG_CALLS, false, "log");
    write_one();
    snprintf(expected, sizeof expected,
             "teamtrim[%d]: blas ddot n=12000 -> kernel avx512 (192000 < 13 x 393216)\n",
             (int)getpid());
    cr_expect_str_eq(read_log(), expected);
}

Test(log, json_line)
{
    char expected[160];
    open_log(LOG_CALLS, true, "log");
    write_one();
    snprintf(expected, sizeof expected,
             "{\"pid\":%d,\"kind\":\"blas\",\"routine\":\"ddot\",\"n\":12000,"
             "\"decision\":\"kernel avx512\",\"rule\":\"192000 < 13 x 393216\"}\n",
             (int)getpid());
    cr_expect_str_eq(read_log(), expected);
}

Test(log, json_quotes)
{
    open_log(LOG_CALLS, true, "log");
    log_message("a \"quoted\" back\\slash\nand more");
    cr_expect(strstr(read_log(), "\"a \\\"quoted\\\" back\\\\slash\\u000aand more\"}"));
}

Test(log, what_does_not_fit_is_cut_and_the_line_closed)
{
    static char longest[4000];
    memset(longest, 'x', sizeof longest - 1);
    open_log(LOG_CALLS, true, "log");
    log_message(longest);
    const char *text = read_log();
    size_t size = strlen(text);
    cr_assert_gt(size, 500);
    cr_expect_str_eq(text + size - 15, "x\",\"cut\":true}\n",
                     "the string and the object are closed");
}

// Overlong, beyond Unicode, half of a pair, and cut short.
Test(log, json_has_utf8_only)
{
    open_log(LOG_CALLS, true, "log");
    log_message("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xa7 [\xe9] [\xc0\xaf] [\xf5\x80\x80\x80] "
                "[\xed\xa0\x80] [\xe2\x82] \x7f\x1b[31m");
#define NO "\xef\xbf\xbd"
    const char *text = read_log();
    cr_expect(strstr(text, "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xa7 [" NO "] [" NO NO
                           "] [" NO NO NO NO "] [" NO NO NO "] [" NO NO "] \x7f\\u001b[31m\"}"),
              "%s", text);
}

// Whatever the place where the line is full, python3 reads it.
Test(log, json_is_valid_wherever_it_is_cut)
{
    static char name[800];
    struct process_result python;
    open_log(LOG_CALLS, true, "log");
    for (size_t size = 600; size < 790; size++) {
        struct log_line line;
        memset(name, size % 3 ? 'x' : '\n', size / (size % 3 ? 1 : 6));
        name[size / (size % 3 ? 1 : 6)] = '\0';
        log_begin(&line, "region", "site", name);
        log_number(&line, "calls", UINT64_MAX);
        log_string(&line, "why", "\xe2\x82\xac\xe2\x82\xac");
        log_end(&line, "decision", "rule");
    }
    const char *const check[] = {"/usr/bin/python3", "-c",
                                 "import json, sys\n"
                                 "for text in open(sys.argv[1], 'rb'):\n"
                                 "    line = json.loads(text)\n"
                                 "    whole = 'rule' in line and line['rule'] == 'rule'\n"
                                 "    assert whole != line.get('cut', False), line\n"
                                 "    assert line.get('calls', 2**64 - 1) == 2**64 - 1, line\n",
                                 path, NULL};
    process_run(check, &(struct process_setup){0}, &python);
    cr_expect_eq(python.status, 0, "%s", python.error);
    process_free(&python);
    read_log();
}

Test(log, file_name_with_pid)
{
    open_log(LOG_SUMMARY, false, "log.%p");
    snprintf(path, sizeof path, "%s/log.%d", folder, (int)getpid());
    log_message("hello");
    cr_expect(strstr(read_log(), "]: hello\n"));
}

Test(log, off_writes_nothing)
{
    open_log(LOG_OFF, false, "log");
    log_message("hello");
    cr_expect_str_eq(read_log(), "");
}

Test(log, numbers)
{
    char text[32];
    log_append_number(text, sizeof text, 0, 0);
    cr_expect_str_eq(text, "0");
    log_append_number(text, sizeof text, 0, UINT64_MAX);
    cr_expect_str_eq(text, "18446744073709551615");
    cr_expect_eq(log_append(text, 4, 0, "abcdef"), 3);
    cr_expect_str_eq(text, "abc");
}

// The rate is watched for 50 us; held against a wait of 20 ms it is right within a factor of two
// even where this process is stopped in between.
Test(clock, ticks_have_the_rate_of_nanoseconds)
{
    uint64_t first = clock_ticks(), start = clock_nanoseconds();
    while (clock_nanoseconds() - start < 20000000)
        continue;
    uint64_t ticks = clock_ticks() - first, waited = clock_nanoseconds() - start;
    uint64_t told = clock_nanoseconds_of(ticks);
    cr_expect(told > waited / 2 && told < waited * 2, "%lu ns told, %lu waited",
              (unsigned long)told, (unsigned long)waited);
}
