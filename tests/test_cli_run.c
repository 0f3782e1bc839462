// SPDX-License-Identifier: MIT
// `teamtrim run` where preloading is of no use, and its way of telling runtimes how to wait.
#include "tests/command.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(cli_run, .init = command_make_folder, .fini = command_remove_folder, .timeout = 120);

static const char hello[] = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 3; }\n";

#define RUN(...) command_run(NULL, LIST("run", __VA_ARGS__))
#define RUN_WITH(environment, ...) command_run(environment, LIST("run", __VA_ARGS__))

static void expect_silence(struct process_result result)
{
    cr_assert_str_eq(result.error, "");
    command_expect(result, 3, "hello\n", "");
}

Test(cli_run, a_dynamic_program_is_run_without_a_word)
{
    expect_silence(RUN(command_compile("cc", "dynamic", hello, LIST("-O1"))));
}

Test(cli_run, a_static_program_is_run_with_a_warning)
{
    const char *program = command_compile("cc", "static", hello, LIST("-static"));
    command_expect(RUN(program), 3, "hello\n", "is statically linked");
    program = command_compile("cc", "static-pie", hello, LIST("-static-pie"));
    command_expect(RUN(program), 3, "hello\n", "link it dynamically");
}

Test(cli_run, a_script_of_a_static_program_is_one, .timeout = 120)
{
    char script[PATH_MAX + 16];
    const char *program = command_compile("cc", "static", hello, LIST("-static"));
    snprintf(script, sizeof script, "#!%s -x\n", program);
    command_expect(RUN(command_write("script", script)), 3, "hello\n", "/static' is statically");
    snprintf(script, sizeof script, "#! %s\n", command_path("script"));
    command_expect(RUN(command_write("script2", script)), 3, "hello\n", "/static' is statically");
    snprintf(script, sizeof script, "#!/usr/bin/env -S A=1 %s -x\n", program);
    command_expect(RUN(command_write("script3", script)), 3, "hello\n", "/static' is statically");
}

Test(cli_run, a_program_of_another_machine_is_named)
{
    const char *program = command_compile("aarch64-linux-gnu-gcc", "other", hello, LIST("-static"));
    struct process_result result = RUN(program);
    cr_assert_not_null(strstr(result.error, "is for aarch64, the library for "), "%s",
                       result.error);
    cr_assert_not_null(strstr(result.error, "build teamtrim for aarch64"), "%s", result.error);
    process_free(&result);
}

// Its own rights count only if they are not the caller's.
Test(cli_run, a_set_user_id_program_is_run_with_a_warning)
{
    const char *program = command_compile("cc", "secure", hello, LIST("-O1"));
    cr_assert_eq(chmod(program, 04755), 0);
    expect_silence(RUN(program));
    if (geteuid() != 0)
        cr_skip_test("only root can make a set-user-ID program of another user");
    cr_assert_eq(chown(program, 65534, 65534), 0);
    cr_assert_eq(chmod(program, 04755), 0);
    command_expect(RUN(program), 3, "hello\n", "is set-user-ID (");
    cr_assert_eq(chmod(program, 02755), 0);
    command_expect(RUN(program), 3, "hello\n", "is set-group-ID");
}

// Preloaded, the library would end the program: "ASan runtime does not come first".
Test(cli_run, a_program_with_libasan_survives)
{
    const char *program = command_compile("gcc", "asan", hello, LIST("-fsanitize=address"));
    command_expect(RUN(program), 3, "hello\n", "ASAN_OPTIONS=verify_asan_link_order=0");
    expect_silence(RUN_WITH(LIST("ASAN_OPTIONS=verify_asan_link_order=0"), program));
}

// Where musl is there, its dynamic linker would end the program: symbols not found.
Test(cli_run, a_program_of_musl_is_run_without_the_library)
{
    const char *linker = "/lib/ld-musl-x86_64.so.1";
    const char *program =
        command_compile("cc", "musl", hello, LIST("-Wl,--dynamic-linker=/lib/ld-musl-x86_64.so.1"));
    if (access(linker, X_OK) == 0)
        command_expect(RUN(program), 3, "hello\n", "is linked to musl");
    else
        command_expect(RUN(program), 127, "", "is linked to musl");
}

