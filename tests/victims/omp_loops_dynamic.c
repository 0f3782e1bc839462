// SPDX-License-Identifier: MIT
// Hazard: dynamic loops of every type, chunk and direction: each iteration once, a chunk in one
// piece, monotonic where that was asked for. Arguments: "falling" for descending loops of unsigned
// long long too, which never end for gcc's programs on libomp.
#include "tests/victims/omp_ledger.h"
#include "tests/victims/omp_page.h"

#include <limits.h>

// libomp's stealing schedule lets several threads believe that theirs was the last iteration; and
// gcc hands the runtime an unsigned step that it cannot tell from a large one.
#ifdef __clang__
#define LAST_HOLDS 0
#define FALLS_UNSIGNED 1
#else
#define LAST_HOLDS 1
#define FALLS_UNSIGNED 0
#endif

static struct ledger ledger;
static long reduced;
static int falls_wide;

#define SCHEDULE dynamic
#define CHUNK 1
#define MONOTONIC 0
#define NAME dynamic_int
#define TYPE int
#define LOW INT_MIN
#define HIGH INT_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_unsigned
#define TYPE unsigned
#define LOW 0
#define HIGH UINT_MAX
#define FALLS FALLS_UNSIGNED
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_long
#define TYPE long
#define LOW LONG_MIN
#define HIGH LONG_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_ull
#define TYPE unsigned long long
#define LOW 0
#define HIGH ULLONG_MAX
#define FALLS falls_wide
#include "tests/victims/omp_loops_tpl.h"
#undef SCHEDULE
#undef CHUNK
#undef MONOTONIC

#define SCHEDULE dynamic, 1
#define CHUNK 1
#define MONOTONIC 0
#define NAME dynamic_1_int
#define TYPE int
#define LOW INT_MIN
#define HIGH INT_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_1_unsigned
#define TYPE unsigned
#define LOW 0
#define HIGH UINT_MAX
#define FALLS FALLS_UNSIGNED
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_1_long
#define TYPE long
#define LOW LONG_MIN
#define HIGH LONG_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_1_ull
#define TYPE unsigned long long
#define LOW 0
#define HIGH ULLONG_MAX
#define FALLS falls_wide
#include "tests/victims/omp_loops_tpl.h"
#undef SCHEDULE
#undef CHUNK
#undef MONOTONIC

#define SCHEDULE dynamic, 3
#define CHUNK 3
#define MONOTONIC 0
#define NAME dynamic_3_int
#define TYPE int
#define LOW INT_MIN
#define HIGH INT_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_3_unsigned
#define TYPE unsigned
#define LOW 0
#define HIGH UINT_MAX
#define FALLS FALLS_UNSIGNED
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_3_long
#define TYPE long
#define LOW LONG_MIN
#define HIGH LONG_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_3_ull
#define TYPE unsigned long long
#define LOW 0
#define HIGH ULLONG_MAX
#define FALLS falls_wide
#include "tests/victims/omp_loops_tpl.h"
#undef SCHEDULE
#undef CHUNK
#undef MONOTONIC

#define SCHEDULE dynamic, 64
#define CHUNK 64
#define MONOTONIC 0
#define NAME dynamic_64_int
#define TYPE int
#define LOW INT_MIN
#define HIGH INT_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_64_unsigned
#define TYPE unsigned
#define LOW 0
#define HIGH UINT_MAX
#define FALLS FALLS_UNSIGNED
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_64_long
#define TYPE long
#define LOW LONG_MIN
#define HIGH LONG_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME dynamic_64_ull
#define TYPE unsigned long long
#define LOW 0
#define HIGH ULLONG_MAX
#define FALLS falls_wide
#include "tests/victims/omp_loops_tpl.h"
#undef SCHEDULE
#undef CHUNK
#undef MONOTONIC

#define SCHEDULE \
    monotonic:   \
    dynamic, 2
#define CHUNK 2
#define MONOTONIC 1
#define NAME monotonic_int
#define TYPE int
#define LOW INT_MIN
#define HIGH INT_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME monotonic_unsigned
#define TYPE unsigned
#define LOW 0
#define HIGH UINT_MAX
#define FALLS FALLS_UNSIGNED
#include "tests/victims/omp_loops_tpl.h"
#define NAME monotonic_long
#define TYPE long
#define LOW LONG_MIN
#define HIGH LONG_MAX
#define FALLS 1
#include "tests/victims/omp_loops_tpl.h"
#define NAME monotonic_ull
#define TYPE unsigned long long
#define LOW 0
#define HIGH ULLONG_MAX
#define FALLS falls_wide
#include "tests/victims/omp_loops_tpl.h"
#undef SCHEDULE
#undef CHUNK
#undef MONOTONIC

int main(int argc, char **argv)
{
    falls_wide = argc > 1 && argv[1][0] == 'f';
    dynamic_int_report_all("dynamic, int");
    dynamic_unsigned_report_all("dynamic, unsigned");
    dynamic_long_report_all("dynamic, long");
    dynamic_ull_report_all("dynamic, unsigned long long");
    dynamic_1_int_report_all("dynamic, 1, int");
    dynamic_1_unsigned_report_all("dynamic, 1, unsigned");
    dynamic_1_long_report_all("dynamic, 1, long");
    dynamic_1_ull_report_all("dynamic, 1, unsigned long long");
    dynamic_3_int_report_all("dynamic, 3, int");
    dynamic_3_unsigned_report_all("dynamic, 3, unsigned");
    dynamic_3_long_report_all("dynamic, 3, long");
    dynamic_3_ull_report_all("dynamic, 3, unsigned long long");
    dynamic_64_int_report_all("dynamic, 64, int");
    dynamic_64_unsigned_report_all("dynamic, 64, unsigned");
    dynamic_64_long_report_all("dynamic, 64, long");
    dynamic_64_ull_report_all("dynamic, 64, unsigned long long");
    monotonic_int_report_all("monotonic : dynamic, 2, int");
    monotonic_unsigned_report_all("monotonic : dynamic, 2, unsigned");
    monotonic_long_report_all("monotonic : dynamic, 2, long");
    monotonic_ull_report_all("monotonic : dynamic, 2, unsigned long long");
    return 0;
}
