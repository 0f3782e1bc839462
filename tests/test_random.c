// SPDX-License-Identifier: MIT
// Random small regions (random_regions.c) check themselves, and print under the preload what they
// print without, whatever the team. TEAMTRIM_RANDOM: how many programs.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(random, .timeout = 4 * 3600);

enum { PROGRAMS = 40, WORKERS = 2, TEAMS = 5, TIMEOUT_S = 60, MOST_FAULTS = 5 };

static const char *const compilers[] = {"gcc", "clang"};
static const int teams[TEAMS] = {2, 3, 4, 7, 16};

struct program {
    long seed;
    const char *compiler;
    const char *path;
    char *plain; // what it prints without the preload, with any team
};

static char *folder;
static int faults;

static char *format_text(const char *format, const char *first, const char *second)
{
    char *text = NULL;

    if (asprintf(&text, format, first, second) < 0)
        abort();
    return text;
}

static void make_folder(void)
{
    folder = process_make_folder();
}

static void remove_folder(void)
{
    struct process_result result;

    process_run(LIST("rm", "-rf", folder), &(struct process_setup){0}, &result);
    process_free(&result);
    free(folder);
}

// Where programs of clang find their libomp, and nothing else.
static const char *find_rpath(void)
{
    struct process_result result;
    char path[PATH_MAX];

    process_run(LIST("clang", "-print-file-name=libomp.so.5"), &(struct process_setup){0}, &result);
    result.output[strcspn(result.output, "\n")] = '\0';
    cr_assert(realpath(result.output, path), "clang has no libomp: %s", result.output);
    process_free(&result);
    return format_text("-Wl,--disable-new-dtags,-rpath,%s%s", dirname(path), "");
}

static bool trims(long seed)
{
    return seed % 4 == 0;
}

static const char *describe(const struct program *program, int team, const char *mode)
{
    static char text[160];

    snprintf(text, sizeof text, "random_regions %ld%s, %s, T = %d, mode %s", program->seed,
             trims(program->seed) ? " --trim" : "", program->compiler, team, mode);
    return text;
}

static void write_source(long seed, const char *path)
{
    char number[24];
    struct process_result result;
    FILE *file = fopen(path, "w");

    snprintf(number, sizeof number, "%ld", seed);
    process_run(
        LIST(victim_build_path("tests/random_regions"), number, trims(seed) ? "--trim" : NULL),
        &(struct process_setup){0}, &result);
    cr_assert_eq(result.status, 0, "random_regions %ld ends with %d", seed, result.status);
    cr_assert_not_null(file);
    fputs(result.output, file);
    fclose(file);
    process_free(&result);
}

static bool compile(const struct program *program, const char *source)
{
    bool clang = strcmp(program->compiler, "clang") == 0;
    struct process_result result;
    bool compiled;

    process_run(LIST(program->compiler, "-O1", "-fopenmp", source, "-o", program->path, "-lm",
                     clang ? find_rpath() : NULL),
                &(struct process_setup){0}, &result);
    compiled = result.status == 0;
    cr_expect(compiled, "%s: %.900s", describe(program, 0, "none"), result.error);
    process_free(&result);
    return compiled;
}

static void report(const char *run, const struct process_result *result, const char *plain)
{
    const char *got = result->output;
    size_t line = 0;

    for (size_t i = 0; plain && plain[i] && plain[i] == got[i]; i++)
        if (plain[i] == '\n')
            line = i + 1;
    cr_expect(false, "%s %s %d, prints\n  %.*s\nwhere without the preload it is\n  %.*s\n%.500s",
              run, result->timed_out ? "hangs; status" : "ends with", result->status,
              (int)strcspn(got + line, "\n"), got + line,
              plain ? (int)strcspn(plain + line, "\n") : 0, plain ? plain + line : "",
              result->error);
    faults++;
}

// Mode NULL: without the preload. The output, or NULL if it is not what it should be.
static char *run_program(const struct program *program, int team, const char *mode)
{
    char size[32];
    const char *environment[] = {size, "OMP_WAIT_POLICY=passive", NULL, NULL, NULL};
    struct process_result result;
    char *output = NULL;

    snprintf(size, sizeof size, "OMP_NUM_THREADS=%d", team);
    if (mode) {
        environment[2] = format_text("LD_PRELOAD=%s%s", victim_build_path("libteamtrim.so"), "");
        environment[3] = format_text("TEAMTRIM_REGION_MODE=%s%s", mode, "");
    }
    process_run(LIST(program->path),
                &(struct process_setup){.environment = environment, .timeout_s = TIMEOUT_S},
                &result);
    if (!result.timed_out && result.status == 0 && strstr(result.output, "\nok\n") &&
        (!program->plain || strcmp(result.output, program->plain) == 0))
        output = strdup(result.output);
    else
        report(describe(program, team, mode ? mode : "none"), &result, program->plain);
    process_free(&result);
    return output;
}

static void compare_teams(struct program *program)
{
    long turn = program->seed / WORKERS;

    program->plain = run_program(program, teams[turn % TEAMS], NULL);
    for (int i = 0; program->plain && i < TEAMS; i++) {
        free(run_program(program, teams[i], "lazy"));
        if (i == (turn + 1) % TEAMS)
            free(run_program(program, teams[i], "off"));
        if (trims(program->seed) && i % 2 == 0)
            free(run_program(program, teams[i], "trim"));
    }
    free(program->plain);
}

static void compare_compilers(long seed)
{
    const char *source = format_text("%s/%s", folder, "program.c");

    write_source(seed, source);
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        struct program program = {seed, compilers[i], format_text("%s/%s", folder, compilers[i]),
                                  NULL};
        if (compile(&program, source))
            compare_teams(&program);
    }
}

// Criterion gives each test a process.
static void run_share(int worker)
{
    const char *wanted = getenv("TEAMTRIM_RANDOM");
    long programs = wanted ? atol(wanted) : PROGRAMS;

    for (long seed = 1 + worker; seed <= programs && faults < MOST_FAULTS; seed += WORKERS)
        compare_compilers(seed);
}

Test(random, programs_of_odd_seeds, .init = make_folder, .fini = remove_folder)
{
    run_share(0);
}

Test(random, programs_of_even_seeds, .init = make_folder, .fini = remove_folder)
{
    run_share(1);
}
