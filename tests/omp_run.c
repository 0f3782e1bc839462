// SPDX-License-Identifier: MIT
// Runs OpenMP victims by runtime and environment, without and with the library preloaded.
#include "tests/omp_run.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VARIANTS = 5, MOST_VARIABLES = 16, MOST_ARGUMENTS = 24, TIMEOUT_S = 20, CLONE_RUNS = 2 };

static const struct variant {
    const char *prefix;
    const char *runtime; // folder below the victims that holds another libgomp.so.1; or NULL
} variants[VARIANTS] = {
    {"gomp", NULL},           {"kmp", NULL}, {"kmp19", NULL}, {"gomp", "as_libgomp14"},
    {"gomp", "as_libgomp19"},
};

struct row {
    const char *name;
    const char *variables[4];
};

static const struct row environments[] = {
#define ENVIRONMENT(id, ...) {#id, {__VA_ARGS__}},
#define PRELOADED(id, ...)
#include "tests/omp_environments.def"
#undef ENVIRONMENT
#undef PRELOADED
};

static const struct row preloadeds[] = {
#define ENVIRONMENT(id, ...)
#define PRELOADED(id, ...) {#id, {__VA_ARGS__}},
#include "tests/omp_environments.def"
#undef ENVIRONMENT
#undef PRELOADED
};

// One run: which program, on what, with what.
struct run {
    const char *const *command;
    const struct variant *variant;
    const struct row *environment;
    const struct row *preloaded; // NULL: without the preload
};

static const char *describe_run(const struct run *run)
{
    static char text[512];

    snprintf(text, sizeof text, "%s_%s %s%s%s, environment %s, preload %s", run->variant->prefix,
             run->command[0], run->command[1] ? run->command[1] : "",
             run->variant->runtime ? " " : "", run->variant->runtime ? run->variant->runtime : "",
             run->environment->name, run->preloaded ? run->preloaded->name : "none");
    return text;
}

static const char *require_victim(const struct variant *variant, const char *name)
{
    char file[128];
    const char *path;

    snprintf(file, sizeof file, "%s%s%s", variant ? variant->prefix : "", variant ? "_" : "", name);
    path = victim_path(file);
    cr_assert(access(path, R_OK) == 0, "%s is not there: `make victims` tells why", path);
    return path;
}

// The folder may hold a link to a libomp that is not there: libgomp itself would be taken.
static const char *require_runtime(const char *folder)
{
    char file[128];

    snprintf(file, sizeof file, "%s/libgomp.so.1", folder);
    require_victim(NULL, file);
    return victim_path(folder);
}

// "deep:@@plugin" -> "deep:/.../gomp_plugin".
static const char *expand_argument(const struct variant *variant, const char *argument)
{
    const char *at = strchr(argument, '@');
    bool own = at && at[1] == '@';
    char *expanded = NULL;

    if (!at)
        return argument;
    if (asprintf(&expanded, "%.*s%s", (int)(at - argument), argument,
                 require_victim(own ? variant : NULL, at + 1 + own)) < 0)
        abort();
    return expanded;
}

static size_t join_row(const char **joined, size_t count, const struct row *row)
{
    for (size_t i = 0; row && i < 4 && row->variables[i]; i++)
        joined[count++] = row->variables[i];
    return count;
}

// `joined` has room for MOST_VARIABLES. The preload itself is not among them.
static void join_environment(const struct run *run, const char **joined)
{
    static char library_path[PATH_MAX];
    size_t count = 0;

    joined[count++] = "OMP_WAIT_POLICY=passive"; // spinning teams crawl on a busy machine
    joined[count++] = "OPENBLAS_NUM_THREADS";
    if (run->variant->runtime) {
        snprintf(library_path, sizeof library_path, "LD_LIBRARY_PATH=%s",
                 require_runtime(run->variant->runtime));
        joined[count++] = library_path;
    }
    count = join_row(joined, count, run->environment);
    count = join_row(joined, count, run->preloaded);
    joined[count] = NULL;
}

// After `count` words that are there already.
static void join_command(const struct run *run, const char **joined, size_t count)
{
    const char *const *command = run->command;

    joined[count++] = require_victim(run->variant, command[0]);
    for (size_t i = 1; command[i]; i++)
        joined[count++] = expand_argument(run->variant, command[i]);
    joined[count] = NULL;
}

static const char *preload_variable(void)
{
    static char variable[PATH_MAX + 16];

    snprintf(variable, sizeof variable, "LD_PRELOAD=%s", victim_build_path("libteamtrim.so"));
    return variable;
}

