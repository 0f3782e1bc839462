// SPDX-License-Identifier: MIT
// `teamtrim doctor`: options, and what is examined: the machine, a command, or a running process.
#include "shim/cli/doctor/doctor.h"

#include "shim/cli/cli.h"
#include "shim/cli/doctor/machine_part.h"
#include "shim/cli/doctor/page.h"
#include "shim/cli/doctor/policy_check.h"
#include "shim/cli/doctor/threads.h"
#include "shim/cli/this_machine.h"

#include <stdio.h>
#include <stdlib.h>

static void print_help(void)
{
    puts("usage: teamtrim doctor\n"
         "       teamtrim doctor [--no-run] [--] CMD [ARGUMENT]...\n"
         "       teamtrim doctor --pid PID\n"
         "Says what the library can do here, what is in its way, and what helps.\n\n"
         "  teamtrim doctor                       this machine: CPUs, quota, runtimes and BLAS\n"
         "                                        libraries installed, environment, policy\n"
         "  teamtrim doctor -- python3 prog.py    runs it, and sees what it and its children have\n"
         "                                        loaded when they end, numpy's BLAS included\n"
         "  teamtrim doctor --no-run -- ./prog    only what it would load at its start\n"
         "  teamtrim doctor --pid 4711            a process that runs; is the library in it?\n\n"
         "  --no-run      reads the files of CMD, and does not run it\n"
         "  --pid PID     a running process; of another user's, libraries are not asked\n"
         "  --help, --version\n\n"
         "Rows are marked ok, note or problem; below a problem stand its meaning and the remedy.\n"
         "The command runs without the library, with your terminal and signals; its output comes\n"
         "first, the report follows on stdout. It is watched by ptrace (a debugger cannot be used\n"
         "meanwhile, and a set-user-ID program runs without its rights), or where that is not\n"
         "permitted by looking at /proc every few milliseconds. BLAS libraries are asked in a\n"
         "process of their own.\n\n"
         "What it cannot see: objects opened with RTLD_DEEPBIND, calls by addresses from dlsym\n"
         "where the library is imported from as well, static code in stripped files, libraries\n"
         "that were closed again, and what a program was before it became another one (exec).\n\n"
         "exit status: 0 no problem; 1 a problem; 2 wrong use, or a process that cannot be read;\n"
         "126 CMD cannot be run; 127 CMD was not found");
}

static int end_report(void)
{
    return page_end() > 0 ? CLI_FINDING : CLI_DONE;
}

static int examine_machine(void)
{
    struct environment environment;
    struct threads threads;
    const char *root = this_machine_root();
    environment_of_self(&environment);
    machine_part_report(root);
    machine_part_report_installed(&environment, root);
    threads_read(&threads, &environment, root);
    page_head("Threads, as this environment has them");
    threads_report(&threads, &environment);
    threads_report_variables(&environment);
    policy_check_report(&environment);
    environment_free(&environment);
    return end_report();
}

static int read_pid(const char *text)
{
    char *end;
    long pid = strtol(text, &end, 10);
    if (pid > 0 && pid <= 0x7fffffff && !*end)
        return (int)pid;
    cli_complain("--pid '%s'; expected the number of a process", text);
    return 0;
}

static int examine(int pid, bool run, char **command)
{
    if (pid > 0 && (*command || !run)) {
        cli_complain("--pid takes neither a command nor --no-run");
        return cli_point_to_help("teamtrim doctor");
    }
    if (!run && !*command) {
        cli_complain("--no-run: no program given");
        return cli_point_to_help("teamtrim doctor");
    }
    if (pid > 0)
        return doctor_examine_process(pid);
    return *command ? doctor_examine_command(command, run) : examine_machine();
}

int cli_doctor(int argc, char **argv)
{
    static const struct option options[] = {{"no-run", no_argument, NULL, 'n'},
                                            {"pid", required_argument, NULL, 'p'},
                                            CLI_COMMON_OPTIONS};
    int option, pid = 0;
    bool run = true;
    while ((option = getopt_long(argc, argv, "+", options, NULL)) != -1) {
        if (option == 'n')
            run = false;
        else if (option != 'p')
            return cli_answer_common(option, argv[0], print_help);
        else if ((pid = read_pid(optarg)) == 0)
            return CLI_USAGE;
    }
    return examine(pid, run, argv + optind);
}
