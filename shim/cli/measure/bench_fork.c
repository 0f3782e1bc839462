// SPDX-License-Identifier: MIT
// `teamtrim bench-fork`: options, and a row for each team.
#include "shim/cli/measure/bench_fork.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim/cli/cli.h"
#include "shim/cli/terminal.h"

enum { MOST_NAMES = 16 };

struct options {
    const char *names[MOST_NAMES], *json, *threads;
    size_t name_count;
    double seconds;
};

bool bench_fork_is_crowded(const struct bench_fork *bench, int team)
{
    return team > team_sizes_capacity(bench->host.allowed, bench->host.quota);
}

const char *bench_fork_waiting(const struct fork_cost *cost)
{
    return cost->team == 1 ? "-" : cost->spinning ? "spinning" : "parked";
}

// ---- rows

// A team of 1 does not wait: one row.
static void plan_rows(struct bench_fork *bench, const struct team_sizes *sizes)
{
    bench->rows = calloc(bench->runtime_count * (size_t)sizes->count * 2, sizeof *bench->rows);
    if (!bench->rows)
        abort();
    for (size_t r = 0; r < bench->runtime_count; r++)
        for (int i = 0; i < sizes->count; i++)
            for (int parked = 0; parked <= (sizes->sizes[i] > 1); parked++)
                bench->rows[bench->row_count++] =
                    (struct bench_row){.runtime = &bench->runtimes[r],
                                       .cost = {.team = sizes->sizes[i], .spinning = !parked}};
}

static int measure_rows(struct bench_fork *bench)
{
    int status = CLI_DONE;
    char what[80];
    for (size_t i = 0; i < bench->row_count; i++) {
        struct bench_row *row = &bench->rows[i];
        int team = row->cost.team;
        snprintf(what, sizeof what, "%s, %d threads %s", row->runtime->installed.label, team,
                 team > 1 ? bench_fork_waiting(&row->cost) : "");
        terminal_show_progress((double)i / (double)bench->row_count, what);
        if (fork_cost_try(&row->runtime->installed, team, row->cost.spinning, bench->seconds,
                          &row->cost, row->why) != 0)
            status = CLI_FINDING;
    }
    terminal_clear_progress();
    return status;
}

static void print_result(const struct bench_fork *bench, FILE *json)
{
    if (json != stdout)
        bench_fork_print_table(bench);
    if (json)
        bench_fork_print_json(bench, json);
}

static int complain_of_json(const char *path, int status)
{
    cli_complain("--json '%s': cannot write: %s", path, strerror(errno));
    return status;
}

// False with a file that takes nothing, such as one on a full disk.
static bool close_json(FILE *json)
{
    bool good = fflush(json) == 0 && !ferror(json);
    return (json == stdout || fclose(json) == 0) && good;
}

// The file is emptied when nothing can be wrong any more with what is asked for.
static int measure_to_file(struct bench_fork *bench, const char *path)
{
    FILE *json = NULL;
    if (path)
        json = strcmp(path, "-") == 0 ? stdout : fopen(path, "we");
    if (path && !json)
        return complain_of_json(path, CLI_USAGE);
    int status = measure_rows(bench);
    print_result(bench, json);
    return json && !close_json(json) ? complain_of_json(path, CLI_FINDING) : status;
}

static int run(struct bench_fork *bench, const struct options *options)
{
    struct team_sizes sizes;
    struct installed_list list;
    host_read(&bench->host);
    team_sizes_fill(&sizes, bench->host.allowed);
    if (options->threads)
        team_sizes_parse(&sizes, options->threads);
    installed_find_runtimes(&list);
    int status = bench_runtimes_choose(bench, options->names, options->name_count, &list);
    if (status == CLI_DONE) {
        plan_rows(bench, &sizes);
        status = measure_to_file(bench, options->json);
    }
    free(bench->rows);
    free(bench->runtimes);
    installed_free(&list);
    return status;
}

// ---- options

static bool use_seconds(struct options *options, const char *value)
{
    char *end;
    options->seconds = strtod(value, &end);
    if (end != value && *end == '\0' && options->seconds >= 0.05 && options->seconds <= 60)
        return true;
    cli_complain("--seconds '%s'; expected a time from 0.05 to 60", value);
    return false;
}

static bool use_threads(struct options *options, const char *value)
{
    struct team_sizes sizes;
    const char *why = team_sizes_parse(&sizes, value);
    if (why)
        cli_complain("--threads '%s'; %s", value, why);
    options->threads = value;
    return !why;
}

static bool use_name(struct options *options, const char *value)
{
    if (options->name_count == MOST_NAMES) {
        cli_complain("--runtime is given more than %d times", MOST_NAMES);
        return false;
    }
    if (strchr(value, '/') && access(value, R_OK) != 0) {
        cli_complain("--runtime '%s': cannot read: %s", value, strerror(errno));
        return false;
    }
    options->names[options->name_count++] = value;
    return true;
}

static bool use_option(struct options *options, int option)
{
    if (option == 't')
        return use_threads(options, optarg);
    if (option == 'r')
        return use_name(options, optarg);
    if (option == 's')
        return use_seconds(options, optarg);
    options->json = optarg;
    return true;
}

int cli_bench_fork(int argc, char **argv)
{
    static const struct option table[] = {{"threads", required_argument, NULL, 't'},
                                          {"runtime", required_argument, NULL, 'r'},
                                          {"seconds", required_argument, NULL, 's'},
                                          {"json", required_argument, NULL, 'j'},
                                          CLI_COMMON_OPTIONS};
    struct options options = {.seconds = 0.5};
    for (int option; (option = getopt_long(argc, argv, "", table, NULL)) != -1;) {
        if (!strchr("trsj", option))
            return cli_answer_common(option, argv[0], bench_fork_print_help);
        if (!use_option(&options, option))
            return cli_point_to_help(argv[0]);
    }
    if (optind == argc)
        return run(&(struct bench_fork){.seconds = options.seconds}, &options);
    cli_complain("'%s' is not expected: sizes of teams stand behind --threads", argv[optind]);
    return cli_point_to_help(argv[0]);
}
