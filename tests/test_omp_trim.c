// SPDX-License-Identifier: MIT
// Trimmed regions: which rule, runtime or setting leads to what team, and what the program sees
// inside.
#include "tests/omp_log.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(omp_trim, .timeout = 200);

#define FOUR "OMP_NUM_THREADS=4"
#define DECISIONS "TEAMTRIM_LOG=decisions"
#define SITE "[a-z0-9]+_sites\\+0x[0-9a-f]+ \\([^)]+\\)"

// TEAMTRIM_SET with a rule for a site, which the next call overwrites.
static const char *rule(const char *site, const char *team)
{
    static char variable[512];

    snprintf(variable, sizeof variable, "TEAMTRIM_SET=region %s.mode=trim\nregion %s.team=%s", site,
             site, team);
    return variable;
}

static const char *module(unsigned variant)
{
    static char name[64];

    snprintf(name, sizeof name, "%s_sites", omp_log_prefix(variant));
    return name;
}

// "threads" of `region`, as "last N of N" says, in a run with that rule; all calls had so many.
static void expect_threads(unsigned variant, const char *set, const char *region, int threads)
{
    char command[64];
    struct process_result run;

    snprintf(command, sizeof command, "%s:6", region);
    run = omp_log_run(true, variant, LIST("sites", command), LIST(FOUR, set));
    cr_expect_eq(omp_log_number(run.output, region, "alone"), threads == 1 ? 6 : 0, "%s, %s: %s",
                 omp_log_name(variant), set, run.output);
    cr_expect_eq(omp_log_number(run.output, region, ", in"), threads, "%s, %s: %s",
                 omp_log_name(variant), set, run.output);
    cr_expect_eq(omp_log_number(run.output, region, "of "), threads, "%s, %s: %s",
                 omp_log_name(variant), set, run.output);
    process_free(&run);
}

// The name of region plain in the log, as a rule takes it.
static void find_names(unsigned variant, char *place, char *symbol)
{
    struct process_result run =
        omp_log_run(true, variant, LIST("sites", "plain"), LIST(FOUR, DECISIONS));
    const char *line = strstr(run.error, "]: region ");

    cr_assert(line && sscanf(line, "]: region %95s (%95[^)])", place, symbol) == 2, "%s",
              run.error);
    process_free(&run);
}

// ---- rules

Test(omp_trim, rule_for_a_module)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        expect_threads(variant, rule(module(variant), "1"), "plain", 1);
        expect_threads(variant, rule("libother.so", "1"), "plain", 4);
    }
}

Test(omp_trim, rule_for_a_symbol_or_a_place)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        char place[96], symbol[96];
        find_names(variant, place, symbol);
        expect_threads(variant, rule(symbol, "1"), "plain", 1);
        expect_threads(variant, rule(place, "1"), "plain", 1);
        expect_threads(variant, rule(symbol, "1"), "own", 4);
        expect_threads(variant, rule(place, "1"), "own", 4);
    }
}

Test(omp_trim, rule_for_two_of_four_threads)
{
    OMP_LOG_EACH(variant, OMP_LIBOMP)
    expect_threads(variant, rule(module(variant), "2"), "loop", 2);
    expect_threads(OMP_GOMP, rule(module(OMP_GOMP), "2"), "loop", 4);
    expect_threads(OMP_GOMP, rule(module(OMP_GOMP), "2"), "plain", 4);
}

Test(omp_trim, rule_for_more_threads_than_there_are)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    expect_threads(variant, rule(module(variant), "9"), "plain", 4);
}

Test(omp_trim, libgomps_team_stays_full_and_the_log_says_why)
{
    struct process_result run = omp_log_run(true, OMP_GOMP, LIST("sites", "plain:5"),
                                            LIST(FOUR, DECISIONS, rule(module(OMP_GOMP), "2")));

    omp_log_expect(OMP_GOMP, run.error, 1,
                   "region " SITE " team=4 -> team "
                   "\\(a size between 1 and full costs this runtime new threads\\)");
    process_free(&run);
}

