// SPDX-License-Identifier: MIT
// Children that the command starts: how they end, with it and without.
#include "shim/cli/child.h"
#include "tests/command.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROC "/proc/self/status"

TestSuite(cli_child, .init = command_make_folder, .fini = command_remove_folder, .timeout = 60);

// A process whose child tells its number and sleeps. What it writes is read from `told`.
static pid_t start_parent(int told[2])
{
    struct child_result result;
    cr_assert_eq(pipe(told), 0);
    pid_t parent = fork();
    if (parent == 0) {
        dup2(told[1], STDERR_FILENO);
        close(told[0]);
        close(told[1]);
        child_run_command(LIST("sh", "-c", "echo $$ >&2; exec sleep 600"), NULL, 600, true,
                          &result);
        _exit(0);
    }
    close(told[1]);
    return parent;
}

// The pipe's last writer is the child: its end is the end of the pipe, whoever reaps it.
Test(cli_child, dies_with_the_command)
{
    char number[32] = "";
    int told[2];
    pid_t parent = start_parent(told);
    cr_assert_gt(read(told[0], number, sizeof number - 1), 0);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    struct pollfd end = {.fd = told[0], .events = POLLIN};
    int ready = poll(&end, 1, 20000);
    if (ready == 0)
        kill(atoi(number), SIGKILL);
    cr_assert_eq(ready, 1, "child %s lives on", number);
    cr_assert_eq(read(told[0], number, sizeof number), 0);
    close(told[0]);
}

// As a caller may have taught us: then waitpid tells no status.
Test(cli_child, its_end_is_known_where_the_end_of_children_is_ignored)
{
    struct child_result result;
    signal(SIGCHLD, SIG_IGN);
    child_run_command(LIST("sh", "-c", "exit 3"), NULL, 60, true, &result);
    cr_expect_eq(result.status, 3);
    cr_expect(signal(SIGCHLD, SIG_DFL) == SIG_IGN);
    child_free(&result);
}

static struct process_result run_without_children(const char *const *command)
{
    const char *argv[16] = {"env", "--ignore-signal=CHLD", command_built("teamtrim")};
    struct process_result result;
    for (size_t i = 0; command[i]; i++)
        argv[i + 3] = command[i];
    process_run(argv, &(struct process_setup){.timeout_s = 60}, &result);
    return result;
}

Test(cli_child, doctor_knows_the_end_of_a_command_where_it_is_ignored)
{
    struct process_result result = run_without_children(LIST("doctor", "--", "sh", "-c", "exit 3"));
    command_expect_line(&result, "ended", "with exit status 3");
    process_free(&result);
}

// Whether /proc's mask of ignored signals has SIGCHLD. Others may be ignored by whoever runs us.
static bool ignores_children(const struct process_result *result)
{
    const char *line = strstr(result->output, "SigIgn:");
    cr_assert_not_null(line, "%s%s", result->output, result->error);
    return strtoull(line + strlen("SigIgn:"), NULL, 16) >> (SIGCHLD - 1) & 1;
}

Test(cli_child, commands_ignore_what_their_caller_ignores)
{
    struct process_result run = run_without_children(LIST("run", "grep", "SigIgn", PROC)),
                          watched =
                              run_without_children(LIST("doctor", "--", "grep", "SigIgn", PROC)),
                          usual = command_run(NULL, LIST("doctor", "--", "grep", "SigIgn", PROC));
    cr_expect(ignores_children(&run));
    cr_expect(ignores_children(&watched));
    cr_expect_not(ignores_children(&usual));
    process_free(&run);
    process_free(&watched);
    process_free(&usual);
}
