// SPDX-License-Identifier: MIT
// `teamtrim doctor --no-run -- CMD`: what commands would load, and its use. What it sees when they
// run: test_cli_doctor_run.c.
#include "tests/command.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(doctor, .init = command_make_folder, .fini = command_remove_folder, .timeout = 120);

#define DOCTOR(...) command_run(NULL, LIST("doctor", __VA_ARGS__))
#define DOCTOR_WITH(environment, ...) command_run(environment, LIST("doctor", __VA_ARGS__))

// ---- use

Test(doctor, wrong_use_is_2)
{
    command_expect(DOCTOR("--wombat"), 2, "", "--wombat");
    command_expect(DOCTOR("--no-run"), 2, "", "no program given");
    command_expect(DOCTOR("--pid", "x"), 2, "", "expected the number of a process");
    command_expect(DOCTOR("--pid", "-4"), 2, "", "expected the number of a process");
    command_expect(DOCTOR("--pid", "1", "true"), 2, "", "--pid takes neither");
    command_expect(DOCTOR("--pid", "2147483647"), 2, "", "cannot read process 2147483647: No such");
}

Test(doctor, fails_as_env_does)
{
    command_expect(DOCTOR("--", "no-such-program"), 127, "",
                   "cannot run 'no-such-program': No such");
    command_expect(DOCTOR("--no-run", "no-such-program"), 127, "", "No such file");
    command_expect(DOCTOR("/"), 126, "", "cannot run '/': Permission denied");
    command_expect(DOCTOR(command_write("lost", "#!/nonexistent/program\n")), 127, "", "lost");
}

Test(doctor, help_teaches)
{
    command_expect(DOCTOR("--help"), 0, "teamtrim doctor -- python3 prog.py", "");
    command_expect(DOCTOR("--help"), 0, "RTLD_DEEPBIND", "");
}

Test(doctor, colours_are_for_terminals)
{
    struct process_result result = DOCTOR("--no-run", "true");
    cr_assert_null(strchr(result.output, '\033'));
    process_free(&result);
}

// ---- what a command would load

static const char nothing[] = "int main(void) { return 0; }\n";
static const char calls_blas[] = "double ddot_(int *, void *, int *, void *, int *);\n"
                                 "void daxpy_(void); void dscal_(void);\n"
                                 "int main(int count, char **words) {\n"
                                 "    if (count > 1) { daxpy_(); dscal_(); }\n"
                                 "    return count > 1 ? (int)ddot_(0, words, 0, 0, 0) : 0;\n}\n";
static const char inner[] = "void daxpy_(void);\nvoid inner_call(void) { daxpy_(); }\n";
static const char outer[] = "void inner_call(void);\nvoid outer_call(void) { inner_call(); }\n";
static const char calls_outer[] =
    "void outer_call(void);\n"
    "int main(int count, char **words) { (void)words; if (count > 1) outer_call(); return 0; }\n";

static const char *folder_flag(const char *start, const char *name)
{
    static char flags[4][PATH_MAX + 32];
    static int next;
    char *flag = flags[next++ % 4];
    snprintf(flag, sizeof flags[0], "%s%s", start, command_path(name));
    return flag;
}

Test(doctor, imports_are_counted_by_provider)
{
    const char *program = command_compile("cc", "blas", calls_blas, LIST("-l:libblas.so.3"));
    struct process_result result = DOCTOR("--no-run", program);
    command_expect_line(&result, "ok      blas ", "3 BLAS names from libblas.so.3");
    command_expect_line(&result, "libblas.so.3 ", "32-bit integers");
    process_free(&result);
}

Test(doctor, a_static_program_is_a_problem)
{
    struct process_result result =
        DOCTOR("--no-run", command_compile("cc", "static", nothing, LIST("-static")));
    command_expect_line(&result, "problem preloading", "the program is statically linked");
    command_expect_line(&result, "remedy: link it dynamically", "");
    command_expect_status(&result, 1);
}

Test(doctor, a_program_of_another_machine_is_a_problem)
{
    const char *program = command_compile("aarch64-linux-gnu-gcc", "other", nothing, LIST("-O1"));
    struct process_result result = DOCTOR("--no-run", program);
    command_expect_line(&result, "problem preloading", "is for aarch64, the library for");
    command_expect_no_line(&result, "not found", "");
    command_expect_status(&result, 1);
}

