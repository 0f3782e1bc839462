// SPDX-License-Identifier: MIT
// Calls at the edges of a process's life: before our constructor, during dlopen, in a forked child,
// in a signal handler, at exit, and many first calls at once.
#include "tests/victim_run.h"

#include <criterion/criterion.h>

TestSuite(victims_life, .timeout = 300);

Test(victims_life, constructor_and_destructor_of_a_library)
{
    victim_compare_providers(LIST("early"), NULL);
    victim_expect_log(LIST("early"), NULL, "blas ddot n=64", "->"); // the constructor's own call
}

// Only the reference works before its own constructors have run.
Test(victims_life, call_before_any_constructor)
{
    victim_compare(LIST("early"),
                   LIST(victim_require_provider(PROVIDER_REFERENCE), "VICTIM_PREINIT=1"));
}

Test(victims_life, constructor_during_dlopen)
{
    victim_compare_providers(LIST("plugin_constructor", victim_path("libconstructor.so")), NULL);
}

Test(victims_life, forked_children)
{
    victim_compare_providers(LIST("fork"), NULL);
    victim_expect_log(LIST("fork"), NULL, "blas ddot n=64", "-> kernel");
}

// A lock of the log that another thread held at the fork would stop the child.
Test(victims_life, forked_children_that_log)
{
    const char *command[] = {"fork", NULL};
    struct process_result plain = victim_run(false, command, NULL);
    struct process_result logged = victim_run(true, command, LIST("TEAMTRIM_LOG=calls"));

    cr_assert_eq(logged.status, 0, "ends with %d", logged.status);
    cr_assert_str_eq(plain.output, logged.output);
    process_free(&plain);
    process_free(&logged);
}

Test(victims_life, calls_in_handlers_and_destructors_at_exit)
{
    victim_compare_providers(LIST("exit"), NULL);
}

// On providers that survive it by themselves.
Test(victims_life, thread_that_calls_while_main_exits)
{
    static const enum provider_id providers[] = {PROVIDER_REFERENCE, PROVIDER_BLIS_OPENMP};

    for (int i = 0; i < 20; i++)
        victim_compare(LIST("exit", "endless"), LIST(victim_require_provider(providers[i % 2])));
}

Test(victims_life, thread_that_logs_while_main_exits)
{
    const char *command[] = {"exit", "endless", NULL};
    const char *environment[] = {victim_require_provider(PROVIDER_REFERENCE),
                                 "TEAMTRIM_LOG=summary", NULL};
    struct process_result plain = victim_run(false, command, environment);
    struct process_result logged = victim_run(true, command, environment);

    cr_assert_eq(logged.status, 0, "ends with %d", logged.status);
    cr_assert_str_eq(plain.output, logged.output);
    process_free(&plain);
    process_free(&logged);
}

Test(victims_life, signal_handler)
{
    victim_compare_providers(LIST("signal"), NULL);
    victim_compare_providers(LIST("signal"), LIST("LD_BIND_NOW=1"));
}

// What a first call allocates would corrupt the heap of a program that was inside malloc.
Test(victims_life, first_call_in_a_signal_handler)
{
    static const enum provider_id providers[] = {PROVIDER_REFERENCE, PROVIDER_OPENBLAS_OPENMP};

    for (int i = 0; i < 40; i++)
        victim_compare(LIST("signal", "first"), LIST(victim_require_provider(providers[i % 2])));
}

Test(victims_life, many_first_calls_at_once)
{
    victim_compare_providers(LIST("first_calls", "30", "16", "1"), NULL);
    victim_compare_providers(LIST("first_calls", "5", "64", "3"), NULL);
}

// The log's last line tells of the environment, as it was at the beginning.
Test(victims_life, environment_that_is_gone)
{
    victim_compare(LIST("putenv_gone"), NULL);
    struct process_result run =
        victim_run(true, LIST("putenv_gone"),
                   LIST("TEAMTRIM_LOG=summary", "TEAMTRIM_LOG_FORMAT=json", "OMP_NUM_THREADS=3"));
    cr_expect_eq(run.status, 0, "%s", run.error);
    cr_expect(victim_has_line(run.error, "\"kind\":\"process\"", "\"omp_num_threads\":\"3\""), "%s",
              run.error);
    process_free(&run);
}
