// SPDX-License-Identifier: MIT
// OpenMP programs print under the preload what they print without, on every runtime, and create no
// more threads.
#include "tests/omp_run.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>

TestSuite(omp, .timeout = 300);

enum {
    SIZES = OMP_WITH(UNSET) | OMP_WITH(ONE) | OMP_WITH(TWO) | OMP_WITH(FOUR),
    NESTING = OMP_WITH(LEVEL_SIZES) | OMP_WITH(LIST) | OMP_WITH(LEVELS),
    ODD = OMP_WITH(LIMIT) | OMP_WITH(BIND) | OMP_WITH(CANCELLATION) | OMP_WITH(SCHEDULE),
    FEW = OMP_WITH(ONE) | OMP_WITH(FOUR) | OMP_WITH(LEVELS),

    CHUNKS = OMP_AND(BALANCED) | OMP_AND(MODEL) | OMP_AND(KEEP) | OMP_AND(SHORT_BLOCKS),
    MODES = OMP_AND(OFF) | OMP_AND(LOGGED) | OMP_AND(DISABLED),
};

Test(omp, queries_answer_as_they_would_have)
{
    omp_compare(OMP_ALL, SIZES | NESTING | ODD, MODES, LIST("queries"));
}

Test(omp, settings_made_in_a_region_stay_in_it)
{
    omp_compare(OMP_ALL, SIZES | NESTING | ODD, MODES, LIST("settings"));
}

Test(omp, loops_in_regions_of_one_thread)
{
    omp_compare(OMP_ALL, FEW | ODD, MODES | CHUNKS | OMP_AND(TRIM), LIST("worksharing"));
    omp_compare(OMP_NATIVE, FEW, OMP_AND(TRIM), LIST("worksharing", "doacross"));
}

Test(omp, constructs_in_regions_of_one_thread)
{
    omp_compare(OMP_ALL, FEW | ODD, MODES | OMP_AND(TRIM), LIST("constructs"));
}

Test(omp, lock_taken_outside_is_not_the_regions)
{
    omp_compare(OMP_ALL, FEW, OMP_AND(TRIM), LIST("lock_owner"));
}

Test(omp, tasks_in_regions_of_one_thread)
{
    omp_compare(OMP_ALL, FEW | ODD, OMP_AND(OFF) | OMP_AND(TRIM), LIST("tasks"));
    omp_compare(OMP_NATIVE, FEW, OMP_AND(TRIM), LIST("tasks", "loops"));
}

Test(omp, tasks_are_done_where_their_construct_ends)
{
    omp_compare(OMP_ALL, FEW, OMP_AND(OFF) | OMP_AND(LOGGED) | OMP_AND(TRIM),
                LIST("implicit_ends"));
}

Test(omp, reductions_and_threadprivate_in_regions_of_one_thread)
{
    omp_compare(OMP_ALL, FEW | ODD, OMP_AND(OFF) | OMP_AND(TRIM), LIST("data"));
    omp_compare(OMP_ALL, FEW, OMP_AND(TRIM), LIST("data", "tasks"));
}

Test(omp, cancellation_in_regions_of_one_thread)
{
    omp_compare(OMP_ALL, FEW | OMP_WITH(CANCELLATION), OMP_AND(OFF) | OMP_AND(TRIM),
                LIST("cancel"));
}

Test(omp, any_number_of_captured_variables)
{
    omp_compare(OMP_ALL, FEW, OMP_AND(OFF) | OMP_AND(TRIM), LIST("captured"));
}

Test(omp, threads_that_wait_for_each_other)
{
    omp_compare(OMP_ALL, SIZES | ODD | OMP_WITH(LEVELS) | OMP_WITH(SPINNING), MODES | OMP_AND(TRIM),
                LIST("explicit"));
}

Test(omp, slots_by_thread_number)
{
    omp_compare(OMP_ALL, SIZES | OMP_WITH(LIST), MODES, LIST("explicit", "slots"));
}

Test(omp, regions_from_four_native_threads)
{
    omp_compare(OMP_ALL, FEW | OMP_WITH(TWO), CHUNKS | OMP_AND(TRIM), LIST("explicit", "callers"));
}

Test(omp, regions_in_constructors_and_destructors)
{
    omp_compare(OMP_ALL, SIZES, MODES | OMP_AND(TRIM), LIST("life"));
}

