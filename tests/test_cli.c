// SPDX-License-Identifier: MIT
// The command `teamtrim` as a user meets it: the built one, in TEAMTRIM_BUILD (default: build).
#include "tests/command.h"
#include "tests/process.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 15 };

static const char *build_path(const char *name)
{
    static char path[PATH_MAX];
    char joined[PATH_MAX];
    const char *build = getenv("TEAMTRIM_BUILD");
    snprintf(joined, sizeof joined, "%s/%s", build ? build : "build", name);
    cr_assert_not_null(realpath(joined, path), "%s", joined);
    return path;
}

// `arguments` end with NULL.
static struct process_result run_at(const char *command, const char *const *environment,
                                    const char *const *arguments)
{
    const char *argv[MOST_ARGUMENTS + 1] = {command};
    struct process_result result;
    for (size_t i = 0; arguments[i]; i++)
        argv[i + 1] = arguments[i];
    process_run(argv, &(struct process_setup){.environment = environment, .timeout_s = 20},
                &result);
    cr_assert_not(result.timed_out);
    return result;
}

#define RUN(...) run_at(build_path("teamtrim"), NULL, (const char *const[]){__VA_ARGS__, NULL})
#define RUN_WITH(variable, ...)                                           \
    run_at(build_path("teamtrim"), (const char *const[]){variable, NULL}, \
           (const char *const[]){__VA_ARGS__, NULL})

static void expect(struct process_result result, int status, const char *output, const char *error)
{
    cr_assert_eq(result.status, status, "status %d: %s%s", result.status, result.output,
                 result.error);
    cr_assert_str_eq(result.output, output);
    cr_assert_str_eq(result.error, error);
    process_free(&result);
}

// For texts that need not be known to the letter.
static void expect_words(struct process_result result, int status, const char *output,
                         const char *error)
{
    cr_assert_eq(result.status, status, "status %d: %s%s", result.status, result.output,
                 result.error);
    cr_assert_not_null(strstr(result.output, output), "output: %s", result.output);
    cr_assert_not_null(strstr(result.error, error), "error: %s", result.error);
    process_free(&result);
}

TestSuite(cli, .init = command_make_folder, .fini = command_remove_folder);

// A path in a new folder. `text` may be NULL: nothing is written.
static const char *scratch(const char *name, const char *text)
{
    static char path[PATH_MAX];
    char *folder = process_make_folder();
    snprintf(path, sizeof path, "%s/%s", folder, name);
    free(folder);
    if (!text)
        return path;
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    return path;
}

Test(cli, help_and_version_are_everywhere)
{
    expect_words(RUN("--help"), 0, "usage: teamtrim COMMAND", "");
    expect_words(RUN("run", "--help"), 0, "usage: teamtrim run", "");
    expect_words(RUN("check", "--help"), 0, "bytes-per-thread = 384K", "");
    expect_words(RUN("--version"), 0, "teamtrim ", "");
    expect_words(RUN("run", "--version"), 0, "teamtrim ", "");
    expect_words(RUN("check", "--version"), 0, "teamtrim ", "");
}

Test(cli, wrong_use_is_2)
{
    expect_words(RUN("chek"), 2, "", "unknown command 'chek'; did you mean 'check'?");
    expect_words(RUN("wombat"), 2, "", "unknown command 'wombat'\n");
    expect_words(RUN("--wombat"), 2, "", "--wombat");
    expect_words(RUN("run", "--polcy", "f", "true"), 2, "", "teamtrim run: unrecognized option");
    expect_words(RUN("run"), 2, "", "no program given");
    expect_words(RUN("run", "--"), 2, "", "no program given");
    expect_words(RUN("check"), 2, "", "no policy file given");
}

Test(cli, no_argument_is_wrong_use)
{
    const char *const none[] = {NULL};
    expect_words(run_at(build_path("teamtrim"), NULL, none), 2, "", "no command given");
}