Test(omp_trim, own_num_threads_only_where_a_rule_names_the_site)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        expect_threads(variant, rule(module(variant), "1"), "own", 1);
        expect_threads(variant, "TEAMTRIM_REGION_MODE=trim", "own", 4);
    }
}

Test(omp_trim, trimmed_to_one_by_the_log)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run = omp_log_run(true, variant, LIST("sites", "plain:5"),
                                                LIST(FOUR, DECISIONS, rule(module(variant), "1")));
        omp_log_expect(variant, run.error, 1,
                       "region " SITE " team=4 -> trimmed to 1 \\(the policy's team\\)");
        process_free(&run);
    }
}

// ---- inside

// The region stands for a team, so what it forks has one thread, even where two levels may be
// active and the untrimmed program would have had more.
Test(omp_trim, trimmed_region_is_a_parallel_region)
{
    static const char levels[] = "OMP_MAX_ACTIVE_LEVELS=2", command[] = "nested:5";

    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result plain =
            omp_log_run(false, variant, LIST("sites", command), LIST(FOUR, levels));
        struct process_result run = omp_log_run(true, variant, LIST("sites", command),
                                                LIST(FOUR, levels, rule(module(variant), "1")));
        cr_expect_str_eq(plain.output, "nested: 5 calls, 0 alone, last 4 of 4, in parallel 1, "
                                       "level 1, inner 16\n");
        cr_expect_str_eq(run.output,
                         "nested: 5 calls, 5 alone, last 1 of 1, in parallel 1, level 1, inner 1\n",
                         "%s", omp_log_name(variant));
        process_free(&plain);
        process_free(&run);
    }
}

// A region of one thread that the program asked for is none.
Test(omp_trim, region_of_one_thread_is_no_parallel_region)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", "asked:5"), LIST("TEAMTRIM_REGION_MODE=trim"));
        cr_expect_str_eq(run.output,
                         "asked: 5 calls, 5 alone, last 1 of 1, in parallel 0, level 1, inner 0\n",
                         "%s", omp_log_name(variant));
        process_free(&run);
    }
}

// ---- learning

Test(omp_trim, small_region_is_trimmed_when_asked)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run = omp_log_run(true, variant, LIST("sites", "plain:3000"),
                                                LIST(FOUR, "TEAMTRIM_REGION_MODE=trim"));
        cr_expect_gt(omp_log_number(run.output, "plain", "alone"), 1500, "%s: %s",
                     omp_log_name(variant), run.output);
        process_free(&run);
    }
}

Test(omp_trim, nothing_is_trimmed_by_default)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", "plain:500", "loop:50"), LIST(FOUR));
        cr_expect_eq(omp_log_number(run.output, "plain", "alone"), 0, "%s: %s",
                     omp_log_name(variant), run.output);
        cr_expect_eq(omp_log_number(run.output, "loop", "alone"), 0, "%s: %s",
                     omp_log_name(variant), run.output);
        process_free(&run);
    }
}

// The runtime itself may give fewer threads then, so the log has to tell whose choice it was.
Test(omp_trim, programs_own_dynamic_turns_it_on)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", "plain:50", "dynamic", "plain:3000", "own:9"),
                        LIST(FOUR, DECISIONS));
        const char *after = strchr(run.output, '\n');
        cr_assert_not_null(after);
        cr_expect_eq(omp_log_number(run.output, "plain", "alone"), 0, "%s", run.output);
        cr_expect_gt(omp_log_number(after + 1, "plain", "alone"), 1500, "%s: %s",
                     omp_log_name(variant), run.output);
        omp_log_expect(variant, run.error, 1,
                       "region " SITE " team=4 -> trimmed to 1 \\(one thread is faster, .*");
        process_free(&run);
    }
}

// More than four in five calls of each kind, after some; the victim counts 60 of each.
static bool tells_trips_apart(unsigned variant)
{
    struct process_result run =
        omp_log_run(true, variant, LIST("trips"), LIST("TEAMTRIM_REGION_MODE=trim"));
    bool does = omp_log_number(run.output, "small", "alone") > 48 &&
                omp_log_number(run.output, "large", "alone") < 12;

    cr_expect_null(strstr(run.output, "iterations"), "%s", run.output);
    process_free(&run);
    return does;
}

