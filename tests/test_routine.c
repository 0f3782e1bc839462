// SPDX-License-Identifier: MIT
// The tables that come from the list of routines agree with each other and with what a call moves.
#include "shim/blas/routine.h"

#include <criterion/criterion.h>
#include <string.h>

#include "shim/names/routines.h"

Test(routine, tables_have_one_order)
{
    for (int i = 0; i < ROUTINE_COUNT; i++)
        cr_expect_str_eq(routine_facts[i].name, blas_routines[i].name);
    cr_expect_null(blas_routines[ROUTINE_COUNT].name);
}

Test(routine, bytes_count_all_vectors_read_and_written)
{
    cr_expect_eq(routine_facts[ROUTINE_daxpy].bytes, 3 * 8);
    cr_expect_eq(routine_facts[ROUTINE_ddot].bytes, 2 * 8);
    cr_expect_eq(routine_facts[ROUTINE_dasum].bytes, 8);
    cr_expect_eq(routine_facts[ROUTINE_dcopy].bytes, 2 * 8);
    cr_expect_eq(routine_facts[ROUTINE_dswap].bytes, 4 * 8);
    cr_expect_eq(routine_facts[ROUTINE_caxpy].bytes, 3 * 2 * 4);
    cr_expect_eq(routine_facts[ROUTINE_zdscal].bytes, 2 * 2 * 8);
}

Test(routine, base_names_group_precisions)
{
    cr_expect_str_eq(blas_routines[ROUTINE_dsdot].base, "dot");
    cr_expect_str_eq(blas_routines[ROUTINE_zdotc].base, "dot");
    cr_expect_str_eq(blas_routines[ROUTINE_izamax].base, "iamax");
}
