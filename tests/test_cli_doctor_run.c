// SPDX-License-Identifier: MIT
// `teamtrim doctor -- CMD` and `--pid`: what it sees in processes, and that they do not see it.
#include "kernels/kernels.h"
#include "tests/command.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(doctor_run, .init = command_make_folder, .fini = command_remove_folder, .timeout = 180);

#define PYTHON "/usr/bin/python3"
#define DOCTOR(...) command_run(NULL, LIST("doctor", __VA_ARGS__))
#define DOCTOR_WITH(environment, ...) command_run(environment, LIST("doctor", __VA_ARGS__))

// ---- what is seen

Test(doctor_run, a_blas_that_is_opened_late_is_seen)
{
    struct process_result result = DOCTOR("--", PYTHON, "-c", "import numpy; print('said')");
    cr_assert(strncmp(result.output, "said\n", 5) == 0, "%s", result.output);
    command_expect_line(&result, "ok      numpy/core/_multiarray_umath.so",
                        "BLAS names from libblas.so.3");
    command_expect_line(&result, " libblas.so.3 ", "opened late");
    command_expect_line(&result, "ended", "with exit status 0");
    process_free(&result);
}

Test(doctor_run, children_are_seen_and_the_end_is_told)
{
    struct process_result result =
        DOCTOR("--", "sh", "-c", PYTHON " -c 'import numpy, os; os._exit(0)'; exit 7");
    command_expect_line(&result, "numpy/core/_multiarray_umath.so", "libblas.so.3");
    command_expect_line(&result, "ended", "with exit status 7");
    command_expect_line(&result, "nothing for us", "sh");
    process_free(&result);
}

// The last moment of a process is looked at whatever ends it.
Test(doctor_run, a_killed_process_is_seen)
{
    struct process_result result =
        DOCTOR("--", PYTHON, "-c", "import numpy, os; os.kill(os.getpid(), 9)");
    command_expect_line(&result, "numpy/core/_multiarray_umath.so", "libblas.so.3");
    command_expect_line(&result, "ended", "by signal 9");
    process_free(&result);
}

// It writes again after the command has ended, so it has been let go.
Test(doctor_run, a_process_that_outlives_the_command_is_seen_and_lives_on)
{
    char script[4 * PATH_MAX];
    const char *first = command_path("first"), *second = command_path("second");
    snprintf(script, sizeof script,
             "mkfifo %s %s; '%s' doctor -- sh -c \"" PYTHON
             " -c 'import numpy; open(\\\"%s\\\", \\\"w\\\").write(\\\"x\\\"); "
             "open(\\\"%s\\\", \\\"w\\\").write(\\\"alive\\\")' >/dev/null 2>&1 & cat %s\"; cat %s",
             first, second, command_built("teamtrim"), first, second, first, second);
    struct process_result result;
    process_run(LIST("sh", "-c", script), &(struct process_setup){.timeout_s = 60}, &result);
    cr_assert_not(result.timed_out);
    command_expect_line(&result, "numpy/core/_multiarray_umath.so", "libblas.so.3");
    command_expect_line(&result, "ended", "with exit status 0");
    cr_assert_not_null(strstr(result.output, "alive"));
    process_free(&result);
}

// A process counts once, however many threads it ends.
Test(doctor_run, threads_are_no_processes)
{
    const char *source = "#include <omp.h>\nint main(void) {\n    int sum = 0;\n"
                         "#pragma omp parallel num_threads(5) reduction(+ : sum)\n"
                         "    sum += omp_get_num_threads();\n    return sum != 25;\n}\n";
    const char *program = command_compile("gcc", "teams", source, LIST("-fopenmp"));
    struct process_result result = DOCTOR(program);
    command_expect_line(&result, "ended", "with exit status 0");
    command_expect_line(&result, "teams ", "OpenMP names from libgomp.so.1");
    cr_assert_null(strstr(result.output, "processes)"), "%s", result.output);
    command_expect_status(&result, 0);
}

Test(doctor_run, alike_processes_are_one_section)
{
    struct process_result result =
        DOCTOR("--", PYTHON, "-c",
               "import numpy, os\nfor i in range(3):\n if os.fork() == 0: os._exit(0)\n os.wait()");
    command_expect_line(&result, "(4 processes)", "python3");
    process_free(&result);
}

Test(doctor_run, two_runtimes_are_a_problem)
{
    const char *code = "import ctypes\n"
                       "for name in 'libgomp.so.1', 'libomp.so.5': ctypes.CDLL(name)";
    struct process_result result = DOCTOR("--", PYTHON, "-c", code);
    command_expect_line(&result, "problem runtimes", "2 OpenMP runtimes in one process");
    command_expect_line(&result, "remedy: let all objects use one", "");
    command_expect_status(&result, 1);
}

