// SPDX-License-Identifier: MIT
// What the log says of regions, dynamic loops and their sites: decisions, the summary, JSON.
#include "tests/omp_log.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(omp_log, .timeout = 120);

#define SITE "[a-z0-9]+_sites\\+0x[0-9a-f]+ \\([^)]+\\)"
#define ALL_REGIONS "asked:3", "plain:5", "own:3", "nested:3", "combined:3", "loop:3"

static const char decisions[] = "TEAMTRIM_LOG=decisions";
static const char eager[] = "TEAMTRIM_REGION_LEARN=off"; // or a small region becomes lazy

// Runs victim sites and expects one line that matches.
static void expect_line(unsigned variant, const char *const *regions,
                        const char *const *environment, const char *expression)
{
    const char *command[16] = {"sites"};
    struct process_result run;

    for (size_t i = 0; regions[i]; i++)
        command[i + 1] = regions[i];
    run = omp_log_run(true, variant, command, environment);
    omp_log_expect(variant, run.error, 1, expression);
    process_free(&run);
}

Test(omp_log, nothing_is_said_unless_asked)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run = omp_log_run(true, variant, LIST("sites", ALL_REGIONS), NULL);
        cr_expect_str_eq(run.error, "", "%s", omp_log_name(variant));
        process_free(&run);
    }
}

Test(omp_log, output_of_the_program_is_its_own)
{
    const char *const command[] = {"sites", ALL_REGIONS, NULL};

    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result plain = omp_log_run(false, variant, command, NULL);
        struct process_result logged = omp_log_run(true, variant, command, LIST(decisions));
        cr_expect_str_eq(logged.output, plain.output, "%s", omp_log_name(variant));
        process_free(&plain);
        process_free(&logged);
    }
}

Test(omp_log, one_thread_that_is_asked_for)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    expect_line(variant, LIST("asked:5"), LIST(decisions),
                "region " SITE " -> one thread \\(asked for\\)");
}

Test(omp_log, one_thread_because_of_the_default_team)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    expect_line(variant, LIST("plain:5"), LIST(decisions, "OMP_NUM_THREADS=1"),
                "region " SITE " -> one thread \\(default team 1\\)");
}

Test(omp_log, one_thread_because_of_nesting)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    expect_line(variant, LIST("nested:5"), LIST(decisions),
                "region " SITE " -> one thread \\(nested\\)");
}

Test(omp_log, one_thread_inside_a_trimmed_region)
{
    static const char trim[] = "TEAMTRIM_SET=region nested._omp_fn.0.mode=trim\n"
                               "region nested._omp_fn.0.team=1";

    expect_line(OMP_GOMP, LIST("nested:5"), LIST(decisions, trim),
                "region " SITE " -> one thread \\(inside a trimmed region\\)");
}

Test(omp_log, team_that_nobody_asked_to_trim)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    expect_line(variant, LIST("plain:5"), LIST(decisions, eager, "OMP_NUM_THREADS=3"),
                "region " SITE " team=3 -> team \\(learning is off\\)");
}

Test(omp_log, small_region_becomes_lazy)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run = omp_log_run(true, variant, LIST("sites", "plain:60"),
                                                LIST(decisions, "OMP_NUM_THREADS=3"));
        omp_log_expect(variant, run.error, 1,
                       "region " SITE " team=3 -> lazy \\([0-9]+ runs, [0-9.]+ [a-z]+, fork [0-9.]+"
                       " [a-z]+\\)");
        omp_log_expect(variant, run.error, 1,
                       "region " SITE " team=3 -> folded \\(all threads took [0-9.]+ [a-z]+\\)");
        omp_log_expect(variant, run.error, 1,
                       "lazy teams: [0-9]+ folded, [0-9]+ promoted, 0 rescued; folded calls took "
                       "[0-9.]+ [a-z]+ less than their teams would have");
        process_free(&run);
    }
}

Test(omp_log, team_of_the_regions_own_size)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    expect_line(variant, LIST("own:5"), LIST(decisions, eager),
                "region " SITE " team=4 -> team \\(learning is off\\)");
}

