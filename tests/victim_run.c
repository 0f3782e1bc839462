// SPDX-License-Identifier: MIT
// Runs victims without and with the library preloaded, and holds the two runs against each other.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_VARIABLES = 24 };

static const char *absolute_path(const char *variable, const char *fallback, const char *name)
{
    const char *folder = getenv(variable);
    char root[PATH_MAX], *path = NULL;

    if (!realpath(folder ? folder : fallback, root))
        snprintf(root, sizeof root, "%s", fallback);
    if (asprintf(&path, "%s/%s", root, name) < 0)
        abort();
    return path;
}

const char *victim_build_path(const char *name)
{
    return absolute_path("TEAMTRIM_BUILD", "build", name);
}

const char *victim_source_path(const char *name)
{
    return absolute_path("TEAMTRIM_SOURCE", ".", name);
}

const char *victim_path(const char *name)
{
    char below[256];

    snprintf(below, sizeof below, "victims/%s", name);
    return victim_build_path(below);
}

const char *victim_require_provider(enum provider_id provider)
{
    const char *variable = provider_variable(provider);

    if (!variable)
        cr_skip_test("%s is not installed", provider_name(provider));
    return variable;
}

void victim_require_python(const char *modules)
{
    struct process_result result;
    char program[256];

    snprintf(program, sizeof program, "import %s", modules);
    process_run(LIST("/usr/bin/python3", "-c", program), &(struct process_setup){0}, &result);
    if (result.status != 0)
        cr_skip_test("/usr/bin/python3 cannot import %s", modules);
    process_free(&result);
}

static void join_environment(const char *preload, const char *const *environment,
                             const char *joined[MOST_VARIABLES])
{
    size_t count = 0;

    joined[count++] = "OMP_NUM_THREADS=2";
    joined[count++] = "OPENBLAS_NUM_THREADS=2";
    joined[count++] = "OMP_WAIT_POLICY=passive"; // spinning teams crawl on a busy machine
    joined[count++] = preload;
    for (; environment && *environment; environment++) {
        cr_assert_lt(count, MOST_VARIABLES - 1);
        joined[count++] = *environment;
    }
    joined[count] = NULL;
}

struct process_result victim_run_with(bool preload, const char *const *command,
                                      const struct process_setup *setup)
{
    const char *environment[MOST_VARIABLES], *replaced[32] = {NULL};
    struct process_setup joined = *setup;
    struct process_result result;
    char variable[PATH_MAX + 16] = "LD_PRELOAD";

    if (preload)
        snprintf(variable, sizeof variable, "LD_PRELOAD=%s", victim_build_path("libteamtrim.so"));
    join_environment(variable, setup->environment, environment);
    joined.environment = environment;
    for (size_t i = 0; command[i]; i++)
        replaced[i] = command[i];
    if (!strchr(command[0], '/'))
        replaced[0] = victim_path(command[0]);
    process_run(replaced, &joined, &result);
    cr_assert(result.status != 126 && result.status != 127, "%s cannot be run", replaced[0]);
    cr_assert(!result.timed_out, "%s hung %s the preload; it had said:\n%.900s%.900s", command[0],
              preload ? "with" : "even without", result.output, result.error);
    return result;
}

struct process_result victim_run(bool preload, const char *const *command,
                                 const char *const *environment)
{
    return victim_run_with(preload, command, &(struct process_setup){.environment = environment});
}

static void expect_same_text(const char *what, const char *command, const char *plain,
                             const char *preloaded)
{
    const char *a = plain, *b = preloaded;

    if (strcmp(plain, preloaded) == 0)
        return;
    for (size_t i = 0; plain[i] && plain[i] == preloaded[i]; i++)
        if (plain[i] == '\n') {
            a = plain + i + 1;
            b = preloaded + i + 1;
        }
    cr_assert_fail("%s of %s differs at\n  plain:     %.*s\n  preloaded: %.*s", what, command,
                   (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
}

void victim_compare(const char *const *command, const char *const *environment)
{
    struct process_result plain = victim_run(false, command, environment);
    struct process_result preloaded = victim_run(true, command, environment);

    cr_assert_eq(plain.status, 0, "%s fails without the preload (%d):\n%.900s%.900s", command[0],
                 plain.status, plain.output, plain.error);
    expect_same_text("stderr", command[0], plain.error, preloaded.error);
    cr_assert_eq(preloaded.status, 0,
                 "%s ends with %d under the preload; it had said:\n%.900s%.900s", command[0],
                 preloaded.status, preloaded.output, preloaded.error);
    expect_same_text("stdout", command[0], plain.output, preloaded.output);
    process_free(&plain);
    process_free(&preloaded);
}

void victim_compare_providers(const char *const *command, const char *const *environment)
{
    int compared = 0;

    for (int i = 0; i < PROVIDER_COUNT; i++) {
        const char *joined[MOST_VARIABLES] = {provider_variable(i)};

        if (!joined[0])
            continue;
        for (size_t j = 0; environment && environment[j]; j++)
            joined[j + 1] = environment[j];
        victim_compare(command, joined);
        compared++;
    }
    if (!compared)
        cr_skip_test("no BLAS of provider.def is installed");
}

bool victim_has_line(const char *text, const char *first, const char *second)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char copy[1024];
        const char *found;

        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        found = strstr(copy, first);
        if (found && strstr(found, second))
            return true;
    }
    return false;
}

void victim_expect_log(const char *const *command, const char *const *environment,
                       const char *first, const char *second)
{
    const char *joined[MOST_VARIABLES] = {"TEAMTRIM_LOG=calls"};
    struct process_result result;

    for (size_t i = 0; environment && environment[i]; i++)
        joined[i + 1] = environment[i];
    result = victim_run(true, command, joined);
    cr_assert(victim_has_line(result.error, first, second),
              "%s left no log line with \"%s\" and \"%s\":\n%.2000s", command[0], first, second,
              result.error);
    process_free(&result);
}