// libgomp can run a team in a child only if the parent has had none.
Test(omp, regions_in_forked_children)
{
    omp_compare(OMP_ALL, FEW, OMP_AND(LOGGED), LIST("life", "fork-first"));
    omp_compare(OMP_ALL, FEW, OMP_AND(LOGGED), LIST("life", "fork-after-one"));
    omp_compare(OMP_LIBOMP, FEW, OMP_AND(LOGGED), LIST("life", "fork-after"));
    omp_compare(OMP_ALL, FEW, OMP_AND(LOGGED), LIST("life", "fork-after", "1"));
    omp_compare(OMP_ALL, FEW, OMP_AND(LOGGED), LIST("life", "fork-inside"));
}

Test(omp, plugin_with_regions_comes_and_goes)
{
    omp_compare(OMP_ALL, FEW, OMP_AND(LOGGED) | OMP_AND(TRIM), LIST("modules", "50", "@@plugin"));
}

Test(omp, plugin_forks_while_it_is_unloaded)
{
    omp_compare(OMP_ALL, OMP_WITH(TWO) | OMP_WITH(FOUR), CHUNKS | OMP_AND(LOGGED),
                LIST("unload", "@@farewell"));
}

Test(omp, loop_of_another_runtime_inside_a_loop)
{
    omp_compare(OMP_GOMP, FEW, CHUNKS, LIST("orphan", "@kmp_plugin"));
    omp_compare(OMP_GOMP, FEW, CHUNKS, LIST("orphan", "@kmp19_plugin"));
}

// Two libomps cannot be: they have one name.
Test(omp, two_runtimes_in_one_process)
{
    omp_compare(OMP_GCC, FEW, MODES, LIST("modules", "3", "@kmp_plugin"));
    omp_compare(OMP_GOMP, FEW, MODES, LIST("modules", "4", "@kmp_plugin", "@gomp_plugin"));
    omp_compare(OMP_GOMP, FEW, CHUNKS, LIST("modules", "3", "@kmp19_plugin", "stay:@gomp_plugin"));
    omp_compare(OMP_GOMP, FEW, CHUNKS,
                LIST("modules", "3", "deep:@kmp_plugin", "stay:@gomp_plugin"));
    omp_compare(OMP_KMP | OMP_KMP19, FEW, MODES,
                LIST("modules", "3", "@gomp_plugin", "deep:@gomp_plugin"));
}

Test(omp, dynamic_loops_run_each_iteration_once)
{
    omp_compare(OMP_ALL, SIZES | OMP_WITH(FOURTEEN) | OMP_WITH(DYNAMIC) | OMP_WITH(LIMIT),
                MODES | CHUNKS | OMP_AND(TRIM), LIST("loops_dynamic"));
    omp_compare(OMP_NATIVE, FEW, CHUNKS, LIST("loops_dynamic", "falling"));
}

Test(omp, dynamic_loops_in_flight)
{
    omp_compare(OMP_ALL, FEW | OMP_WITH(LIMIT) | OMP_WITH(SPINNING), MODES | CHUNKS | OMP_AND(TRIM),
                LIST("loops_flight"));
}

// libomp lets nobody be more than seven loops ahead.
Test(omp, thread_twelve_loops_ahead_of_another)
{
    omp_compare(OMP_GOMP, FEW, CHUNKS, LIST("loops_flight", "ahead"));
}

Test(omp, names_that_older_compilers_call)
{
    omp_compare(OMP_ALL, FEW | OMP_WITH(LIMIT) | OMP_WITH(SCHEDULE), MODES | CHUNKS | OMP_AND(TRIM),
                LIST("names"));
    omp_compare(OMP_ALL, FEW, CHUNKS, LIST("names", "general"));
}

Test(omp, region_forked_if_a_condition_holds)
{
    omp_compare(OMP_KMP19, SIZES | NESTING, MODES, LIST("fork_if"));
}

Test(omp, blas_with_teams_of_its_own)
{
    omp_compare(OMP_ALL, OMP_WITH(TWO) | OMP_WITH(FOUR),
                OMP_AND(OFF) | OMP_AND(BALANCED) | OMP_AND(TRIM), LIST("blas"));
}

Test(omp, fortran)
{
    omp_compare(OMP_GCC, SIZES | ODD, MODES | CHUNKS | OMP_AND(TRIM), LIST("fortran"));
}

Test(omp, no_more_threads_than_without)
{
    static const char *const names[] = {"queries",  "settings", "worksharing",   "constructs",
                                        "tasks",    "captured", "loops_dynamic", "loops_flight",
                                        "explicit", "cancel",   "life",          "names"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        omp_compare_clones(OMP_ALL, LIST(names[i]));
    omp_compare_clones(OMP_ALL, LIST("modules", "9", "@@plugin"));
    omp_compare_clones(OMP_GCC, LIST("fortran"));
}
