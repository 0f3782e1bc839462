// SPDX-License-Identifier: MIT
// Runs `teamtrim report` on logs below a folder of the test's own.
#include "tests/report_run.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *folder;

void report_make_folder(void)
{
    folder = process_make_folder();
    cr_assert_not_null(folder);
}

void report_remove_folder(void)
{
    struct process_result result;
    process_run(LIST("rm", "-rf", folder), &(struct process_setup){.timeout_s = 20}, &result);
    process_free(&result);
    free(folder);
}

const char *report_path(const char *name)
{
    char *path;
    cr_assert(asprintf(&path, "%s/%s", folder, name) > 0);
    return path;
}

const char *report_log(const char *name, const char *text)
{
    const char *path = report_path(name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    return path;
}

struct process_result report_run(const char *const *arguments)
{
    const char *argv[24] = {victim_build_path("teamtrim"), "report"};
    struct process_result result;
    for (size_t i = 0; arguments[i]; i++)
        argv[i + 2] = arguments[i];
    process_run(argv, &(struct process_setup){.timeout_s = 30}, &result);
    cr_assert_not(result.timed_out);
    return result;
}

void report_expect(struct process_result result, int status, const char *output, const char *error)
{
    cr_expect_eq(result.status, status, "status %d: %s%s", result.status, result.output,
                 result.error);
    cr_expect_not_null(strstr(result.output, output), "'%s' is not in: %s", output, result.output);
    cr_expect_not_null(strstr(result.error, error), "'%s' is not in: %s", error, result.error);
    process_free(&result);
}

// One blank between words, none at the ends.
static void squeeze(const char *text, size_t size, char *to)
{
    char *start = to;
    for (size_t i = 0; i < size; i++)
        if (text[i] != ' ' || (to > start && to[-1] != ' '))
            *to++ = text[i];
    while (to > start && to[-1] == ' ')
        to--;
    *to = '\0';
}

void report_expect_line(const struct process_result *result, const char *words)
{
    char line[2000];
    for (const char *at = result->output; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t size = strcspn(at, "\n");
        squeeze(at, size < sizeof line ? size : sizeof line - 1, line);
        if (strcmp(line, words) == 0)
            return;
    }
    cr_expect_fail("no line '%s' in:\n%s", words, result->output);
}
