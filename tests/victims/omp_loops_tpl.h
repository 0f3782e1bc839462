// SPDX-License-Identifier: MIT
// Dynamic loops over TYPE with SCHEDULE, whose chunks have CHUNK iterations; the functions' names
// begin with NAME. MONOTONIC: a thread's iterations must increase. FALLS: descending loops work.

#define PART_2(a, b) a##_##b
#define PART_1(a, b) PART_2(a, b)
#define PART(name) PART_1(NAME, name)

static APART TYPE PART(up)(TYPE from, TYPE to, TYPE step)
{
    TYPE last = 0;
    long sum = 0;

#pragma omp parallel for schedule(SCHEDULE) lastprivate(last) reduction(+ : sum)
    for (TYPE i = from; i < to; i += step) {
        ledger_record(&ledger, (long long)((i - from) / step));
        last = i;
        sum++;
    }
    reduced = sum;
    return last;
}

static APART TYPE PART(down)(TYPE from, TYPE to, TYPE step)
{
    TYPE last = 0;
    long sum = 0;

#pragma omp parallel num_threads(3)
    {
        int thread = omp_get_thread_num();
#pragma omp barrier
#pragma omp for schedule(SCHEDULE) lastprivate(last) reduction(+ : sum)
        for (TYPE i = from; i > to; i -= step) {
            ledger_record(&ledger, (long long)((from - i) / step));
            last = i;
            sum += thread == omp_get_thread_num();
        }
#pragma omp barrier
    }
    reduced = sum;
    return last;
}

static APART void PART(orphan)(TYPE from, TYPE to, TYPE step)
{
#pragma omp for schedule(SCHEDULE) nowait
    for (TYPE i = from; i < to; i += step)
        ledger_record(&ledger, (long long)((i - from) / step));
}

static void PART(judge)(const char *what, long count)
{
    long wrong = ledger_count_wrong(&ledger, count);
    long broken = ledger_count_broken(&ledger, count, CHUNK);
    long backwards = MONOTONIC ? ledger_count_backwards(&ledger, count) : 0;

    printf("  %s: %ld iterations", what, count);
    if (wrong || broken || backwards)
        printf(", %ld not once, %ld chunks broken, %ld backwards", wrong, broken, backwards);
    printf("\n");
    ledger_clear(&ledger);
}

static void PART(tell)(const char *what, TYPE step, TYPE last)
{
    printf(" %s by %d, reduced %ld", what, (int)step, reduced);
    if (LAST_HOLDS || MONOTONIC)
        printf(", last %llx", (unsigned long long)last);
    printf("\n");
}

static void PART(report)(TYPE from, TYPE to, TYPE step)
{
    long count = from < to ? (long)((to - from - 1) / step + 1) : 0;
    TYPE last;

    last = PART(up)(from, to, step);
    PART(tell)("up", step, count ? last : 0);
    PART(judge)("combined", count);
    if (FALLS) {
        last = PART(down)(to, from, step);
        PART(tell)("down", step, count ? last : 0);
        PART(judge)("separate", count);
    }
#pragma omp parallel num_threads(4)
    PART(orphan)(from, to, step);
    PART(judge)("orphaned", count);
}

static void PART(report_all)(const char *name)
{
    const TYPE low = LOW, high = HIGH;

    printf("%s\n", name);
    PART(report)(0, 1000, 1);
    PART(report)(7, 1000, 7);
    PART(report)(low + 16, low + 1016, 3);
    PART(report)(high - 1016, high - 16, 2);
    PART(report)(high - 20, high - 16, 7);
    PART(report)(5, 5, 1);
    PART(report)(high - 16, low + 16, 3);
}

#undef NAME
#undef TYPE
#undef LOW
#undef HIGH
#undef FALLS
#undef PART
#undef PART_1
#undef PART_2