static struct process_result run_command(const struct run *run, const char *const *command,
                                         const char *const *environment)
{
    const struct process_setup setup = {.environment = environment, .timeout_s = TIMEOUT_S};
    struct process_result result;

    process_run(command, &setup, &result);
    cr_assert(!result.timed_out, "%s hangs; it had said:\n%.900s\n%.900s", describe_run(run),
              result.output, result.error);
    cr_assert_eq(result.status, 0, "%s ends with %d; it had said:\n%.900s\n%.900s",
                 describe_run(run), result.status, result.output, result.error);
    return result;
}

static struct process_result run_victim(const struct run *run)
{
    const char *environment[MOST_VARIABLES + 2], *command[MOST_ARGUMENTS];

    join_command(run, command, 0);
    environment[0] = run->preloaded ? preload_variable() : "LD_PRELOAD";
    join_environment(run, environment + 1);
    return run_command(run, command, environment);
}

static void expect_same_output(const struct run *run, const char *plain, const char *preloaded)
{
    size_t line = 0;

    for (size_t i = 0; plain[i] && plain[i] == preloaded[i]; i++)
        if (plain[i] == '\n')
            line = i + 1;
    cr_expect(strcmp(plain, preloaded) == 0,
              "%s prints\n  %.*s\nwhere without the preload it is\n"
              "  %.*s",
              describe_run(run), (int)strcspn(preloaded + line, "\n"), preloaded + line,
              (int)strcspn(plain + line, "\n"), plain + line);
}

static void compare_environment(struct run *run, unsigned rows)
{
    struct process_result plain, preloaded;

    run->preloaded = NULL;
    plain = run_victim(run);
    cr_assert(plain.output_size > 0, "%s says nothing", describe_run(run));
    for (int i = 0; i < OMP_PRELOADEDS; i++)
        if (rows >> i & 1) {
            run->preloaded = &preloadeds[i];
            preloaded = run_victim(run);
            expect_same_output(run, plain.output, preloaded.output);
            process_free(&preloaded);
        }
    process_free(&plain);
}

void omp_compare(unsigned ran_on, unsigned ran_with, unsigned preloaded_with,
                 const char *const *command)
{
    for (int i = 0; i < VARIANTS; i++)
        for (int j = 0; j < OMP_ENVIRONMENTS; j++)
            if (ran_on >> i & ran_with >> j & 1) {
                struct run run = {command, &variants[i], &environments[j], NULL};
                unsigned rows = j == OMP_ENVIRONMENT_FOUR ? preloaded_with : 0;
                compare_environment(&run, rows | OMP_AND(NONE));
            }
}

// Sums up what `strace -c` counted: lines of "share seconds usecs calls [errors] name".
static long sum_calls(const char *table)
{
    long sum = 0;

    for (const char *line = table; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        double share, seconds;
        long each, calls;
        if (sscanf(line, "%lf %lf %ld %ld", &share, &seconds, &each, &calls) == 4 &&
            memcmp(line + strcspn(line, "\n") - 5, "total", 5) != 0)
            sum += calls;
    }
    return sum;
}

static long count_clones(const struct run *run)
{
    const char *environment[MOST_VARIABLES + 1];
    const char *command[MOST_ARGUMENTS + 16] = {
        "strace", "--seccomp-bpf", "-f", "-c", "-e", "trace=clone,clone3,fork,vfork", "-o"};
    char *folder = process_make_folder(), *table, path[PATH_MAX];
    struct process_result result;
    long calls;

    snprintf(path, sizeof path, "%s/calls", folder);
    command[7] = path;
    command[8] = "-E"; // strace itself does without
    command[9] = run->preloaded ? preload_variable() : "LD_PRELOAD";
    join_command(run, command, 10);
    join_environment(run, environment);
    result = run_command(run, command, environment);
    table = process_load_file(path);
    cr_assert_not_null(table, "strace has counted nothing: %s", result.error);
    calls = sum_calls(table);
    process_free(&result);
    free(table);
    unlink(path);
    rmdir(folder);
    free(folder);
    return calls;
}

static long count_most_clones(const struct run *run)
{
    long most = 0;

    for (int i = 0; i < CLONE_RUNS; i++) {
        long calls = count_clones(run);
        most = calls > most ? calls : most;
    }
    return most;
}

static void compare_clones(struct run *run)
{
    long plain = count_most_clones(run), preloaded;

    run->preloaded = &preloadeds[OMP_PRELOADED_UNWATCHED];
    preloaded = count_most_clones(run);
    cr_expect(plain > 0, "%s: strace has seen no thread", describe_run(run));
    cr_expect(preloaded <= plain, "%s creates %ld threads, %ld without the preload",
              describe_run(run), preloaded, plain);
}

void omp_compare_clones(unsigned ran_on, const char *const *command)
{
    for (int i = 0; i < VARIANTS; i++)
        if (ran_on >> i & 1) {
            struct run run = {command, &variants[i], &environments[OMP_ENVIRONMENT_FOUR], NULL};
            compare_clones(&run);
        }
}
