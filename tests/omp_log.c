// SPDX-License-Identifier: MIT
// Runs an OpenMP victim under the preload and looks into what the library said of it.
#include "tests/omp_log.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VARIABLES = 20, MOST_ARGUMENTS = 24 };

const char *omp_log_prefix(unsigned variant)
{
    return variant == OMP_KMP ? "kmp" : variant == OMP_KMP19 ? "kmp19" : "gomp";
}

static const char *runtime_folder(unsigned variant)
{
    return variant == OMP_GOMP_ON_14   ? "as_libgomp14"
           : variant == OMP_GOMP_ON_19 ? "as_libgomp19"
                                       : NULL;
}

const char *omp_log_name(unsigned variant)
{
    static char name[64];
    const char *folder = runtime_folder(variant);

    snprintf(name, sizeof name, "%s%s%s", omp_log_prefix(variant), folder ? " " : "",
             folder ? folder : "");
    return name;
}

struct process_result omp_log_run(bool preload, unsigned variant, const char *const *command,
                                  const char *const *environment)
{
    const char *variables[MOST_VARIABLES], *arguments[MOST_ARGUMENTS];
    char victim[128], library_path[PATH_MAX + 32] = "LD_LIBRARY_PATH";
    struct process_result result;
    size_t count = 0;

    if (runtime_folder(variant))
        snprintf(library_path, sizeof library_path, "LD_LIBRARY_PATH=%s",
                 victim_path(runtime_folder(variant)));
    variables[count++] = library_path;
    for (size_t i = 0; environment && environment[i]; i++)
        variables[count++] = environment[i];
    variables[count] = NULL;
    snprintf(victim, sizeof victim, "%s_%s", omp_log_prefix(variant), command[0]);
    arguments[0] = victim;
    for (count = 1; command[count]; count++)
        arguments[count] = command[count];
    arguments[count] = NULL;
    result = victim_run(preload, arguments, variables);
    cr_assert_eq(result.status, 0, "%s on %s ends with %d; it had said:\n%.900s%.900s", victim,
                 omp_log_name(variant), result.status, result.output, result.error);
    return result;
}

int omp_log_count(const char *text, const char *expression)
{
    char whole[1024], line[2048];
    regex_t compiled;
    int lines = 0;

    snprintf(whole, sizeof whole, "^teamtrim\\[[0-9]+\\]: (%s)$", expression);
    cr_assert_eq(regcomp(&compiled, whole, REG_EXTENDED | REG_NOSUB), 0, "%s", whole);
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
        lines += regexec(&compiled, line, 0, NULL, 0) == 0;
    }
    regfree(&compiled);
    return lines;
}

void omp_log_expect(unsigned variant, const char *text, int count, const char *expression)
{
    int found = omp_log_count(text, expression);

    cr_expect_eq(found, count, "%s: %d lines, not %d, that match \"%s\" in\n%.2000s",
                 omp_log_name(variant), found, count, expression, text);
}

int omp_log_number(const char *output, const char *name, const char *word)
{
    size_t length = strlen(name);
    const char *line = output, *end, *found;

    while (line && (strncmp(line, name, length) != 0 || line[length] != ':'))
        line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
    cr_assert_not_null(line, "%s is not in\n%.900s", name, output);
    end = line + strcspn(line, "\n");
    found = strstr(line, word);
    cr_assert(found && found < end, "no \"%s\" in\n%.900s", word, line);
    while (found > line && found[-1] == ' ')
        found--;
    while (found > line && found[-1] >= '0' && found[-1] <= '9')
        found--;
    return atoi(found);
}