Test(doctor_run, widths_under_the_same_names_are_a_problem)
{
    const char *code = "import ctypes\n"
                       "for name in 'libblas.so.3', 'libblas64.so.3': ctypes.CDLL(name)";
    struct process_result result = DOCTOR("--", PYTHON, "-c", code);
    command_expect_line(&result, "problem integer width", "have the same names");
    command_expect_line(&result, "no object imports from it", "");
    command_expect_status(&result, 1);
}

static const char openblas[] = "LD_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu/openblas-openmp:/usr/lib/"
                               "aarch64-linux-gnu/openblas-openmp";

Test(doctor_run, old_kernels_on_a_new_cpu_are_a_problem)
{
    const char *const prescott[] = {openblas, "OPENBLAS_CORETYPE=Prescott", NULL};
    if (kernels_isa_best() != ISA_AVX2 && kernels_isa_best() != ISA_AVX512)
        cr_skip_test("this CPU has no AVX2");
    struct process_result result = DOCTOR_WITH(prescott, "--", PYTHON, "-c", "import numpy");
    command_expect_line(&result, "problem libblas.so.3", "kernels Prescott");
    command_expect_line(&result, "Prescott kernels use SSE", "this CPU has AVX");
    command_expect_line(&result, "remedy: export OPENBLAS_CORETYPE=",
                        kernels_isa_best() == ISA_AVX512 ? "SkylakeX" : "Haswell");
    command_expect_status(&result, 1);
}

// The environment of the process counts, not the one that doctor was started in.
Test(doctor_run, a_library_is_asked_in_the_environment_of_its_process)
{
    if (kernels_isa_best() != ISA_AVX2 && kernels_isa_best() != ISA_AVX512)
        cr_skip_test("this CPU has no AVX2");
    struct process_result result = DOCTOR_WITH(
        LIST(openblas), "--", "env", "OPENBLAS_CORETYPE=Haswell", PYTHON, "-c", "import numpy");
    command_expect_line(&result, "libblas.so.3", "kernels Haswell");
    process_free(&result);
}

Test(doctor_run, without_ptrace_it_looks)
{
    struct process_result result;
    char victim[PATH_MAX];
    snprintf(victim, sizeof victim, "%s", command_built("victims/no_ptrace"));
    const char *teamtrim = command_built("teamtrim");
    process_run(LIST(victim, teamtrim, "doctor", "--", PYTHON, "-c",
                     "import numpy, time; time.sleep(2); print('said'); exit(5)"),
                &(struct process_setup){.timeout_s = 60}, &result);
    cr_assert(strncmp(result.output, "said\n", 5) == 0, "%s", result.output);
    command_expect_line(&result, "note    watched", "ptrace is not permitted");
    command_expect_line(&result, "numpy/core/_multiarray_umath.so", "libblas.so.3");
    command_expect_line(&result, "ended", "with exit status 5");
    process_free(&result);
}

Test(doctor_run, a_sanitizer_is_told)
{
    const char *source = "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n";
    const char *program =
        command_compile("gcc", "tsan", source, LIST("-fopenmp", "-fsanitize=thread"));
    struct process_result result = DOCTOR("--no-run", program);
    command_expect_line(&result, "note    sanitizer", "");
    process_free(&result);
}

// ---- what the command sees

Test(doctor_run, streams_are_the_commands)
{
    char script[PATH_MAX + 64];
    struct process_result result;
    snprintf(script, sizeof script, "printf 'some\\ntext' | '%s' doctor -- tac 2>&1",
             command_built("teamtrim"));
    process_run(LIST("sh", "-c", script), &(struct process_setup){.timeout_s = 60}, &result);
    cr_assert(strncmp(result.output, "textsome\n\n-- teamtrim doctor --\n", 32) == 0, "%s",
              result.output);
    process_free(&result);
}

// The command's parent is doctor.
Test(doctor_run, signals_to_it_reach_the_command)
{
    struct process_result result =
        DOCTOR("--", "sh", "-c",
               "trap 'echo got; exit 3' TERM; kill -TERM $PPID; while :; do sleep 0.1; done");
    cr_assert(strncmp(result.output, "got\n", 4) == 0, "%s", result.output);
    command_expect_line(&result, "ended", "with exit status 3");
    process_free(&result);
}

// As the terminal does: to the whole process group.
Test(doctor_run, a_signal_to_the_group_ends_the_command_and_not_the_report)
{
    struct process_result result = DOCTOR("--", "sh", "-c", "kill -INT 0; sleep 60");
    command_expect_line(&result, "ended", "by signal 2");
    process_free(&result);
}