Test(cli, run_gives_the_status_of_the_program)
{
    expect(RUN("run", "--", "sh", "-c", "exit 7"), 7, "", "");
    expect(RUN("run", "true"), 0, "", "");
    expect(RUN("run", "sh", "-c", "kill -9 $$"), 137, "", "");
}

Test(cli, run_leaves_the_options_of_the_program_alone)
{
    expect(RUN("run", "echo", "--help", "--", "-x"), 0, "--help -- -x\n", "");
}

Test(cli, run_fails_as_env_does)
{
    expect(RUN("run", "no-such-program"), 127, "",
           "teamtrim: cannot run 'no-such-program': No such file or directory\n");
    expect(RUN("run", "/"), 126, "", "teamtrim: cannot run '/': Permission denied\n");
}

Test(cli, run_preloads_the_library_beside_it)
{
    char output[PATH_MAX + 1];
    snprintf(output, sizeof output, "%s\n", build_path("libteamtrim.so"));
    expect(RUN("run", "printenv", "LD_PRELOAD"), 0, output, "");
}

Test(cli, run_keeps_what_is_preloaded)
{
    char output[PATH_MAX + 64];
    snprintf(output, sizeof output, "%s:libm.so.6 libc.so.6\n", build_path("libteamtrim.so"));
    expect(RUN_WITH("LD_PRELOAD=libm.so.6 libc.so.6", "run", "printenv", "LD_PRELOAD"), 0, output,
           "");
}

Test(cli, run_within_run_preloads_once)
{
    char output[PATH_MAX + 1], command[PATH_MAX];
    snprintf(output, sizeof output, "%s\n", build_path("libteamtrim.so"));
    strcpy(command, build_path("teamtrim"));
    expect(RUN("run", command, "run", "printenv", "LD_PRELOAD"), 0, output, "");
}

Test(cli, run_turns_options_into_variables)
{
    expect(RUN("run", "--set", "blas ddot.bytes-per-thread=512K", "--log", "calls", "--wait",
               "passive", "printenv", "TEAMTRIM_BLAS_DDOT_BYTES_PER_THREAD", "TEAMTRIM_LOG",
               "OMP_WAIT_POLICY"),
           0, "512K\ncalls\npassive\n", "");
    expect(RUN("run", "--set=blas.kernel=auto", "--set=blas.kernel=off", "printenv",
               "TEAMTRIM_BLAS_KERNEL"),
           0, "off\n", "");
}

Test(cli, run_rejects_bad_options)
{
    expect(RUN("run", "--set", "blas.kernl=off", "true"), 2, "",
           "--set: unknown key 'kernl' in [blas]; did you mean 'kernel'?\n");
    expect(RUN("run", "--set", "blas.kernel", "true"), 2, "",
           "teamtrim: --set 'blas.kernel'; expected SECTION.KEY=VALUE, such as blas.kernel=off\n");
    expect(RUN("run", "--set", "kernel=a.b", "true"), 2, "",
           "teamtrim: --set 'kernel=a.b'; expected SECTION.KEY=VALUE, such as blas.kernel=off\n");
    expect(RUN("run", "--log", "decsions", "true"), 2, "",
           "teamtrim: --log 'decsions'; did you mean 'decisions'?\n");
    expect(RUN("run", "--wait", "busy", "true"), 2, "",
           "teamtrim: --wait 'busy'; expected active or passive\n");
}

Test(cli, run_passes_the_policy_as_an_absolute_path)
{
    char output[PATH_MAX + 1], command[PATH_MAX], folder[PATH_MAX];
    const char *path = scratch("p.ini", "[blas]\nenable = off\n");
    snprintf(output, sizeof output, "%s\n", path);
    strcpy(command, build_path("teamtrim"));
    const char *const arguments[] = {"run",      "--policy",        "p.ini",
                                     "printenv", "TEAMTRIM_POLICY", NULL};
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    cr_assert_eq(chdir(folder), 0);
    expect(run_at(command, NULL, arguments), 0, output, "");
}

