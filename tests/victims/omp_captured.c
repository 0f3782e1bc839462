// SPDX-License-Identifier: MIT
// Hazard: regions that capture 0, 1, 2, 15, 16, 70 and 200 variables: all must reach the outlined
// function, however they are passed on.
#include "tests/victims/omp_page.h"

#include <omp.h>

#define TEN(M, p) M(p##0) M(p##1) M(p##2) M(p##3) M(p##4) M(p##5) M(p##6) M(p##7) M(p##8) M(p##9)
#define FIFTY(M, p) TEN(M, p##0) TEN(M, p##1) TEN(M, p##2) TEN(M, p##3) TEN(M, p##4)
#define EACH_0(M)
#define EACH_1(M) M(v0)
#define EACH_2(M) M(v0) M(v1)
#define EACH_15(M) TEN(M, v0) M(v10) M(v11) M(v12) M(v13) M(v14)
#define EACH_16(M) EACH_15(M) M(v15)
#define EACH_70(M) FIFTY(M, v) TEN(M, w0) TEN(M, w1)
#define EACH_200(M) FIFTY(M, v) FIFTY(M, w) FIFTY(M, x) FIFTY(M, y)

#define NAMED(variable) variable,
#define DECLARE(variable) TYPE variable = next++;
#define ADD(variable) sum += (double)variable;
#define ADD_AFTER(variable) after += (double)variable;
#define BUMP(variable) variable += 1;

enum { MOST_THREADS = 4 };

static double sums[MOST_THREADS]; // not captured: static

static double sums_take(void)
{
    double whole = 0;

    for (int i = 0; i < MOST_THREADS; i++) {
        whole = 3 * whole + sums[i];
        sums[i] = 0;
    }
    return whole;
}

#define EACH EACH_0
#define EACH_NAMED EACH_0(NAMED)
#define NAME captured_0_int
#define TYPE int
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_0_double
#define TYPE double
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_0_char
#define TYPE signed char
#include "tests/victims/omp_captured_tpl.h"
#undef EACH
#undef EACH_NAMED

#define EACH EACH_1
#define EACH_NAMED EACH_1(NAMED)
#define NAME captured_1_int
#define TYPE int
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_1_double
#define TYPE double
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_1_char
#define TYPE signed char
#include "tests/victims/omp_captured_tpl.h"
#undef EACH
#undef EACH_NAMED

#define EACH EACH_2
#define EACH_NAMED EACH_2(NAMED)
#define NAME captured_2_int
#define TYPE int
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_2_double
#define TYPE double
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_2_char
#define TYPE signed char
#include "tests/victims/omp_captured_tpl.h"
#undef EACH
#undef EACH_NAMED

#define EACH EACH_15
#define EACH_NAMED EACH_15(NAMED)
#define NAME captured_15_int
#define TYPE int
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_15_double
#define TYPE double
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_15_char
#define TYPE signed char
#include "tests/victims/omp_captured_tpl.h"
#undef EACH
#undef EACH_NAMED

#define EACH EACH_16
#define EACH_NAMED EACH_16(NAMED)
#define NAME captured_16_int
#define TYPE int
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_16_double
#define TYPE double
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_16_char
#define TYPE signed char
#include "tests/victims/omp_captured_tpl.h"
#undef EACH
#undef EACH_NAMED

#define EACH EACH_70
#define EACH_NAMED EACH_70(NAMED)
#define NAME captured_70_int
#define TYPE int
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_70_double
#define TYPE double
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_70_char
#define TYPE signed char
#include "tests/victims/omp_captured_tpl.h"
#undef EACH
#undef EACH_NAMED

#define EACH EACH_200
#define EACH_NAMED EACH_200(NAMED)
#define NAME captured_200_int
#define TYPE int
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_200_double
#define TYPE double
#include "tests/victims/omp_captured_tpl.h"
#define NAME captured_200_char
#define TYPE signed char
#include "tests/victims/omp_captured_tpl.h"
#undef EACH
#undef EACH_NAMED

int main(void)
{
    captured_0_int_report("0 of type int");
    captured_0_double_report("0 of type double");
    captured_0_char_report("0 of type char");
    captured_1_int_report("1 of type int");
    captured_1_double_report("1 of type double");
    captured_1_char_report("1 of type char");
    captured_2_int_report("2 of type int");
    captured_2_double_report("2 of type double");
    captured_2_char_report("2 of type char");
    captured_15_int_report("15 of type int");
    captured_15_double_report("15 of type double");
    captured_15_char_report("15 of type char");
    captured_16_int_report("16 of type int");
    captured_16_double_report("16 of type double");
    captured_16_char_report("16 of type char");
    captured_70_int_report("70 of type int");
    captured_70_double_report("70 of type double");
    captured_70_char_report("70 of type char");
    captured_200_int_report("200 of type int");
    captured_200_double_report("200 of type double");
    captured_200_char_report("200 of type char");
    return 0;
}