Test(cli_run, no_damaged_file_stops_it)
{
    command_expect(RUN(command_write("empty", "")), 0, "", "");
    command_expect(RUN(command_write("short", "\177ELF\002\001")), 127, "", "not found"); // by sh
    command_expect(RUN(command_write("none", "#!\n")), 0, "", "");
    command_expect(RUN(command_write("lost", "#!/nonexistent/program\n")), 127, "", "cannot run");
}

// In a chroot or a bare container.
Test(cli_run, without_proc_it_says_so)
{
    char script[PATH_MAX + 100];
    struct process_result result;
    snprintf(script, sizeof script,
             "mount -t tmpfs none /proc || exit 77; exec '%s' run -- echo hi",
             command_built("teamtrim"));
    process_run(LIST("unshare", "-rm", "sh", "-c", script),
                &(struct process_setup){.timeout_s = 20}, &result);
    if (result.status == 77 || strstr(result.error, "unshare"))
        cr_skip_test("no mount namespaces here: %s", result.error);
    cr_expect_str_eq(result.output, "");
    command_expect(result, 2, "", "/proc/self/exe: No such file or directory; mount /proc");
}

// ---- the list of what is preloaded

static void expect_list(const char *before, const char *format, const char *error)
{
    char list[3 * PATH_MAX], wanted[3 * PATH_MAX];
    const char *library = command_built("libteamtrim.so");
    snprintf(list, sizeof list, before, library);
    snprintf(wanted, sizeof wanted, format, library);
    struct process_result result = RUN_WITH(LIST(list), "printenv", "LD_PRELOAD");
    cr_expect_str_eq(result.output, wanted);
    cr_expect_eq(result.status, 0);
    cr_expect(error ? strstr(result.error, error) != NULL : !strstr(result.error, "another copy"),
              "%s", result.error);
    process_free(&result);
}

// Each copy would take the other for the BLAS, and forward every call.
Test(cli_run, another_copy_is_replaced)
{
    expect_list("LD_PRELOAD=libm.so.6 /gone/libteamtrim.so libc.so.6", "libm.so.6 %s libc.so.6\n",
                "LD_PRELOAD held another copy, '/gone/libteamtrim.so': it is left out");
    expect_list("LD_PRELOAD=libteamtrim.so", "%s\n", "another copy, 'libteamtrim.so'");
    expect_list("LD_PRELOAD=/gone/libteamtrim.so:libm.so.6:%s", "%s:libm.so.6:\n", "'/gone/");
    expect_list("LD_PRELOAD=%s:/gone/libteamtrim.so:libm.so.6", "%s:libm.so.6\n", "'/gone/");
    expect_list("LD_PRELOAD=libm.so.6:%s", "libm.so.6:%s\n", NULL);
}

// ---- waiting

#define WAITING "printenv", "OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"

Test(cli_run, wait_tells_each_runtime)
{
    command_expect(RUN("--wait", "passive", WAITING), 0, "passive\n0\n0\n", "");
    command_expect(RUN("--wait", "active", WAITING), 0, "active\ninfinite\ninfinite\n", "");
}

Test(cli_run, wait_outranks_the_word_and_leaves_the_figures)
{
    const char *const set[] = {"OMP_WAIT_POLICY=active", "GOMP_SPINCOUNT=700", "KMP_BLOCKTIME=3ms",
                               NULL};
    command_expect(RUN_WITH(set, "--wait", "passive", WAITING), 0, "passive\n700\n3ms\n", "");
}

Test(cli_run, without_wait_nothing_is_set)
{
    struct process_result result = RUN(WAITING);
    cr_assert_str_eq(result.output, "");
    process_free(&result);
}

Test(cli_run, wait_takes_two_words)
{
    command_expect(RUN("--wait", "pasive", "true"), 2, "", "--wait 'pasive'; did you mean");
    command_expect(RUN("--wait", "0", "true"), 2, "", "expected active or passive");
}
