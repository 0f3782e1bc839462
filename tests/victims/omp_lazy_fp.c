// SPDX-License-Identifier: MIT
// Hazard: the state of floating-point arithmetic, which is each thread's: rounding, flags, how
// denormals are taken, the precision of the x87. Arguments: cases, "late".
//
// flags: -frounding-math
#include "tests/victims/omp_lazy.h"

#include <fenv.h>
#include <xmmintrin.h>

enum { FLUSH_AND_ZERO = 0x8040, X87_PRECISION = 0x300, X87_DOUBLE = 0x200 };

static const int roundings[] = {FE_UPWARD, FE_TONEAREST, FE_DOWNWARD, FE_TOWARDZERO};

// 1/3, 1/10 and -1/3 tell the four modes apart.
static APART long measure_rounding(void)
{
    volatile double one = 1, three = 3, ten = 10;
    double third = one / three, tenth = one / ten, less = -one / three;

    return (third > 0x1.5555555555555p-2) + 2 * (tenth > 0x1.9999999999999p-4) +
           4 * (less < -0x1.5555555555555p-2) + 8 * fegetround();
}

// Thread 0's mode stays behind, and is taken back outside.
static void run_rounding(int from)
{
    long parts[MOST] = {0}, after = 0;

    for (int call = 0; call < CALLS; call++) {
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            if (call >= from)
                fesetround(roundings[me % 4]);
            parts[me] += measure_rounding();
#pragma omp barrier
            parts[me] += measure_rounding();
#pragma omp barrier
            parts[me] += measure_rounding();
            if (me > 0)
                fesetround(FE_TONEAREST);
        }
        after += measure_rounding();
        fesetround(FE_TONEAREST);
    }
    printf("rounding after %ld\n", after);
    lazy_print("rounding", lazy_sum(parts));
}

static APART long measure_denormal(void)
{
    volatile double least = 0x1p-1022;

    return least / 4 != 0;
}

// Without a barrier, the parts would be plain calls: what the others set and leave is not seen in
// the main thread.
static void run_plain(int from)
{
    long parts[MOST] = {0}, after = 0;

    for (int call = 0; call < CALLS; call++) {
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            if (call >= from && me > 0) {
                fesetround(roundings[me % 4]);
                _mm_setcsr(_mm_getcsr() | FLUSH_AND_ZERO);
            }
            parts[me] += measure_rounding() + 100000 * measure_denormal();
        }
        after += measure_rounding() + 100000 * measure_denormal();
    }
#pragma omp parallel
    {
        fesetround(FE_TONEAREST);
        _mm_setcsr(_mm_getcsr() & ~(unsigned)FLUSH_AND_ZERO);
    }
    printf("plain after %ld\n", after);
    lazy_print("plain", lazy_sum(parts));
}

static APART void raise_flag(int me)
{
    volatile double zero = 0, huge = 1e308, result;

    if (me == 0)
        result = 1 / zero;
    else
        result = me % 2 ? zero / zero : huge * huge;
    (void)result;
}

// The main thread's flags are those of thread 0, and none of another thread's are seen in one.
static void run_flags(int from)
{
    long parts[MOST] = {0}, after = 0;

    for (int call = 0; call < CALLS; call++) {
        feclearexcept(FE_ALL_EXCEPT);
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            if (me > 0)
                feclearexcept(FE_ALL_EXCEPT);
            if (call >= from)
                raise_flag(me);
#pragma omp barrier
            parts[me] += fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
        }
        after += fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
    }
    printf("flags after %ld\n", after);
    lazy_print("flags", lazy_sum(parts));
}

static void run_plain_flags(int from)
{
    long after = 0;

    for (int call = 0; call < CALLS; call++) {
        feclearexcept(FE_ALL_EXCEPT);
#pragma omp parallel
        {
            if (call >= from && omp_get_thread_num() > call % 2)
                raise_flag(omp_get_thread_num());
        }
        after += fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
    }
    lazy_print("plain_flags", after);
}

static void run_denormals(int from)
{
    long parts[MOST] = {0}, after = 0;

    for (int call = 0; call < CALLS; call++) {
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            unsigned state = _mm_getcsr();
            if (call >= from && me % 2)
                _mm_setcsr(state | FLUSH_AND_ZERO);
#pragma omp barrier
            parts[me] += measure_denormal();
            _mm_setcsr(state);
        }
        after += measure_denormal();
    }
    printf("denormals after %ld\n", after);
    lazy_print("denormals", lazy_sum(parts));
}

// Every second thread computes long doubles with the precision of doubles.
static APART long measure_precision(void)
{
    volatile long double one = 1, small = 0x1p-60L;

    return one + small != one;
}

static void run_x87(int from)
{
    long parts[MOST] = {0}, after = 0;

    for (int call = 0; call < CALLS; call++) {
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            unsigned short state, less;
            __asm__ volatile("fnstcw %0" : "=m"(state));
            less = (unsigned short)((state & ~X87_PRECISION) | X87_DOUBLE);
            if (call >= from && me % 2)
                __asm__ volatile("fldcw %0" : : "m"(less));
#pragma omp barrier
            parts[me] += measure_precision();
            __asm__ volatile("fldcw %0" : : "m"(state));
        }
        after += measure_precision();
    }
    printf("x87 after %ld\n", after);
    lazy_print("x87", lazy_sum(parts));
}

// What runtimes make of it, if anything: a mode that is set before the region, and before a later
// one whose threads are there already.
static void run_inherited(int from)
{
    long parts[MOST] = {0};

    (void)from;
    for (int call = 0; call < CALLS; call++) {
        fesetround(roundings[call / 10]);
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            parts[me] += measure_rounding();
#pragma omp barrier
            parts[me] += measure_rounding();
        }
        fesetround(FE_TONEAREST);
    }
    lazy_print("inherited", lazy_sum(parts));
}

// A mode that each thread leaves for the next region.
static void run_kept(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += measure_rounding();
        if (call == from + 10)
            fesetround(roundings[me % 4]);
    }
    lazy_print("kept", lazy_sum(parts));
}

static const struct lazy_case cases[] = {
    {"rounding", run_rounding, false},   {"plain", run_plain, false},
    {"flags", run_flags, false},         {"plain_flags", run_plain_flags, false},
    {"denormals", run_denormals, false}, {"x87", run_x87, false},
    {"inherited", run_inherited, true},  {"kept", run_kept, true},
};

LAZY_MAIN(cases)
