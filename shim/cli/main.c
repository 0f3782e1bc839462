// SPDX-License-Identifier: MIT
// The command `teamtrim`: finds the subcommand, and says what all of them say alike.
#include "policy/policy.h"
#include "shim/cli/blas_library.h"
#include "shim/cli/cli.h"
#include "shim/cli/measure/atomics_cost.h"
#include "shim/cli/measure/bench_fork.h"
#include "shim/cli/measure/block_model.h"
#include "shim/cli/measure/calibrate.h"
#include "shim/cli/measure/crossover_child.h"
#include "shim/cli/measure/fork_cost.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifndef TEAMTRIM_VERSION
#define TEAMTRIM_VERSION "0.1.0"
#endif

static const struct command {
    const char *name;
    const char *title; // argv[0] of the subcommand
    int (*main)(int argc, char **argv);
    const char *summary; // NULL: hidden, what this command starts as its own child
} commands[] = {
    {"run", "teamtrim run", cli_run, "run a program with the library preloaded"},
    {"doctor", "teamtrim doctor", cli_doctor,
     "what helps or hinders here, in a program, in a process"},
    {"calibrate", "teamtrim calibrate", cli_calibrate, "measure this machine, write its policy"},
    {"report", "teamtrim report", cli_report, "tables and a page from JSON logs"},
    {"check", "teamtrim check", cli_check, "validate policy files; --help lists all keys"},
    {"bench-fork", "teamtrim bench-fork", cli_bench_fork,
     "measure what a parallel region costs beyond its body"},
    {"ask-blas", "teamtrim ask-blas", cli_ask_blas, NULL},
    {"ask-runtime", "teamtrim ask-runtime", cli_ask_runtime, NULL},
    {"measure-atomics", "teamtrim measure-atomics", cli_measure_atomics, NULL},
    {"measure-blas", "teamtrim measure-blas", cli_measure_blas, NULL},
    {"measure-blocks", "teamtrim measure-blocks", cli_measure_blocks, NULL},
    {"measure-fork", "teamtrim measure-fork", cli_measure_fork, NULL},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

void cli_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("teamtrim: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

int cli_point_to_help(const char *command)
{
    fprintf(stderr, "Try '%s --help'.\n", command);
    return CLI_USAGE;
}

void cli_print_message(void *context, const char *message)
{
    (void)context;
    fprintf(stderr, "%s\n", message);
}

int cli_answer_common(int option, const char *command, void (*print_help)(void))
{
    if (option == 'h')
        print_help();
    else if (option == 'V')
        puts("teamtrim " TEAMTRIM_VERSION);
    else
        return cli_point_to_help(command);
    return CLI_DONE;
}

static void print_help(void)
{
    puts("usage: teamtrim COMMAND [OPTION]...\n"
         "Thread teams for the work that is worth one, inside programs that are not rebuilt: small "
         "BLAS\n"
         "calls and OpenMP regions on one thread, dynamic loops in blocks, teams within the CPU "
         "quota.\n\n"
         "commands:");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].summary)
            printf("  %-10s  %s\n", commands[i].name, commands[i].summary);
    puts("\n  --help      also after a command: options and examples\n"
         "  --version\n\n"
         "a first look at a program, and what it gains:\n"
         "  teamtrim doctor -- python3 program.py\n"
         "  teamtrim calibrate\n"
         "  teamtrim run --log summary -- python3 program.py\n\n"
         "exit status: 0 done, 1 a finding, 2 wrong use; of 'run', that of the program.\n"
         "NO_COLOR=1 turns colours off. Manual: man teamtrim, man teamtrim.policy");
}

static int reject_command(const char *name)
{
    const char *names[COMMAND_COUNT + 1] = {NULL};
    size_t shown = 0;
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].summary)
            names[shown++] = commands[i].name;
    const char *meant = policy_suggest(name, names);
    if (meant)
        cli_complain("unknown command '%s'; did you mean '%s'?", name, meant);
    else
        cli_complain("unknown command '%s'", name);
    return cli_point_to_help("teamtrim");
}

static int run_command(int argc, char **argv)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[0], commands[i].name) == 0) {
            argv[0] = (char *)commands[i].title;
            optind = 0; // GNU getopt: begin anew, and read the leading '+' again
            return commands[i].main(argc, argv);
        }
    }
    return reject_command(argv[0]);
}

static int run_arguments(int argc, char **argv)
{
    static const struct option options[] = {CLI_COMMON_OPTIONS};
    int option = getopt_long(argc, argv, "+", options, NULL);
    if (option != -1)
        return cli_answer_common(option, "teamtrim", print_help);
    if (optind < argc)
        return run_command(argc - optind, argv + optind);
    cli_complain("no command given");
    return cli_point_to_help("teamtrim");
}

// A table that is cut by a full disk must not look like one.
int main(int argc, char **argv)
{
    int status = run_arguments(argc, argv);
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    cli_complain("stdout cannot be written: %s", errno ? strerror(errno) : "a write has failed");
    return status == CLI_DONE ? CLI_FINDING : status;
}
