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
