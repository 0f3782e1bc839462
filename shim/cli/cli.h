// SPDX-License-Identifier: MIT
// What the subcommands of `teamtrim` share.
#ifndef TEAMTRIM_CLI_H
#define TEAMTRIM_CLI_H

#include <getopt.h>
#include <stddef.h>

enum cli_status { CLI_DONE, CLI_FINDING, CLI_USAGE, CLI_CANNOT_RUN = 126, CLI_NOT_FOUND = 127 };

// The options of every command, to end a table of options with.
#define CLI_COMMON_OPTIONS                                                 \
    {"help", no_argument, NULL, 'h'}, {"version", no_argument, NULL, 'V'}, \
    {                                                                      \
        NULL, 0, NULL, 0                                                   \
    }

// Subcommands. argv[0] is "teamtrim COMMAND", for getopt's messages.
int cli_run(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_doctor(int argc, char **argv);
int cli_report(int argc, char **argv);

// Answers 'h' and 'V'; any other option is one that getopt has complained about.
int cli_answer_common(int option, const char *command, void (*print_help)(void));

// "teamtrim: ..." on stderr, with a newline.
__attribute__((format(printf, 1, 2))) void cli_complain(const char *format, ...);

// Points to the help of "teamtrim COMMAND" on stderr. Returns CLI_USAGE.
int cli_point_to_help(const char *command);

// A policy_report that prints on stderr.
void cli_print_message(void *context, const char *message);

// Finds the library and puts it into this process's environment, for the program that follows it.
// 0, or -1 after a complaint.
int cli_preload_library(void);

#endif
