// SPDX-License-Identifier: MIT
// What an intercepted region, query or piece of a loop costs, in instructions of the library alone:
// callgrind counts them by object, so what the runtime does, and waits for, is not in it. Measured
// with gcc 12 at -O2 on x86-64; a test fails above 10 % more.
//
//                                                             libgomp  libomp
//   region of one thread that is asked for                        128     275
//   region of one thread by the default team                      157     233
//   small region that learning trims, with its timed calls        216     292
//   lazy team of two                                              680     780
//   region forwarded with its team (ours on top of the original's) 166     222
//   omp_get_thread_num outside of regions, forwarded               20      20
//   piece of a dynamic loop that we hand out                      134
//   piece of a dynamic loop that is the runtime's                  49
#include "tests/omp_log.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(omp_instructions, .timeout = 300);

#define TWO "OMP_NUM_THREADS=2"
#define ONE "OMP_NUM_THREADS=1"

// ---- callgrind's output: "ob=(3) /path" opens an object's lines, and "ob=(3)" later on; "calls="
// comes before the line with the costs of what was called, which are not the object's own.

struct profile {
    int ours; // the library's number, or -1
    bool inside, called;
    long instructions;
};

static void read_line(struct profile *profile, const char *line)
{
    int object, named;

    if (sscanf(line, "ob=(%d)%n", &object, &named) == 1 ||
        sscanf(line, "cob=(%d)%n", &object, &named) == 1) {
        if (strstr(line + named, "libteamtrim.so"))
            profile->ours = object;
        if (line[0] == 'o')
            profile->inside = object == profile->ours;
    } else if (strncmp(line, "calls=", 6) == 0) {
        profile->called = true;
    } else if (isdigit((unsigned char)line[0]) || strchr("+-*", line[0])) {
        const char *cost = strchr(line, ' ');
        if (profile->inside && !profile->called && cost)
            profile->instructions += atol(cost);
        profile->called = false;
    }
}

static long count_ours(const char *path)
{
    struct profile profile = {.ours = -1};
    char line[4096];
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file))
        if (line[0] != '\n')
            read_line(&profile, line);
    fclose(file);
    unlink(path);
    return profile.instructions;
}

struct counted {
    long instructions, printed; // what the victim itself said, or 0
};

static struct counted run(unsigned variant, const char *action, const char *times,
                          const char *const *environment)
{
    char *folder = process_make_folder(), output[512], option[600], victim[64];
    const struct process_setup setup = {.environment = environment, .timeout_s = 120};
    struct process_result result;
    struct counted counted;

    snprintf(output, sizeof output, "%s/profile", folder);
    snprintf(option, sizeof option, "--callgrind-out-file=%s", output);
    snprintf(victim, sizeof victim, "%s_count", omp_log_prefix(variant));
    result = victim_run_with(
        true,
        LIST("/usr/bin/valgrind", "--tool=callgrind", option, victim_path(victim), action, times),
        &setup);
    cr_assert_eq(result.status, 0, "%s", result.error);
    counted = (struct counted){count_ours(output), atol(result.output)};
    process_free(&result);
    rmdir(folder);
    free(folder);
    return counted;
}

static void require_counts(void)
{
#if !defined(__x86_64__)
    cr_skip_test("what was measured is of x86-64");
#endif
    if (access("/usr/bin/valgrind", X_OK) != 0)
        cr_skip_test("valgrind is not installed");
}

static bool is_near(long each, long measured)
{
    return each <= measured + (measured + 9) / 10;
}

static void expect_near(unsigned variant, const char *action, long each, long measured)
{
    cr_expect(is_near(each, measured), "%s, %s: %ld instructions, once %ld", omp_log_name(variant),
              action, each, measured);
    cr_expect_geq(each, measured / 4, "%s, %s: %ld instructions: is it counted?",
                  omp_log_name(variant), action, each);
}

// Both counts have what only happens once, and so their difference has not.
static long count_each(unsigned variant, const char *action, long fewer,
                       const char *const *environment)
{
    char times[2][24];
    long counts[2];

    for (int i = 0; i < 2; i++) {
        snprintf(times[i], sizeof times[i], "%ld", i ? 3 * fewer : fewer);
        counts[i] = run(variant, action, times[i], environment).instructions;
    }
    return (counts[1] - counts[0]) / (2 * fewer);
}

static void expect_each(unsigned variant, const char *action, const char *const *environment,
                        long measured)
{
    require_counts();
    expect_near(variant, action, count_each(variant, action, 1000, environment), measured);
}

// What is learned, and so how many calls are timed, is the clock's: the best of some attempts.
static void expect_each_learned(unsigned variant, const char *what, const char *setting,
                                long measured)
{
    enum { ATTEMPTS = 4 };
    long each = 0;

    require_counts();
    for (int i = 0; i < ATTEMPTS && (i == 0 || !is_near(each, measured)); i++)
        each = count_each(variant, "team", 20000, LIST(TWO, setting));
    expect_near(variant, what, each, measured);
}

static void expect_each_trimmed(unsigned variant, long measured)
{
    expect_each_learned(variant, "trimmed team", "TEAMTRIM_REGION_MODE=trim", measured);
}

static void expect_each_piece(const char *const *environment, long measured)
{
    require_counts();
    struct counted first = run(OMP_GOMP, "piece", "100000", environment);
    struct counted second = run(OMP_GOMP, "piece", "400000", environment);
    long pieces = second.printed - first.printed;
    cr_assert_gt(pieces, 0, "%ld and %ld pieces", first.printed, second.printed);
    expect_near(OMP_GOMP, "piece", (second.instructions - first.instructions) / pieces, measured);
}

Test(omp_instructions, region_of_one_thread)
{
    expect_each(OMP_GOMP, "one", LIST(TWO), 128);
    expect_each(OMP_KMP, "one", LIST(TWO), 275);
}

Test(omp_instructions, region_of_one_thread_by_default)
{
    expect_each(OMP_GOMP, "team", LIST(ONE), 157);
    expect_each(OMP_KMP, "team", LIST(ONE), 233);
}

// Of two threads. Without the watching thread, which counts too.
Test(omp_instructions, lazy_region)
{
    expect_each_learned(OMP_GOMP, "lazy team", "TEAMTRIM_REGION_RESCUE=off", 680);
    expect_each_learned(OMP_KMP, "lazy team", "TEAMTRIM_REGION_RESCUE=off", 780);
}

Test(omp_instructions, trimmed_region)
{
    expect_each_trimmed(OMP_GOMP, 216);
    expect_each_trimmed(OMP_KMP, 292);
}

Test(omp_instructions, forwarded_region)
{
    expect_each(OMP_GOMP, "team", LIST(TWO, "TEAMTRIM_REGION_LEARN=off"), 166);
    expect_each(OMP_KMP, "team", LIST(TWO, "TEAMTRIM_REGION_LEARN=off"), 222);
}

Test(omp_instructions, forwarded_query)
{
    expect_each(OMP_GOMP, "number", LIST(TWO), 20);
    expect_each(OMP_KMP, "number", LIST(TWO), 20);
}

// By the fixed rule: blocks by time depend on valgrind's.
Test(omp_instructions, piece_of_a_dynamic_loop)
{
    expect_each_piece(LIST(TWO, "TEAMTRIM_LOOP_CHUNK=balanced"), 134);
    expect_each_piece(LIST(TWO, "TEAMTRIM_LOOP_CHUNK=keep"), 49);
}
