// SPDX-License-Identifier: MIT
// The reader of one JSON line: what it understands, what it refuses, and what it takes for cut.
#include "shim/cli/report/json_line.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct json_line line;

// Of a copy with nothing but a NUL behind it: what reads further is found by valgrind.
static enum json_status parse(const char *text, size_t size)
{
    static char *copy;
    free(copy);
    copy = malloc(size + 1);
    memcpy(copy, text, size);
    copy[size] = '\0';
    return json_line_parse(&line, copy, size);
}

static enum json_status parse_text(const char *text)
{
    return parse(text, strlen(text));
}

static void expect_string(const char *json, const char *value)
{
    char text[256];
    snprintf(text, sizeof text, "{\"k\":\"%s\"}", json);
    cr_assert_eq(parse_text(text), JSON_GOOD, "%s: %s", text, line.problem);
    cr_assert_eq(line.fields[0].type, JSON_STRING);
    cr_expect_str_eq(line.fields[0].string, value, "%s", json);
}

static void expect_bad(const char *text)
{
    cr_expect_eq(parse_text(text), JSON_BAD, "%s", text);
    cr_expect_not_null(line.problem);
}

Test(cli_json, every_type)
{
    cr_assert_eq(parse_text(" { \"a\" : 12 ,\"b\":-3,\"c\":1.5e3,\"d\":true,\"e\":false,\"f\":null,"
                            "\"g\":\"x\",\"h\":{\"i\":[1,\"]}\",{}]},\"j\":[]}\t"),
                 JSON_GOOD, "%s", line.problem);
    static const enum json_type types[] = {JSON_INTEGER, JSON_INTEGER, JSON_REAL,
                                           JSON_TRUE,    JSON_FALSE,   JSON_NULL,
                                           JSON_STRING,  JSON_NESTED,  JSON_NESTED};
    cr_assert_eq(line.count, 9);
    for (size_t i = 0; i < 9; i++)
        cr_expect_eq(line.fields[i].type, types[i], "%s", line.fields[i].key);
    cr_expect_eq(json_line_find(&line, "a")->integer, 12);
    cr_expect(json_line_find(&line, "b")->negative);
    cr_expect_eq(json_line_find(&line, "c")->real, 1500);
    cr_expect_null(json_line_find(&line, "i"), "it is inside another");
}

Test(cli_json, empty_object_and_carriage_return)
{
    cr_expect_eq(parse_text("{}"), JSON_GOOD);
    cr_expect_eq(line.count, 0);
    cr_expect_eq(parse_text("{\"a\":1}\r"), JSON_GOOD);
}

Test(cli_json, escapes)
{
    expect_string("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t");
    expect_string("\\u0041\\u00e9\\u20AC", "A\xc3\xa9\xe2\x82\xac");
    expect_string("\\ud83d\\udc27", "\xf0\x9f\x90\xa7");
    expect_string("\xc3\xa9 \xf0\x9f\x90\xa7", "\xc3\xa9 \xf0\x9f\x90\xa7");
}

#define NO "\xef\xbf\xbd"

Test(cli_json, halves_of_pairs_and_nul)
{
    expect_string("\\ud83d", NO);
    expect_string("\\ud83dx", NO "x");
    expect_string("\\udc27", NO);
    expect_string("\\ud83d\\u0041", NO "A");
    expect_string("\\ud83d\\ud83d\\udc27", NO "\xf0\x9f\x90\xa7");
    expect_string("a\\u0000b", "a" NO "b");
}

Test(cli_json, bytes_that_are_no_utf8)
{
    expect_string("[\xe9] [\xc0\xaf] [\xed\xa0\x80] [\xf5]", "[?] [??] [???] [?]");
    cr_expect_eq(parse_text("{\"k\":\"\xe2\x82\"}"), JSON_GOOD);
    cr_expect_str_eq(line.fields[0].string, "??");
}

Test(cli_json, huge_numbers)
{
    cr_assert_eq(parse_text("{\"a\":18446744073709551615,\"b\":18446744073709551616,\"c\":1e999,"
                            "\"d\":-9223372036854775809,\"e\":0.1}"),
                 JSON_GOOD);
    cr_expect_eq(line.fields[0].integer, UINT64_MAX);
    cr_expect_eq(line.fields[1].type, JSON_REAL);
    cr_expect_eq(line.fields[1].real, 18446744073709551616.0);
    cr_expect(isinf(line.fields[2].real));
    cr_expect_eq(line.fields[3].integer, UINT64_C(9223372036854775809));
    cr_expect(line.fields[3].negative);
    cr_expect_eq(line.fields[4].real, 0.1);
}

