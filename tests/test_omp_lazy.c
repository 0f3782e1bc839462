// SPDX-License-Identifier: MIT
// Small regions whose threads rely on being threads print under the preload what they print
// without, and end: the victims tests/victims/omp_lazy_*. "late": the hazard begins at call 25.
#include "tests/omp_log.h"
#include "tests/omp_run.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>

TestSuite(omp_lazy, .timeout = 300);

enum {
    TEAMS = OMP_WITH(TWO) | OMP_WITH(FOUR) | OMP_WITH(FOURTEEN),
    SMALL_TEAMS = OMP_WITH(TWO) | OMP_WITH(FOUR),
    LARGE_TEAM = OMP_WITH(FOURTEEN),
    ONE_TEAM = OMP_WITH(FOUR),

    MODES = OMP_AND(OFF) | OMP_AND(LOGGED),
};

Test(omp_lazy, threads_that_wait_by_flags_and_semaphores)
{
    omp_compare(OMP_ALL, TEAMS, MODES | OMP_AND(KEEP), LIST("lazy_waits"));
    omp_compare(OMP_ALL, TEAMS, OMP_AND(LOGGED), LIST("lazy_waits", "late"));
    omp_compare(OMP_NATIVE, OMP_WITH(SPINNING), 0, LIST("lazy_waits", "flags", "spin", "late"));
}

Test(omp_lazy, threads_that_wait_after_barriers_and_in_constructs)
{
    omp_compare(OMP_ALL, TEAMS, MODES | OMP_AND(KEEP), LIST("lazy_blocks"));
    omp_compare(OMP_ALL, TEAMS, OMP_AND(LOGGED), LIST("lazy_blocks", "late"));
    omp_compare(OMP_LIBOMP, OMP_WITH(SPINNING), 0, LIST("lazy_blocks", "late"));
}

// One at a time: what one case has taught the library does not help the next.
Test(omp_lazy, each_kind_of_waiting_alone)
{
    static const char *const waits[] = {"flags",        "spin",           "backwards",
                                        "wavefront",    "semaphore",      "condition",
                                        "spin_barrier", "pthread_barrier"};
    static const char *const blocks[] = {"after_one", "after_two", "mutex", "lock",    "owned",
                                         "single",    "critical",  "loops", "sections"};

    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        omp_compare(OMP_GOMP | OMP_KMP19, ONE_TEAM, 0, LIST("lazy_waits", waits[i], "late"));
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        omp_compare(OMP_GOMP | OMP_KMP19, ONE_TEAM, 0, LIST("lazy_blocks", blocks[i], "late"));
}

Test(omp_lazy, parts_that_become_long_once)
{
    omp_compare(OMP_NATIVE, ONE_TEAM, 0, LIST("lazy_long"));
    omp_compare(OMP_GOMP, LARGE_TEAM, 0, LIST("lazy_long"));
}

Test(omp_lazy, what_threads_keep_for_themselves)
{
    omp_compare(OMP_ALL, TEAMS, MODES, LIST("lazy_slots"));
    omp_compare(OMP_ALL, SMALL_TEAMS, 0, LIST("lazy_slots", "late"));
    omp_compare(OMP_ALL, TEAMS, MODES, LIST("lazy_tls"));
    omp_compare(OMP_ALL, SMALL_TEAMS, 0, LIST("lazy_tls", "late"));
}

Test(omp_lazy, what_a_library_keeps_for_threads)
{
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_slots", "callee", "@liblazy_keep.so"));
    omp_compare(OMP_NATIVE, ONE_TEAM, 0, LIST("lazy_slots", "callee", "late", "@liblazy_keep.so"));
}

Test(omp_lazy, threads_told_apart_by_pthread_self_and_keys)
{
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_slots", "self", "counters"));
}

Test(omp_lazy, what_the_kernel_keeps_for_threads)
{
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_slots", "kernel"));
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_signals", "each"));
}

Test(omp_lazy, large_and_deep_stacks)
{
    omp_compare(OMP_ALL, TEAMS, MODES, LIST("lazy_stacks"));
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_stacks", "large", "late"));
    omp_compare(OMP_NATIVE, TEAMS, 0,
                LIST("lazy_stacks", "stack=64M", "frames", "large", "alloca", "recursion"));
}

Test(omp_lazy, stacks_of_64_kib)
{
    omp_compare(OMP_ALL, TEAMS, 0, LIST("lazy_stacks", "stack=64k", "small"));
}

Test(omp_lazy, team_of_512)
{
    omp_compare(OMP_ALL, ONE_TEAM, 0, LIST("lazy_stacks", "many"));
    omp_compare(OMP_NATIVE, ONE_TEAM, 0, LIST("lazy_stacks", "stack=64k", "many"));
}

Test(omp_lazy, overflow_of_a_stack_ends_the_process)
{
    omp_compare(OMP_NATIVE, SMALL_TEAMS, 0, LIST("lazy_stacks", "overflow"));
    omp_compare(OMP_NATIVE, SMALL_TEAMS, 0, LIST("lazy_stacks", "stack=64k", "overflow"));
}

Test(omp_lazy, jumps_within_a_part)
{
    omp_compare(OMP_ALL, TEAMS, MODES, LIST("lazy_jumps"));
    omp_compare(OMP_ALL, SMALL_TEAMS, 0, LIST("lazy_jumps", "late"));
}