Test(cli, run_does_not_start_the_program_with_a_bad_policy)
{
    char error[PATH_MAX + 128];
    const char *path = scratch("p.ini", "[blas]\nenabel = off\n");
    snprintf(error, sizeof error, "%s:2: unknown key 'enabel' in [blas]; did you mean 'enable'?\n",
             path);
    expect(RUN("run", "--policy", path, "echo", "started"), 2, "", error);
    path = scratch("missing", NULL);
    snprintf(error, sizeof error, "%s: cannot read: No such file or directory\n", path);
    expect(RUN("run", "--policy", path, "echo", "started"), 2, "", error);
}

Test(cli, run_refuses_a_policy_that_can_be_read_once_only)
{
    const char *path = scratch("fifo", NULL);
    cr_assert_eq(mkfifo(path, 0600), 0);
    expect_words(RUN("run", "--policy", path, "true"), 2, "", "expected a file, not a pipe");
}

// The command and, where `library` is given, an empty library, below a new folder.
static const char *install(const char *bin, const char *library)
{
    static char command[PATH_MAX];
    char script[3 * PATH_MAX], *folder = process_make_folder();
    snprintf(command, sizeof command, "%s/%s/teamtrim", folder, bin);
    snprintf(script, sizeof script, "cd '%s'; mkdir -p '%s'; cp '%s' '%s'; install -D /dev/null %s",
             folder, bin, build_path("teamtrim"), command, library ? library : "unused");
    free(folder);
    cr_assert_eq(system(script), 0, "%s", script);
    return command;
}

static void expect_installed(const char *library)
{
    const char *const arguments[] = {"run", "printenv", "LD_PRELOAD", NULL};
    char output[PATH_MAX];
    const char *command = install("bin", library);
    snprintf(output, sizeof output, "%.*s%s\n", (int)(strlen(command) - strlen("bin/teamtrim")),
             command, library);
    // The loader complains about the empty library on stderr.
    expect_words(run_at(command, NULL, arguments), 0, output, "");
}

Test(cli, run_finds_an_installed_library)
{
    expect_installed("lib/libteamtrim.so");
    expect_installed("lib64/libteamtrim.so");
#if defined __x86_64__
    expect_installed("lib/x86_64-linux-gnu/libteamtrim.so");
#endif
}

Test(cli, run_without_a_library_says_where_it_looked)
{
    const char *const arguments[] = {"run", "echo", "started", NULL};
    const char *command = install("bin", NULL);
    expect_words(run_at(command, NULL, arguments), 2, "", "cannot find libteamtrim.so;");
    expect_words(run_at(command, NULL, arguments), 2, "", "/bin/../lib/libteamtrim.so\n");
}

Test(cli, run_refuses_a_path_that_the_loader_would_split)
{
    const char *const arguments[] = {"run", "echo", "started", NULL};
    expect_words(run_at(install("a b", "'a b/libteamtrim.so'"), NULL, arguments), 2, "",
                 "a blank or colon ends a name there");
    expect_words(run_at(install("a:b", "a:b/libteamtrim.so"), NULL, arguments), 2, "",
                 "LD_PRELOAD cannot hold the path");
}

Test(cli, check_says_ok)
{
    char output[PATH_MAX + 8];
    const char *path = scratch("p.ini", "[blas]\nkernel = off\n[blas dot]\nkernel = auto\n");
    snprintf(output, sizeof output, "%s: ok\n", path);
    expect(RUN("check", path), 0, output, "");
}

Test(cli, check_tells_every_error_of_every_file)
{
    char error[2 * PATH_MAX + 256];
    const char *path = scratch("p.ini", "[blas]\nkernl = off\nfortran\n");
    snprintf(error, sizeof error,
             "/nonexistent: cannot read: No such file or directory\n"
             "%s:2: unknown key 'kernl' in [blas]; did you mean 'kernel'?\n"
             "%s:3: 'fortran'; expected 'key = value' or '[section]'\n",
             path, path);
    expect(RUN("check", "/nonexistent", "/dev/null", path), 1, "/dev/null: ok\n", error);
}
