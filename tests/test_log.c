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
    cr_expect(strstr(read_log(), "a \\\"quoted\\\" back\\\\slash and more"));
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
    cr_expect_str_eq(text + size - 3, "\"}\n", "the string and the object are closed");
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
