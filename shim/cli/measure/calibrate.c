// SPDX-License-Identifier: MIT
// `teamtrim calibrate`: measures the machine, and writes a policy for it.
#include "shim/cli/measure/calibrate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "policy/policy.h"
#include "shim/cli/cli.h"
#include "shim/cli/replace.h"
#include "shim/cli/measure/output.h"
#include "shim/cli/measure/plot.h"
#include "shim/cli/measure/policy_text.h"
#include "shim/cli/measure/summary.h"
#include "shim/cli/measure/survey.h"
#include "shim/names/routines.h"

static void print_help(void)
{
    puts(
        "usage: teamtrim calibrate [-o FILE] [--plot FILE.svg] [--quick]\n"
        "Measures what thread teams cost on this machine, and writes a policy with the sizes from\n"
        "which they pay. Takes 20 seconds, in which nothing else should run.\n\n"
        "  -o, --output FILE  instead of the machine's own policy, which every program that runs\n"
        "                     with teamtrim reads: $XDG_CONFIG_HOME/teamtrim/policy.ini, or\n"
        "                     ~/.config/teamtrim/policy.ini; '-': stdout\n"
        "  --plot FILE.svg    a picture of the crossovers, drawn by gnuplot\n"
        "  --quick            5 seconds: one routine of each kind, fewer sizes\n"
        "  --help, --version\n\n"
        "examples:\n"
        "  teamtrim calibrate                        # for all your programs, from now on\n"
        "  teamtrim calibrate -o try.ini --plot try.svg\n"
        "  teamtrim run --policy try.ini -- python3 program.py\n"
        "  teamtrim calibrate -o - | less            # look, and change nothing\n"
        "  taskset -c 0-7 teamtrim calibrate -o eight.ini         # for teams on eight CPUs\n"
        "  sudo teamtrim calibrate -o /etc/teamtrim/policy.ini    # for all users\n"
        "  OPENBLAS_CORETYPE=SkylakeX teamtrim calibrate          # if programs run with it, "
        "too\n\n"
        "Measured are: fork and join of each OpenMP runtime that is installed, one thread's\n"
        "bandwidth, fetch-and-adds, each threaded BLAS against our kernels on one thread, and the\n"
        "best blocks of dynamic loops. The policy is commented; 'teamtrim check FILE' reads it.\n"
        "A file that calibrate has not made is not overwritten; one that it has is kept as\n"
        "FILE~, or with a number if there is another FILE~. A machine that is too noisy gets no "
        "policy.\n\n"
        "exit status: 0 done, 1 too noisy or not written, 2 wrong use");
}

struct request {
    char *output; // NULL: the machine's own; "-"
    const char *plot;
    bool quick, any_noise;
};

// ---- before it

static void take_values(uint64_t values[WAITINGS], const struct policy_blas *blas)
{
    values[PARKED] = blas->bytes_per_thread;
    values[SPINNING] = blas->bytes_per_thread_spinning;
}

static void take_values_of(uint64_t values[WAITINGS], const struct policy *policy, const char *base)
{
    for (const struct policy_routine *routine = blas_routines; routine->name; routine++)
        if (strcmp(routine->base, base) == 0) {
            struct policy_blas blas = policy_blas_of(policy, routine);
            take_values(values, &blas);
            return;
        }
}

static void ignore_message(void *context, const char *message)
{
    (void)context;
    (void)message;
}

// What the library would read today. A bad file counts as none, as it does there.
static void find_values(struct calibration *c)
{
    static struct policy policy;
    char *path = output_find_default();
    policy_init(&policy, blas_routines);
    take_values(c->built_in, &policy.blas);
    if (!path || access(path, F_OK) != 0)
        policy_load(&policy, "/etc/teamtrim/policy.ini", ignore_message, NULL);
    else
        policy_load(&policy, path, ignore_message, NULL);
    take_values(c->before, &policy.blas);
    for (int i = 0; i < FITS_BASES; i++)
        take_values_of(c->before_of.bytes[i], &policy, fits_bases[i].base);
    free(path);
}

static bool is_stdout(const struct request *request)
{
    return strcmp(request->output, "-") == 0;
}

// Says what is in the way before the user has waited for it.
static int check_output(const char *path, const char *mark)
{
    switch (output_check(path, mark)) {
    case OUTPUT_FOREIGN:
        cli_complain("%s was not made by 'teamtrim calibrate', and is left alone; name another "
                     "file with -o, or move it away",
                     path);
        return CLI_USAGE;
    case OUTPUT_FAILS:
        cli_complain("%s cannot be written: %s; name another file with -o", path, strerror(errno));
        return CLI_USAGE;
    default:
        return CLI_DONE;
    }
}

