// SPDX-License-Identifier: MIT
// What the command writes: a full stdout, and files that are replaced whole.
#include "tests/command.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(cli_output, .init = command_make_folder, .fini = command_remove_folder, .timeout = 120);

// ---- output that goes nowhere

static void expect_full(const char *command)
{
    char script[PATH_MAX + 128];
    struct process_result result;
    snprintf(script, sizeof script, "'%s' %s >/dev/full", command_built("teamtrim"), command);
    process_run(LIST("sh", "-c", script), &(struct process_setup){.timeout_s = 60}, &result);
    command_expect(result, 1, "", "teamtrim: stdout cannot be written: ");
}

Test(cli_output, a_full_disk_is_told)
{
    char report[PATH_MAX + 16];
    const char *log = command_write(
        "log.json", "{\"pid\":1,\"kind\":\"start\",\"name\":\"a\",\"level\":\"summary\"}\n");
    snprintf(report, sizeof report, "report '%s'", log);
    expect_full(report);
    expect_full("doctor");
    expect_full("--help");
    expect_full("bench-fork --threads 1 --seconds 0.05");
}

Test(cli_output, no_name_of_a_file_is_wrong_use)
{
    command_expect(command_run(NULL, LIST("calibrate", "-o", "")), 2, "",
                   "-o needs the name of a file, or '-' for stdout");
}