Test(omp_log, forward_with_mode_off)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    expect_line(variant, LIST("plain:5"), LIST(decisions, "TEAMTRIM_REGION_MODE=off"),
                "region " SITE " -> forward \\(mode off\\)");
}

Test(omp_log, forward_with_cancellation)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    expect_line(variant, LIST("plain:5"), LIST(decisions, "OMP_CANCELLATION=true"),
                "region " SITE " -> forward \\(cancellation is on\\)");
}

Test(omp_log, forward_in_a_blas)
{
    struct process_result run = omp_log_run(true, OMP_GOMP, LIST("blas"), LIST(decisions));

    cr_expect_gt(omp_log_count(run.error, "region libopenblas[^ ]*\\+0x[0-9a-f]+( \\([^)]+\\))?"
                                          " -> forward \\(in a BLAS\\)"),
                 0, "%s", run.error);
    cr_expect_eq(omp_log_count(run.error, "region libopenblas.* -> (one|trimmed|team).*"), 0, "%s",
                 run.error);
    process_free(&run);
}

// gcc's combined construct tells its trip count when it forks.
Test(omp_log, trip_count_of_a_combined_loop)
{
    OMP_LOG_EACH(variant, OMP_GCC)
    expect_line(variant, LIST("combined:5"), LIST(decisions, eager),
                "region " SITE " n=5000 team=2 -> team \\(learning is off\\)");
}

#define BLOCKS "\\(blocks of [1-9][0-9]*, [0-9.]+ (ns|us|ms) an iteration\\)"

Test(omp_log, dynamic_loop_in_blocks)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        expect_line(variant, LIST("loop:3"), LIST(decisions),
                    "loop " SITE " n=3000 chunk=1 team=2 -> adaptive " BLOCKS);
        expect_line(variant, LIST("combined:3"), LIST(decisions),
                    "loop " SITE " n=5000 chunk=2 team=2 -> adaptive " BLOCKS);
    }
}

Test(omp_log, dynamic_loop_by_the_fixed_rules)
{
    OMP_LOG_EACH(variant, OMP_NATIVE)
    {
        expect_line(variant, LIST("loop:3"), LIST(decisions, "TEAMTRIM_LOOP_CHUNK=balanced"),
                    "loop " SITE " n=3000 chunk=1 team=2 -> balanced " BLOCKS);
        expect_line(variant, LIST("loop:3"), LIST(decisions, "TEAMTRIM_LOOP_CHUNK=model"),
                    "loop " SITE " n=3000 chunk=1 team=2 -> model " BLOCKS);
    }
}

Test(omp_log, dynamic_loop_that_is_kept_is_not_told)
{
    OMP_LOG_EACH(variant, OMP_NATIVE)
    {
        struct process_result run = omp_log_run(true, variant, LIST("sites", "loop:3"),
                                                LIST(decisions, "TEAMTRIM_LOOP_CHUNK=keep"));
        omp_log_expect(variant, run.error, 0, "loop .*");
        process_free(&run);
    }
}

Test(omp_log, every_call_is_told_at_level_calls)
{
    OMP_LOG_EACH(variant, OMP_NATIVE)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", "asked:7", "plain:9", "loop:6"),
                        LIST("TEAMTRIM_LOG=calls", eager));
        omp_log_expect(variant, run.error, 7, "region " SITE " -> one thread \\(asked for\\)");
        omp_log_expect(variant, run.error, 15, "region " SITE " team=2 -> team .*");
        omp_log_expect(variant, run.error, 6, "loop " SITE " n=3000 .*");
        process_free(&run);
    }
}

// ---- the names of sites