// A machine that is busy elsewhere may start no second thread in time: then a team is no gain.
Test(omp_trim, trip_count_decides_between_one_thread_and_the_team)
{
    enum { ATTEMPTS = 4 };

    OMP_LOG_EACH(variant, OMP_ALL)
    {
        int attempt = 0;
        while (attempt < ATTEMPTS && !tells_trips_apart(variant))
            attempt++;
        cr_expect_lt(attempt, ATTEMPTS, "%s", omp_log_name(variant));
    }
}

// ---- what must never be trimmed

// OpenBLAS's teams wait for each other: with fewer threads it hangs. A rule for it changes nothing.
Test(omp_trim, blas_keeps_its_teams)
{
    static const char *const sets[] = {
        "TEAMTRIM_SET=region libopenblas.so.0.mode=trim\nregion libopenblas.so.0.team=1",
        "TEAMTRIM_REGION_MODE=trim"};
    struct process_result plain = omp_log_run(false, OMP_GOMP, LIST("blas"), LIST(FOUR));

    for (int i = 0; i < 2; i++) {
        struct process_result run =
            omp_log_run(true, OMP_GOMP, LIST("blas"), LIST(FOUR, DECISIONS, sets[i]));
        cr_expect_str_eq(run.output, plain.output);
        cr_expect_gt(omp_log_count(run.error, "region libopenblas.so.0\\+.* -> forward "
                                              "\\(in a BLAS\\)"),
                     0, "%s", run.error);
        cr_expect_eq(omp_log_count(run.error, "region libopenblas.* -> (one|trim|team).*"), 0, "%s",
                     run.error);
        process_free(&run);
    }
    process_free(&plain);
}

// ---- threads

static int count_word(const char *text, const char *word)
{
    int count = 0;

    for (; (text = strstr(text, word)); text += strlen(word))
        count++;
    return count;
}

// Threads created by a victim, as strace sees it.
static int count_clones(bool preload, const char *victim, const char *argument, const char *set)
{
    char *folder = process_make_folder(), *trace, path[512], library[1024];
    struct process_result run;
    int clones;

    snprintf(path, sizeof path, "%s/trace", folder);
    snprintf(library, sizeof library, "LD_PRELOAD=%s", victim_build_path("libteamtrim.so"));
    run = victim_run(false,
                     LIST("/usr/bin/strace", "--seccomp-bpf", "-f", "-qq", "-e",
                          "trace=clone,clone3", "-o", path, "-E", preload ? library : "LD_PRELOAD",
                          victim_path(victim), argument),
                     LIST(FOUR, set));
    cr_assert_eq(run.status, 0, "%s", run.error);
    trace = process_load_file(path);
    cr_assert_not_null(trace);
    clones = count_word(trace, "clone(") + count_word(trace, "clone3(");
    process_free(&run);
    free(trace);
    unlink(path);
    rmdir(folder);
    free(folder);
    return clones;
}

static void expect_no_more_threads(const char *victim, const char *argument, const char *set)
{
    int plain = count_clones(false, victim, argument, set);
    int preloaded = count_clones(true, victim, argument, set);

    cr_expect_gt(plain, 0, "%s: strace has seen no thread", victim);
    cr_expect_leq(preloaded, plain, "%s, %s: %d threads, %d without the preload", victim, set,
                  preloaded, plain);
}

Test(omp_trim, no_more_threads_than_without)
{
    OMP_LOG_EACH(variant, OMP_NATIVE)
    {
        char trips[32];
        snprintf(trips, sizeof trips, "%s_trips", omp_log_prefix(variant));
        expect_no_more_threads(module(variant), "plain:500", rule(module(variant), "1"));
        expect_no_more_threads(module(variant), "plain:500", rule(module(variant), "2"));
        expect_no_more_threads(module(variant), "plain:500", "TEAMTRIM_REGION_MODE=trim");
        expect_no_more_threads(trips, NULL, "TEAMTRIM_REGION_MODE=trim");
    }
}