// A stopped command is continued by whoever stopped it.
Test(doctor_run, a_stopped_command_goes_on)
{
    struct process_result result =
        DOCTOR("--", "sh", "-c", "(sleep 0.2; kill -CONT $$) & kill -STOP $$; wait; echo on");
    cr_assert(strncmp(result.output, "on\n", 3) == 0, "%s", result.output);
    command_expect_line(&result, "ended", "with exit status 0");
    process_free(&result);
}

// A debugger in the command cannot be told from one around it, and must not be in its way.
Test(doctor_run, a_signal_of_its_own_reaches_its_handler)
{
    struct process_result result = DOCTOR(
        "--", PYTHON, "-c",
        "import os, signal\nsignal.signal(signal.SIGTRAP, lambda *a: print('trap', flush=True))\n"
        "os.kill(os.getpid(), signal.SIGTRAP)");
    cr_assert(strncmp(result.output, "trap\n", 5) == 0, "%s", result.output);
    process_free(&result);
}

// ---- running processes

struct running {
    pid_t pid;
    int input, output;
};

// Once it has answered, everything is loaded.
static struct running start(const char *const *command)
{
    int input[2], output[2];
    char byte = 'x';
    cr_assert(pipe(input) == 0 && pipe(output) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(input[0], 0);
        dup2(output[1], 1);
        close(input[1]);
        close(output[0]);
        execvp(command[0], (char *const *)command);
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    cr_assert(pid > 0 && write(input[1], &byte, 1) == 1 && read(output[0], &byte, 1) == 1);
    return (struct running){pid, input[1], output[0]};
}

static struct process_result examine_with(const struct running *running, const char *variable)
{
    char pid[16];
    snprintf(pid, sizeof pid, "%d", (int)running->pid);
    struct process_result result = command_run(LIST(variable), LIST("doctor", "--pid", pid));
    kill(running->pid, SIGKILL);
    close(running->input);
    close(running->output);
    waitpid(running->pid, NULL, 0);
    return result;
}

static struct process_result examine(const struct running *running)
{
    return examine_with(running, "TERM=dumb");
}

Test(doctor_run, a_running_process_without_a_place_for_its_facts_is_told)
{
    struct running running = start(LIST("cat"));
    struct process_result result = examine_with(&running, "TMPDIR=/nonexistent");
    command_expect_line(&result, "note    of doctor", "no temporary folder: No such file");
    command_expect_status(&result, 0);
}

Test(doctor_run, a_running_process_without_the_library)
{
    struct running running = start(LIST("cat"));
    struct process_result result = examine(&running);
    command_expect_line(&result, "note    teamtrim", "is not loaded");
    command_expect_line(&result, "remedy: start it with 'teamtrim run'", "");
    command_expect_status(&result, 0);
}

// As an upgrade does.
Test(doctor_run, a_running_process_whose_library_was_replaced_is_told)
{
    const char *library = command_compile("gcc", "libold.so", "int old;", LIST("-shared", "-fPIC"));
    char preload[PATH_MAX + 16];
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", library);
    struct running running = start(LIST("env", preload, "cat"));
    cr_assert_eq(unlink(library), 0);
    struct process_result result = examine(&running);
    command_expect_line(&result, "note    replaced", "libold.so: gone since it began");
    command_expect_status(&result, 0);
}

Test(doctor_run, a_running_process_with_the_library)
{
    struct running running = start(LIST(command_built("teamtrim"), "run", "cat"));
    struct process_result result = examine(&running);
    command_expect_line(&result, "ok      teamtrim", "libteamtrim.so");
    command_expect_status(&result, 0);
}

Test(doctor_run, a_running_process_has_its_own_environment)
{
    const char *code = "import numpy, sys\n"
                       "print(sys.stdin.read(1), flush=True)\nsys.stdin.read()";
    struct running running = start(LIST("env", "OMP_NUM_THREADS=900", PYTHON, "-c", code));
    struct process_result result = examine(&running);
    command_expect_line(&result, "numpy/core/_multiarray_umath.so", "libblas.so.3");
    command_expect_line(&result, "problem team", "900 threads (OMP_NUM_THREADS)");
    command_expect_status(&result, 1);
}

Test(doctor_run, a_running_process_with_more_rights_ignores_us)
{
    struct process_result copied;
    const char *program = command_path("cat");
    if (geteuid() != 0)
        cr_skip_test("only root can make a set-user-ID program of another user");
    process_run(LIST("cp", "/bin/cat", program), &(struct process_setup){0}, &copied);
    command_expect_status(&copied, 0);
    cr_assert(chown(program, 65534, 65534) == 0 && chmod(program, 04755) == 0);
    struct running running = start(LIST(program));
    struct process_result result = examine(&running);
    command_expect_line(&result, "problem preloading", "runs with rights that its caller had not");
    command_expect_status(&result, 1);
}
