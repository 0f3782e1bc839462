// SPDX-License-Identifier: MIT
// A set-user-ID program runs with more rights than the one who sets its environment: our variables
// and policies must not count there.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(victims_secure, .timeout = 120);

enum { OWNER = 65534, CALLER = 65533 }; // nobody, and somebody else

static char *folder, program[512], log_path[512];

static void run_or_skip(const char *what, const char *const *command)
{
    struct process_result result;

    process_run(command, &(struct process_setup){0}, &result);
    if (result.status != 0)
        cr_skip_test("%s: %s", what, result.error);
    process_free(&result);
}

// The copy of the library lies where other users can read it, and is found without the environment.
static void build_program(void)
{
    const char *compiler = getenv("CC");
    char library[512], search[512], include[512];

    snprintf(library, sizeof library, "%s/libteamtrim.so", folder);
    snprintf(program, sizeof program, "%s/secure", folder);
    snprintf(search, sizeof search, "-Wl,--disable-new-dtags,-rpath,%s", folder);
    snprintf(include, sizeof include, "-I%s", victim_source_path(""));
    run_or_skip("cannot copy the library",
                LIST("cp", victim_build_path("libteamtrim.so"), library));
    run_or_skip("cannot compile",
                LIST(compiler ? compiler : "cc", "-std=c11", "-D_GNU_SOURCE", include,
                     victim_source_path("tests/victims/prog_secure.c"), "-o", program,
                     "-Wl,--no-as-needed", library, search, "-l:libblas.so.3"));
}

static void prepare(void)
{
    if (geteuid() != 0)
        cr_skip_test("only root can make a set-user-ID program of another user");
    folder = process_make_folder();
    cr_assert_not_null(folder);
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    build_program();
    cr_assert_eq(chmod(folder, 0777), 0); // so that the log could be written
}

static void clean_up(void)
{
    run_or_skip("cannot remove the folder", LIST("rm", "-rf", folder));
    free(folder);
}

static struct process_result run_as_caller(void)
{
    char log[600], reuid[32];
    const char *environment[] = {"TEAMTRIM_LOG=calls", log, "TEAMTRIM_BLAS_KERNEL=misspelt",
                                 "TEAMTRIM_POLICY=/nonexistent/policy.ini", NULL};
    struct process_result result;

    snprintf(log, sizeof log, "TEAMTRIM_LOG_FILE=%s", log_path);
    snprintf(reuid, sizeof reuid, "--reuid=%d", CALLER);
    process_run(LIST("setpriv", reuid, "--regid=65534", "--clear-groups", program),
                &(struct process_setup){.environment = environment}, &result);
    if (result.status == 127)
        cr_skip_test("no setpriv");
    cr_assert_eq(result.status, 0, "%d: %s", result.status, result.error);
    return result;
}

// Without the set-user-ID bit the variables count: the library is active in this program.
static void expect_active(void)
{
    struct process_result plain = run_as_caller();
    char *log = process_load_file(log_path);

    cr_assert_str_eq(plain.output, "secure 0 ddot -152\n");
    cr_assert_not_null(log, "no log, so the library is not active in the program");
    cr_assert(victim_has_line(log, "blas ddot", "->"), "%s", log);
    free(log);
    process_free(&plain);
    unlink(log_path);
}

Test(victims_secure, environment_and_policy_do_not_count, .init = prepare, .fini = clean_up)
{
    struct process_result secure;

    expect_active();
    cr_assert_eq(chown(program, OWNER, OWNER), 0);
    cr_assert_eq(chmod(program, 04755), 0);
    secure = run_as_caller();
    if (strncmp(secure.output, "secure 0", 8) == 0)
        cr_skip_test("this system ignores the set-user-ID bit");
    cr_assert_str_eq(secure.output, "secure 1 ddot -152\n");
    cr_assert_str_eq(secure.error, "");
    cr_assert_neq(access(log_path, F_OK), 0, "a log was written with another user's rights");
    process_free(&secure);
}
