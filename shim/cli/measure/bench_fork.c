// SPDX-License-Identifier: MIT
// `teamtrim bench-fork`: options, runtimes, and a row for each team.
#include "shim/cli/measure/bench_fork.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "policy/policy.h"
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

// ---- runtimes

static void tell_apart(struct bench_fork *bench, struct installed *installed)
{
    size_t same = 1;
    char label[sizeof installed->label + 24];
    for (size_t i = 0; i < bench->runtime_count; i++) {
        const char *other = bench->runtimes[i].installed.label;
        size_t length = strlen(installed->label);
        same += strncmp(other, installed->label, length) == 0 &&
                (other[length] == '\0' || strncmp(other + length, " #", 2) == 0);
    }
    if (same == 1)
        return;
    snprintf(label, sizeof label, "%.30s #%zu", installed->label, same);
    memcpy(installed->label, label, sizeof installed->label);
}

static void add_runtime(struct bench_fork *bench, const struct installed *installed)
{
    struct bench_runtime *runtime = &bench->runtimes[bench->runtime_count];
    *runtime = (struct bench_runtime){.installed = *installed};
    tell_apart(bench, &runtime->installed);
    if (!realpath(installed->path, runtime->file))
        snprintf(runtime->file, sizeof runtime->file, "%s", installed->path);
    runtime_version_ask(installed->path, runtime->version);
    bench->runtime_count++;
}

// Letter case and blanks do not count, nor does a version that is not given: "libomp" is all of
// them, "LIBOMP14" one.
static bool is_called(const char *label, const char *name)
{
    for (; *name; name++) {
        if (*name == ' ' || *name == '-')
            continue;
        label += *label == ' ';
        if (strncasecmp(label, name, 1) != 0)
            return false;
        label++;
    }
    return *label == '\0' || *label == ' ';
}

static void add_path(struct bench_fork *bench, const char *path)
{
    const char *file = strrchr(path, '/') + 1;
    struct installed installed = {.kind = INSTALLED_LIBOMP, .path = (char *)path};
    if (strncmp(file, "libgomp", 7) == 0)
        installed.kind = INSTALLED_GOMP;
    snprintf(installed.label, sizeof installed.label, "%.*s", (int)strcspn(file, "."), file);
    add_runtime(bench, &installed);
}

static void add_called(struct bench_fork *bench, const struct installed_list *list,
                       const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (is_called(list->items[i].label, name))
            add_runtime(bench, &list->items[i]);
}

static int reject_name(const struct installed_list *list, const char *name)
{
    const char **labels = calloc(list->count + 1, sizeof *labels);
    for (size_t i = 0; labels && i < list->count; i++)
        labels[i] = list->items[i].label;
    const char *meant = labels ? policy_suggest(name, labels) : NULL;
    if (meant)
        cli_complain("--runtime '%s' is not installed; did you mean '%s'?", name, meant);
    else
        cli_complain("--runtime '%s' is not installed; expected one of these, or the path of a "
                     "library:",
                     name);
    for (size_t i = 0; !meant && i < list->count; i++)
        fprintf(stderr, "  %s (%s)\n", list->items[i].label, list->items[i].path);
    free(labels);
    return cli_point_to_help("teamtrim bench-fork");
}

static int complain_of_none(void)
{
    cli_complain("no OpenMP runtime is installed, so there is nothing to measure.\n"
                 "GCC's is in the package libgomp1 (Debian, Ubuntu), libgomp (Fedora) or gcc-libs "
                 "(Arch);\n"
                 "LLVM's in libomp5 or libomp-dev (Debian, Ubuntu), libomp (Fedora) or openmp "
                 "(Arch).\n"
                 "One that lies elsewhere: teamtrim bench-fork --runtime /path/of/libomp.so");
    return CLI_FINDING;
}

// CLI_DONE, or the exit status after a complaint.
static int choose_runtimes(struct bench_fork *bench, const struct options *options,
                           const struct installed_list *list)
{
    bench->runtimes = calloc(options->name_count + (options->name_count + 1) * list->count + 1,
                             sizeof *bench->runtimes);
    if (!bench->runtimes)
        abort();
    for (size_t i = 0; options->name_count == 0 && i < list->count; i++)
        add_runtime(bench, &list->items[i]);
    for (size_t i = 0; i < options->name_count; i++) {
        size_t before = bench->runtime_count;
        if (strchr(options->names[i], '/'))
            add_path(bench, options->names[i]);
        else
            add_called(bench, list, options->names[i]);
        if (bench->runtime_count == before)
            return list->count ? reject_name(list, options->names[i]) : complain_of_none();
    }
    return bench->runtime_count ? CLI_DONE : complain_of_none();
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

static int print_result(const struct bench_fork *bench, FILE *json)
{
    if (json != stdout)
        bench_fork_print_table(bench);
    if (json)
        bench_fork_print_json(bench, json);
    if (json && (fflush(json) != 0 || ferror(json))) {
        cli_complain("--json: cannot write: %s", strerror(errno));
        return CLI_FINDING;
    }
    return CLI_DONE;
}

static int run(struct bench_fork *bench, const struct options *options, FILE *json)
{
    struct team_sizes sizes;
    struct installed_list list;
    host_read(&bench->host);
    team_sizes_fill(&sizes, bench->host.allowed);
    if (options->threads)
        team_sizes_parse(&sizes, options->threads);
    installed_find_runtimes(&list);
    int status = choose_runtimes(bench, options, &list);
    if (status == CLI_DONE) {
        plan_rows(bench, &sizes);
        status = measure_rows(bench);
        int printed = print_result(bench, json);
        status = printed != CLI_DONE ? printed : status;
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

static int run_to_file(const struct options *options)
{
    struct bench_fork bench = {.seconds = options->seconds};
    FILE *json = NULL;
    if (options->json)
        json = strcmp(options->json, "-") == 0 ? stdout : fopen(options->json, "we");
    if (options->json && !json) {
        cli_complain("--json '%s': cannot write: %s", options->json, strerror(errno));
        return CLI_USAGE;
    }
    int status = run(&bench, options, json);
    if (json && json != stdout)
        fclose(json);
    return status;
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
        return run_to_file(&options);
    cli_complain("'%s' is not expected: sizes of teams stand behind --threads", argv[optind]);
    return cli_point_to_help(argv[0]);
}