// The name of the function at that address of the file, by nm.
static void find_symbol(const char *file, unsigned long at, char *name, size_t size)
{
    struct process_result nm;
    unsigned long address, best = 0;
    char type, symbol[256];

    process_run(LIST("nm", file), &(struct process_setup){0}, &nm);
    cr_assert_eq(nm.status, 0, "%s", nm.error);
    name[0] = '\0';
    for (const char *line = nm.output; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (sscanf(line, "%lx %c %255s", &address, &type, symbol) == 3 && strchr("tT", type) &&
            address <= at && address >= best) {
            best = address;
            snprintf(name, size, "%.100s", symbol);
        }
    process_free(&nm);
}

static void expect_true_name(unsigned variant, const char *line)
{
    char victim[64], site[64], told[128], is[128];
    unsigned long offset;
    int words = sscanf(line, "%63[^+]+0x%lx (%127[^)])", site, &offset, told);

    cr_assert_eq(words, 3, "%s: %.200s", omp_log_name(variant), line);
    snprintf(victim, sizeof victim, "%s_sites", omp_log_prefix(variant));
    cr_expect_str_eq(site, victim);
    find_symbol(victim_path(victim), offset, is, sizeof is);
    cr_expect_str_eq(told, is, "%s: it is %s: %.200s", omp_log_name(variant), is, line);
}

static void expect_true_names(unsigned variant, const char *text)
{
    static const char *const kinds[] = {"]: region ", "]: loop "};
    int seen = 0;

    for (int i = 0; i < 2; i++)
        for (const char *at = text; (at = strstr(at, kinds[i])); seen++) {
            at += strlen(kinds[i]);
            expect_true_name(variant, at);
        }
    cr_expect_geq(seen, 9, "%s: %s", omp_log_name(variant), text);
}

Test(omp_log, offset_and_symbol_are_those_of_nm)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("sites", ALL_REGIONS), LIST(decisions));
        expect_true_names(variant, run.error);
        process_free(&run);
    }
}

// ---- JSON

static void expect_json(const char *text, const char *check)
{
    char *folder = process_make_folder(), path[512], program[4096];
    struct process_result python;
    FILE *file;

    snprintf(path, sizeof path, "%s/log", folder);
    file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(program, sizeof program,
             "import json, sys\n"
             "lines = [json.loads(line) for line in open(sys.argv[1])]\n"
             "def of(kind, **keys):\n"
             "    return [l for l in lines if l['kind'] == kind and\n"
             "            all(k in l and l[k] == v for k, v in keys.items())]\n"
             "%s",
             check);
    process_run(LIST("/usr/bin/python3", "-c", program, path), &(struct process_setup){0}, &python);
    cr_expect_eq(python.status, 0, "%s\n%s", python.error, text);
    process_free(&python);
    unlink(path);
    rmdir(folder);
    free(folder);
}

static const char json_check[] =
    "assert len(of('region', decision='one thread', rule='asked for')) == 1\n"
    "assert len(of('region', decision='one thread', rule='nested')) == 1\n"
    "assert len(of('region', decision='team', rule='learning is off', team=4)) == 1\n"
    "assert len(of('region', decision='team', rule='learning is off', team=2)) == 4\n"
    "assert len(of('loop', decision='adaptive', n=3000, chunk=1, team=2)) == 1\n"
    "assert len(of('loop', decision='adaptive', n=5000, chunk=2, team=2)) == 1\n"
    "assert all('_sites+0x' in l['site'] and l['pid'] > 0 for l in of('region') + of('loop'))\n"
    "sums = of('region_summary')\n"
    "assert len(sums) == 7, sums\n"
    "assert sum(l['one_thread'] for l in sums) in (3 + 5, 3 + 6)\n"
    "assert sum(l['team'] for l in sums) == 5 + 3 + 3 + 3 + 3\n"
    "assert sum(l['trimmed'] + l['forwarded'] for l in sums) == 0\n"
    "assert sum(l['team_ns'] > 0 for l in sums) == 5\n"
    "assert sorted(l['n'] for l in of('loop_summary', runs=3)) == [3000, 5000]\n"
    "bound, = of('bound')\n"
    "assert 0 < bound['fork_join_ns'] <= bound['wall_ns'], bound\n"
    "assert bound['unmeasured'] == 0\n"
    "assert sum(l['team_timed'] for l in sums) == 17\n"
    "assert all(l['team_timed'] == l['team'] and l['unmeasured'] == 0 for l in sums)\n"
    "assert all(l['size'] in (2, 4) and l['work_ns'] > 0 for l in sums if l['team'])\n"
    "assert sum(l.get('why') == 'learning is off' for l in sums) == 5, sums\n"
    "assert all(0 <= l['fork_join_sum_ns'] - l['team'] * l['fork_join_ns'] <= l['team']\n"
    "           for l in sums), sums\n"
    "start, = of('start', level='decisions')\n"
    "process, = of('process')\n"
    "assert lines[0] == start and lines[-1] == process\n"
    "assert start['name'] == process['name'] and start['name'].endswith('_sites')\n"
    "assert process['wall_ns'] > 0 and process['cpus'] > 0 and process['policy'] == 'built-in'\n"
    "assert process['omp_num_threads'] == '2' and 'rank' not in process\n";