Test(doctor, a_set_user_id_program_is_a_problem)
{
    const char *program = command_compile("cc", "secure", nothing, LIST("-O1"));
    if (geteuid() != 0)
        cr_skip_test("only root can make a set-user-ID program of another user");
    cr_assert_eq(chown(program, 65534, 65534), 0);
    cr_assert_eq(chmod(program, 04755), 0);
    struct process_result result = DOCTOR("--no-run", program);
    command_expect_line(&result, "problem preloading", "is set-user-ID (");
    command_expect_status(&result, 1);
}

Test(doctor, a_static_blas_is_a_problem)
{
    char source[1024];
    snprintf(source, sizeof source, "%s%s", calls_blas,
             "double ddot_(int *a, void *b, int *c, void *d, int *e)\n"
             "{ (void)a, (void)b, (void)c, (void)d, (void)e; return 0; }\n"
             "void daxpy_(void) {}\nvoid dscal_(void) {}\n");
    struct process_result result =
        DOCTOR("--no-run", command_compile("cc", "own", source, LIST("-O1")));
    command_expect_line(&result, "problem own", "has 3 BLAS names of its own");
    command_expect_line(&result, "remedy: link it to the shared library", "");
    command_expect_status(&result, 1);
    // Exported, it is in front of the library for all others, too.
    result = DOCTOR("--no-run", command_compile("cc", "own", source, LIST("-rdynamic")));
    command_expect_line(&result, "problem own", "has 3 BLAS names of its own");
    command_expect_status(&result, 1);
}

Test(doctor, a_hidden_openmp_runtime_is_a_problem)
{
    const char *source = "__attribute__((visibility(\"hidden\"))) void GOMP_parallel(void) {}\n"
                         "void outer_call(void) { GOMP_parallel(); }\n";
    command_compile("cc", "libouter.so", source, LIST("-shared", "-fPIC"));
    const char *program = command_compile(
        "cc", "program", calls_outer, LIST(folder_flag("-L", ""), "-louter", "-Wl,-rpath,$ORIGIN"));
    struct process_result result = DOCTOR("--no-run", program);
    command_expect_line(&result, "problem libouter.so",
                        "has 1 OpenMP name of its own (GOMP_parallel");
    command_expect_status(&result, 1);
}

// Calls within it stay there.
Test(doctor, a_blas_linked_symbolically_is_noted)
{
    command_compile("cc", "libouter.so",
                    "void ddot_(void) {}\nvoid daxpy_(void) {}\nvoid dscal_(void) {}\n"
                    "void dcopy_(void) {}\nvoid dswap_(void) {}\nvoid outer_call(void) {}\n",
                    LIST("-shared", "-fPIC", "-Wl,-Bsymbolic"));
    const char *program = command_compile(
        "cc", "program", calls_outer, LIST(folder_flag("-L", ""), "-louter", "-Wl,-rpath,$ORIGIN"));
    struct process_result result = DOCTOR("--no-run", program);
    command_expect_line(&result, "note    libouter.so", "is linked with -Bsymbolic");
    process_free(&result);
}

// The program's DT_RPATH and the library's own DT_RUNPATH, both relative to where the file is.
Test(doctor, libraries_are_found_as_the_loader_finds_them)
{
    mkdir(command_path("deep"), 0700);
    mkdir(command_path("deep/deeper"), 0700);
    command_compile("cc", "deep/deeper/libinner.so", inner,
                    LIST("-shared", "-fPIC", "-l:libblas.so.3"));
    command_compile("cc", "deep/libouter.so", outer,
                    LIST("-shared", "-fPIC", folder_flag("-L", "deep/deeper"), "-linner",
                         "-Wl,--enable-new-dtags,-rpath,${ORIGIN}/deeper"));
    const char *program = command_compile(
        "cc", "program", calls_outer,
        LIST(folder_flag("-L", "deep"), folder_flag("-Wl,-rpath-link,", "deep/deeper"), "-louter",
             "-Wl,--disable-new-dtags,-rpath,/nonexistent:$ORIGIN/deep"));
    struct process_result result = DOCTOR("--no-run", program);
    command_expect_line(&result, "libinner.so", "1 BLAS name from libblas.so.3");
    command_expect_no_line(&result, "not found", "");
    process_free(&result);
    result = DOCTOR(program);
    command_expect_line(&result, "libinner.so", "1 BLAS name from libblas.so.3");
    process_free(&result);
}