Test(omp_lazy, exit_and_abort_in_a_region)
{
    omp_compare(OMP_ALL, ONE_TEAM, 0, LIST("lazy_jumps", "endings"));
    omp_compare(OMP_NATIVE, LARGE_TEAM, 0, LIST("lazy_jumps", "endings"));
}

// libgomp's main thread can have no team in the child of a process that had one.
Test(omp_lazy, forks_inside_and_between)
{
    omp_compare(OMP_ALL, TEAMS, MODES, LIST("lazy_forks"));
    omp_compare(OMP_LIBOMP, SMALL_TEAMS, 0, LIST("lazy_forks", "main"));
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_forks", "first"));
}

// On libomp the victim hangs now and then without the library, too: a handler asks for its thread's
// number, and libomp may be giving it one.
Test(omp_lazy, timers_and_signals_of_a_threads_own)
{
    omp_compare(OMP_GOMP, TEAMS, 0, LIST("lazy_signals"));
}

Test(omp_lazy, rounding_flags_and_denormals_of_each_thread)
{
    omp_compare(OMP_ALL, TEAMS, MODES, LIST("lazy_fp"));
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_fp", "late"));
}

// What no standard says: libomp hands the master's mode on, libgomp's threads keep theirs.
Test(omp_lazy, rounding_that_outlives_a_region)
{
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_fp", "inherited"));
    omp_compare(OMP_NATIVE, TEAMS, 0, LIST("lazy_fp", "kept"));
}

Test(omp_lazy, regions_from_native_threads)
{
    omp_compare(OMP_ALL, SMALL_TEAMS, MODES, LIST("lazy_threads"));
    omp_compare(OMP_NATIVE, SMALL_TEAMS, 0, LIST("lazy_threads", "callers", "small", "late"));
    omp_compare(OMP_NATIVE, LARGE_TEAM, 0, LIST("lazy_threads", "callers", "late"));
}

Test(omp_lazy, regions_from_python_threads)
{
    static const char *const libraries[] = {"gomp_lazy_library", "kmp_lazy_library",
                                            "kmp19_lazy_library"};

    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        const char *command[] = {"/usr/bin/python3",
                                 victim_source_path("tests/victims/omp_lazy_threads.py"),
                                 victim_path(libraries[i]), NULL};
        victim_compare(command, LIST("OMP_NUM_THREADS=2", "TEAMTRIM_TEAM_CAP=off"));
        victim_compare(command, LIST("OMP_NUM_THREADS=4", "TEAMTRIM_TEAM_CAP=off"));
    }
}

Test(omp_lazy, exceptions_and_destructors)
{
    omp_compare(OMP_ALL, TEAMS, MODES, LIST("lazy_cpp"));
    omp_compare(OMP_ALL, SMALL_TEAMS, 0, LIST("lazy_cpp", "late"));
}

Test(omp_lazy, constructs_in_small_regions)
{
    omp_compare(OMP_ALL, TEAMS, MODES | OMP_AND(KEEP), LIST("lazy_constructs"));
    omp_compare(OMP_ALL, SMALL_TEAMS, 0, LIST("lazy_constructs", "late"));
    omp_compare(OMP_ALL, OMP_WITH(TWO), 0, LIST("lazy_constructs", "doacross"));
}

Test(omp_lazy, fortran_constructs)
{
    omp_compare(OMP_GCC, TEAMS | OMP_WITH(SCHEDULE), MODES | OMP_AND(KEEP), LIST("lazy_fortran"));
}

Test(omp_lazy, blas_in_small_regions)
{
    omp_compare(OMP_NATIVE, TEAMS, OMP_AND(OFF), LIST("lazy_blas"));
    omp_compare(OMP_NATIVE, TEAMS, OMP_AND(OFF), LIST("lazy_blas_pthread"));
    omp_compare(OMP_GCC, ONE_TEAM, 0, LIST("lazy_blas_pthread", "late"));
}

// Its buffers are nobody's business: programs linked to OpenBLAS were never lazy.
Test(omp_lazy, a_blas_that_keeps_buffers_for_threads)
{
    OMP_LOG_EACH(variant, OMP_NATIVE)
    {
        struct process_result run =
            omp_log_run(true, variant, LIST("lazy_blas"), LIST("TEAMTRIM_LOG=decisions"));
        cr_expect_gt(omp_log_count(run.error, "region .* -> team \\(learning\\).*"), 0, "%s",
                     run.error);
        cr_expect_eq(omp_log_count(run.error, "region .*data of threads.*"), 0, "%s", run.error);
        process_free(&run);
    }
}

Test(omp_lazy, sites_that_are_small_and_large_in_turn)
{
    omp_compare(OMP_ALL, TEAMS | OMP_WITH(LEVELS), MODES | OMP_AND(KEEP), LIST("lazy_mixed"));
}

// About a hundred adoptions a run.
Test(omp_lazy, adopted_at_random_moments)
{
    static const char *const seeds[] = {"1", "2", "3", "4", "5", "6", "7", "8"};

    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        omp_compare(OMP_NATIVE, OMP_WITH(FOUR), 0, LIST("lazy_adopt", seeds[i]));
}

Test(omp_lazy, what_broke_lazy_teams_before)
{
    omp_compare(OMP_NATIVE, TEAMS, OMP_AND(LOGGED), LIST("lazy_found"));
}