Test(omp_log, json_lines_parse)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run = omp_log_run(true, variant, LIST("sites", ALL_REGIONS),
                                                LIST(decisions, eager, "TEAMTRIM_LOG_FORMAT=json"));
        expect_json(run.error, json_check);
        process_free(&run);
    }
}

// ---- the summary

// Region inner is forked by both threads at once. While one makes its site, the other's call is
// forwarded and not counted: 5 or 6.
#define COUNT(number) " +" #number
#define TIME " +([0-9]+(\\.[0-9])? (ns|us|ms|s))"
#define NONE " +-"

static void expect_summary(unsigned variant, const char *text)
{
    omp_log_expect(variant, text, 1,
                   " one thread +trimmed +lazy +team +forwarded +team mean +lazy mean +trim mean"
                   " +fork\\+join +region");
    omp_log_expect(variant, text, 1,
                   COUNT(3) COUNT(0) COUNT(0) COUNT(0) COUNT(0) NONE NONE NONE NONE "  " SITE);
    omp_log_expect(variant, text, 1,
                   COUNT([56]) COUNT(0) COUNT(0) COUNT(0) COUNT(0) NONE NONE NONE NONE "  " SITE);
    omp_log_expect(variant, text, 1,
                   COUNT(0) COUNT(0) COUNT(0) COUNT(5) COUNT(0) TIME NONE NONE TIME "  " SITE);
    omp_log_expect(variant, text, 4,
                   COUNT(0) COUNT(0) COUNT(0) COUNT(3) COUNT(0) TIME NONE NONE TIME "  " SITE);
    omp_log_expect(variant, text, 1,
                   "fork and join:" TIME " of" TIME " \\([0-9]+\\.[0-9] %\\),"
                   " the most that a smaller team could still win");
    omp_log_expect(variant, text, 1, " +in blocks +kept +chunk +n +mean +mean kept +dynamic loop");
    omp_log_expect(variant, text, 1, COUNT(3) COUNT(0) COUNT(2) COUNT(5000) TIME NONE "  " SITE);
    omp_log_expect(variant, text, 1, COUNT(3) COUNT(0) COUNT(1) COUNT(3000) TIME NONE "  " SITE);
    omp_log_expect(variant, text, 12, ".*");
}

Test(omp_log, summary_has_a_row_for_each_site)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result run = omp_log_run(true, variant, LIST("sites", ALL_REGIONS),
                                                LIST("TEAMTRIM_LOG=summary", eager));
        expect_summary(variant, run.error);
        process_free(&run);
    }
}

Test(omp_log, summary_counts_trimmed_and_forwarded_calls)
{
    struct process_result run =
        omp_log_run(true, OMP_GOMP, LIST("sites", "plain:5", "own:4"),
                    LIST("TEAMTRIM_LOG=summary",
                         "TEAMTRIM_SET=region plain._omp_fn.0.mode=trim\n"
                         "region plain._omp_fn.0.team=1\nregion own._omp_fn.0.mode=off"));

    omp_log_expect(OMP_GOMP, run.error, 1,
                   COUNT(0) COUNT(5) COUNT(0) COUNT(0) COUNT(0) NONE NONE TIME NONE "  " SITE);
    omp_log_expect(OMP_GOMP, run.error, 1,
                   COUNT(0) COUNT(0) COUNT(0) COUNT(0) COUNT(4) NONE NONE NONE NONE "  " SITE);
    omp_log_expect(OMP_GOMP, run.error, 1,
                   "fork and join: 0 ns of" TIME
                   " \\(0\\.0 %\\), the most that a smaller team could"
                   " still win; 4 more calls were not measured");
    process_free(&run);
}