Test(cli_json, digits_by_the_megabyte)
{
    enum { DIGITS = 1 << 20 };
    char *text = malloc(DIGITS + 16);
    size_t size = (size_t)sprintf(text, "{\"a\":1");
    memset(text + size, '0', DIGITS);
    strcpy(text + size + DIGITS, "}");
    cr_expect_eq(parse(text, size + DIGITS + 1), JSON_GOOD);
    cr_expect(isinf(line.fields[0].real));
    free(text);
}

Test(cli_json, strings_by_the_megabyte)
{
    enum { SIZE = 3 << 20 };
    char *text = malloc(SIZE + 16);
    size_t size = (size_t)sprintf(text, "{\"a\":\"");
    memset(text + size, 'x', SIZE);
    strcpy(text + size + SIZE, "\"}");
    cr_expect_eq(parse(text, size + SIZE + 2), JSON_GOOD);
    cr_expect_eq(strlen(line.fields[0].string), SIZE);
    cr_expect_eq(parse(text, size + SIZE), JSON_CUT);
    free(text);
}

Test(cli_json, wrong_ones)
{
    static const char *const texts[] = {"x",
                                        "[1]",
                                        "{1:2}",
                                        "{\"a\" 1}",
                                        "{\"a\":1,}",
                                        "{\"a\":01}",
                                        "{\"a\":+1}",
                                        "{\"a\":1.}",
                                        "{\"a\":.5}",
                                        "{\"a\":1e}",
                                        "{\"a\":0x1}",
                                        "{\"a\":nul}",
                                        "{\"a\":True}",
                                        "{\"a\":NaN}",
                                        "{\"a\":\"\\x\"}",
                                        "{\"a\":1}}",
                                        "{\"a\":1} x",
                                        "{\"a\":[}]}",
                                        "{\"a\":\"\t\"}",
                                        "{\"a\":\"\\u12g4\"}",
                                        "{\"a\":'b'}",
                                        "{\"a\":1;}",
                                        "{\"a\":-}",
                                        "{,}",
                                        "{\"a\"}",
                                        "{\"a\":1 2}",
                                        "{\"a\":truex}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_bad(texts[i]);
}

Test(cli_json, nul_bytes)
{
    cr_expect_eq(parse("{\"a\0\":1}", 8), JSON_BAD);
    cr_expect_eq(parse("{\"a\":\"\0\"}", 9), JSON_BAD);
    cr_expect_eq(parse("{\"a\":1}\0", 8), JSON_BAD);
    cr_expect_eq(parse("{\"a\":\0}", 7), JSON_BAD);
    cr_expect_eq(parse("\0\0\0", 3), JSON_BAD);
}

// Whatever the place where a process was killed.
Test(cli_json, every_beginning_of_a_line_is_cut)
{
    static const char text[] = "{\"pid\":12,\"s\":\"a\\\"\\u00e9\\ud83d\\udc27\xc3\xa9\",\"t\":"
                               "true,\"n\":null,\"f\":false,"
                               "\"r\":-1.5e+10,\"o\":{\"a\":[1,\"}\"]},\"z\":0}";
    cr_assert_eq(parse_text(text), JSON_GOOD, "%s", line.problem);
    for (size_t size = 0; size < strlen(text); size++)
        cr_expect_eq(parse(text, size), JSON_CUT, "%zu: %.*s", size, (int)size, text);
}

Test(cli_json, nesting_has_a_limit)
{
    char text[256] = "{\"a\":";
    memset(text + 5, '[', 64);
    memset(text + 69, ']', 64);
    strcpy(text + 133, "}");
    cr_expect_eq(parse_text(text), JSON_GOOD);
    memset(text + 5, '[', 65);
    expect_bad(text);
}

Test(cli_json, last_of_two_and_too_many)
{
    char text[2000] = "{\"a\":1,\"a\":2", *at = text + strlen(text);
    for (int i = 0; i < 70; i++)
        at += sprintf(at, ",\"k%d\":%d", i, i);
    strcpy(at, "}");
    cr_assert_eq(parse_text(text), JSON_GOOD);
    cr_expect_eq(json_line_find(&line, "a")->integer, 2);
    cr_expect_eq(line.count, JSON_FIELDS);
    cr_expect_eq(line.dropped, 72 - JSON_FIELDS);
}
