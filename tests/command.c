// SPDX-License-Identifier: MIT
// Runs the built `teamtrim` on programs made by tests.
#include "tests/command.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ARGUMENTS = 30, TIMEOUT_S = 60, PATHS = 8 };

static char *folder;

void command_make_folder(void)
{
    folder = process_make_folder();
    cr_assert_not_null(folder);
    setenv("TMPDIR", folder, 1); // what the command writes goes with it
}

void command_remove_folder(void)
{
    struct process_result result;
    process_run(LIST("rm", "-rf", folder), &(struct process_setup){.timeout_s = TIMEOUT_S},
                &result);
    process_free(&result);
    free(folder);
}

const char *command_path(const char *name)
{
    static char paths[PATHS][PATH_MAX];
    static int next;
    char *path = paths[next++ % PATHS];
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return path;
}

const char *command_write(const char *name, const char *text)
{
    const char *path = command_path(name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(text, file);
    fclose(file);
    cr_assert_eq(chmod(path, 0755), 0);
    return path;
}

const char *command_compile(const char *compiler, const char *name, const char *source,
                            const char *const *flags)
{
    const char *argv[MOST_ARGUMENTS] = {compiler}, *path = command_path(name);
    struct process_result result;
    size_t count = 1;
    argv[count++] = command_write("source.c", source);
    for (; *flags; flags++)
        argv[count++] = *flags;
    argv[count++] = "-o";
    argv[count++] = path;
    process_run(argv, &(struct process_setup){.timeout_s = TIMEOUT_S}, &result);
    if (result.status == 127)
        cr_skip_test("no %s", compiler);
    cr_assert_eq(result.status, 0, "%s", result.error);
    process_free(&result);
    return path;
}

const char *command_built(const char *name)
{
    static char path[PATH_MAX];
    char joined[PATH_MAX];
    const char *build = getenv("TEAMTRIM_BUILD");
    snprintf(joined, sizeof joined, "%s/%s", build ? build : "build", name);
    cr_assert_not_null(realpath(joined, path), "%s", joined);
    return path;
}

struct process_result command_run(const char *const *environment, const char *const *arguments)
{
    const char *argv[MOST_ARGUMENTS + 1] = {command_built("teamtrim")};
    struct process_result result;
    for (size_t i = 0; arguments[i]; i++)
        argv[i + 1] = arguments[i];
    process_run(argv, &(struct process_setup){.environment = environment, .timeout_s = TIMEOUT_S},
                &result);
    cr_assert_not(result.timed_out, "%s%s", result.output, result.error);
    return result;
}

void command_expect(struct process_result result, int status, const char *output, const char *error)
{
    cr_assert_eq(result.status, status, "status %d: %s%s", result.status, result.output,
                 result.error);
    cr_assert_not_null(strstr(result.output, output), "no '%s' in: %s", output, result.output);
    cr_assert_not_null(strstr(result.error, error), "no '%s' in: %s", error, result.error);
    process_free(&result);
}

static bool has_line(const char *text, const char *first, const char *second)
{
    while (*text) {
        char line[1024];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (strstr(line, first) && strstr(line, second))
            return true;
        text += length + (text[length] == '\n');
    }
    return false;
}

void command_expect_line(const struct process_result *result, const char *first, const char *second)
{
    cr_assert(has_line(result->output, first, second),
              "status %d, no line with '%s' and '%s' in:\n%s%s", result->status, first, second,
              result->output, result->error);
}

void command_expect_no_line(const struct process_result *result, const char *first,
                            const char *second)
{
    cr_assert_not(has_line(result->output, first, second), "a line with '%s' and '%s' in:\n%s",
                  first, second, result->output);
}

void command_expect_status(struct process_result *result, int status)
{
    cr_assert_eq(result->status, status, "status %d:\n%s%s", result->status, result->output,
                 result->error);
    process_free(result);
}
