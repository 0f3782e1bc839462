// SPDX-License-Identifier: MIT
// More regions and loops than the tables of sites have room for.
#include "tests/omp_log.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>

TestSuite(omp_table, .timeout = 200);

static const char full[] = "region table full; further sites are forwarded";

static void expect_same(unsigned variant, const char *const *environment)
{
    struct process_result plain = omp_log_run(false, variant, LIST("many"), environment);
    struct process_result run = omp_log_run(true, variant, LIST("many"), environment);

    cr_expect_str_eq(run.output, plain.output, "%s", omp_log_name(variant));
    cr_expect_str_eq(run.error, "", "%s", omp_log_name(variant));
    process_free(&plain);
    process_free(&run);
}

Test(omp_table, program_with_too_many_regions_runs_right)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        expect_same(variant, NULL);
        expect_same(variant, LIST("OMP_NUM_THREADS=1"));
        expect_same(variant, LIST("TEAMTRIM_LOOP_CHUNK=keep"));
    }
}

Test(omp_table, full_table_is_told_once)
{
    OMP_LOG_EACH(variant, OMP_ALL)
    {
        struct process_result plain = omp_log_run(false, variant, LIST("many"), NULL);
        struct process_result run =
            omp_log_run(true, variant, LIST("many"), LIST("TEAMTRIM_LOG=summary"));
        cr_expect_str_eq(run.output, plain.output);
        omp_log_expect(variant, run.error, 1, full);
        process_free(&plain);
        process_free(&run);
    }
}

// Rows of the summary: of the regions that found room, and no others.
Test(omp_table, summary_of_a_full_table)
{
    struct process_result run =
        omp_log_run(true, OMP_GOMP, LIST("many"), LIST("TEAMTRIM_LOG=summary"));

    cr_expect_eq(omp_log_count(run.error, "( +[0-9]+){4} .*  gomp_many\\+0x[0-9a-f]+ "
                                          "\\(body_[0-9]{4}\\)"),
                 2048 + 2048, "%.3000s", run.error);
    process_free(&run);
}

Test(omp_table, table_that_is_not_full_is_not_told)
{
    struct process_result run =
        omp_log_run(true, OMP_GOMP, LIST("sites", "plain:3"), LIST("TEAMTRIM_LOG=decisions"));

    omp_log_expect(OMP_GOMP, run.error, 0, ".*table full.*");
    process_free(&run);
}