static int check_plot(const char *path)
{
    if (output_check(path, "") != OUTPUT_FAILS)
        return CLI_DONE;
    cli_complain("--plot %s cannot be written: %s", path, strerror(errno));
    return CLI_USAGE;
}

static int check_request(struct request *request)
{
    if (request->output && !*request->output) {
        cli_complain("-o needs the name of a file, or '-' for stdout");
        return CLI_USAGE;
    }
    if (!request->output && !(request->output = output_find_default())) {
        cli_complain("neither XDG_CONFIG_HOME nor HOME says where the machine's policy is; name a "
                     "file with -o, such as -o /etc/teamtrim/policy.ini");
        return CLI_USAGE;
    }
    if (request->plot && check_plot(request->plot) != CLI_DONE)
        return CLI_USAGE;
    return is_stdout(request) ? CLI_DONE : check_output(request->output, POLICY_TEXT_MACHINE);
}

// ---- after it

static int write_policy(const char *path, const char *kept, const struct calibration *c)
{
    struct output *output = output_begin(path);
    if (!output)
        return -1;
    policy_text_write(output_file(output), c);
    return output_end(output, kept);
}

static void print_place(const char *path, const char *kept)
{
    char *own = output_find_default(), real[PATH_MAX];
    printf("Written: %s", path);
    if (kept)
        printf("; the one before it is kept as %s", kept);
    if (own && strcmp(own, path) == 0)
        puts(".\nPrograms that start with teamtrim from now on use it.");
    else
        printf(".\nTo use it: teamtrim run --policy '%s' -- CMD\n", path);
    if (kept && replace_resolve(path, real))
        printf("To undo: mv '%s' '%s'\n", kept, real);
    else
        printf("To undo: rm '%s'\n", path);
    free(own);
}

static int deliver_policy(const struct request *request, const struct calibration *c)
{
    if (is_stdout(request)) {
        policy_text_write(stdout, c);
        if (fflush(stdout) != 0 || ferror(stdout))
            return CLI_FINDING; // main says so
        summary_print(stderr, c);
        return CLI_DONE;
    }
    char place[PATH_MAX];
    const char *kept = output_find_kept(request->output, POLICY_TEXT_MACHINE, place) ? place : NULL;
    if (write_policy(request->output, kept, c) != 0) {
        cli_complain("%s cannot be written: %s", request->output, strerror(errno));
        return CLI_FINDING;
    }
    summary_print(stdout, c);
    print_place(request->output, kept);
    return CLI_DONE;
}

static int deliver_plot(const char *path, const struct calibration *c)
{
    FILE *file = stderr;
    switch (plot_draw(path, c)) {
    case PLOT_DONE:
        fprintf(file, "Drawn: %s\n", path);
        return CLI_DONE;
    case PLOT_NOTHING:
        fprintf(file, "No plot: no crossover was measured.\n");
        return CLI_DONE;
    case PLOT_NO_GNUPLOT:
        fprintf(file, "No plot: gnuplot is not installed (Debian, Ubuntu: gnuplot-nox; elsewhere: "
                      "gnuplot).\n");
        return CLI_DONE;
    default:
        cli_complain("--plot %s: %s", path, errno ? strerror(errno) : "gnuplot failed");
        return CLI_FINDING;
    }
}

static int calibrate(struct request *request)
{
    static struct calibration c;
    char why[SURVEY_WHY];
    int status = check_request(request);
    if (status != CLI_DONE)
        return status;
    c = (struct calibration){.quick = request->quick, .any_noise = request->any_noise};
    find_values(&c);
    if (!survey_machine(&c, why)) {
        cli_complain("too noisy to tell: %s. Nothing was written.", why);
        status = CLI_FINDING;
    } else {
        status = deliver_policy(request, &c);
        if (request->plot && status == CLI_DONE)
            status = deliver_plot(request->plot, &c);
    }
    crossover_free(&c.crossover);
    return status;
}

int cli_calibrate(int argc, char **argv)
{
    // --any-noise is for tests alone, and not in the help: on a busy machine, too, they must see
    // all that follows the verdict on noise. What it writes is no good.
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"plot", required_argument, NULL, 'p'},
                                            {"quick", no_argument, NULL, 'q'},
                                            {"any-noise", no_argument, NULL, 'a'},
                                            CLI_COMMON_OPTIONS};
    struct request request = {0};
    int option;
    while ((option = getopt_long(argc, argv, "o:", options, NULL)) != -1) {
        if (option == 'o')
            request.output = optarg;
        else if (option == 'p')
            request.plot = optarg;
        else if (option == 'q')
            request.quick = true;
        else if (option == 'a')
            request.any_noise = true;
        else
            return cli_answer_common(option, argv[0], print_help);
    }
    if (optind < argc) {
        cli_complain("'%s' is one argument too many; name a file with -o", argv[optind]);
        return cli_point_to_help(argv[0]);
    }
    return calibrate(&request);
}