// DT_RPATH of the program counts for what its libraries need, DT_RUNPATH does not.
Test(doctor, an_rpath_is_inherited_and_a_runpath_is_not)
{
    command_compile("cc", "libinner.so", inner, LIST("-shared", "-fPIC", "-l:libblas.so.3"));
    command_compile("cc", "libouter.so", outer,
                    LIST("-shared", "-fPIC", folder_flag("-L", ""), "-linner"));
    for (int old = 0; old < 2; old++) {
        const char *program = command_compile(
            "cc", old ? "old" : "new", calls_outer,
            LIST(folder_flag("-L", ""), folder_flag("-Wl,-rpath-link,", ""), "-louter",
                 old ? "-Wl,--disable-new-dtags" : "-Wl,--enable-new-dtags", "-Wl,-rpath,$ORIGIN"));
        struct process_result result = DOCTOR("--no-run", program);
        if (old)
            command_expect_line(&result, "libinner.so", "1 BLAS name from libblas.so.3");
        else
            command_expect_line(&result, "libinner.so, which libouter.so needs", "");
        command_expect_status(&result, old ? result.status : 1);
    }
}

Test(doctor, a_missing_library_is_a_problem)
{
    const char *library = command_compile("cc", "libouter.so", outer, LIST("-shared", "-fPIC"));
    const char *program = command_compile(
        "cc", "program", calls_outer,
        LIST(folder_flag("-L", ""), "-louter", "-Wl,--unresolved-symbols=ignore-all"));
    char variable[PATH_MAX + 32];
    snprintf(variable, sizeof variable, "LD_LIBRARY_PATH=/nonexistent:%.*s",
             (int)(strrchr(library, '/') - library), library);
    struct process_result result = DOCTOR_WITH(LIST(variable), "--no-run", program);
    command_expect_no_line(&result, "not found", "");
    command_expect_status(&result, 0);
    cr_assert_eq(unlink(library), 0);
    result = DOCTOR_WITH(LIST(variable), "--no-run", program);
    command_expect_line(&result, "problem libraries", "not found");
    command_expect_line(&result, "libouter.so, which program needs", "");
    command_expect_status(&result, 1);
}

Test(doctor, a_script_is_its_interpreter)
{
    char text[PATH_MAX + 8];
    const char *program = command_compile("cc", "static", nothing, LIST("-static"));
    snprintf(text, sizeof text, "#!%s\n", program);
    struct process_result result = DOCTOR("--no-run", command_write("script", text));
    command_expect_line(&result, "a script for", "/static");
    command_expect_line(&result, "problem preloading", "statically linked");
    command_expect_status(&result, 1);
}

Test(doctor, a_program_without_calls_is_told_so)
{
    struct process_result result = DOCTOR("--no-run", "true");
    command_expect_line(&result, "note    none", "no BLAS and no OpenMP was seen");
    command_expect_status(&result, 0);
}

// ---- damaged files

Test(doctor, damaged_files_do_not_stop_it)
{
    const char *program = command_compile("cc", "program", calls_blas, LIST("-l:libblas.so.3"));
    char *whole = process_load_file(program);
    struct stat status;
    cr_assert(whole && stat(program, &status) == 0);
    srand(4);
    for (int round = 0; round < 40; round++) {
        FILE *file = fopen(command_path("damaged"), "w");
        for (int i = 0; i < 12; i++)
            whole[64 + rand() % 1500] = (char)rand();
        fwrite(whole, 1, (size_t)(rand() % 3 ? status.st_size : rand() % status.st_size), file);
        fclose(file);
        cr_assert_eq(chmod(command_path("damaged"), 0755), 0);
        struct process_result result = DOCTOR("--no-run", command_path("damaged"));
        cr_assert(result.status == 0 || result.status == 1, "round %d: %d", round, result.status);
        process_free(&result);
    }
    free(whole);
}
