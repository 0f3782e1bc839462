// SPDX-License-Identifier: MIT
// Hazard: reductions, threadprivate and copyin in regions that have one thread. Arguments: "tasks"
// reduces over tasks, which not every runtime can do for every compiler.
#include "tests/victims/omp_places.h"

#include <limits.h>
#include <string.h>

struct range {
    int low, high;
};

static void widen(struct range *out, const struct range *in)
{
    out->low = in->low < out->low ? in->low : out->low;
    out->high = in->high > out->high ? in->high : out->high;
}

#pragma omp declare reduction(widen          \
                              : struct range \
                              : widen(&omp_out, &omp_in)) initializer(omp_priv = omp_orig)

static int kept = 1;
#pragma omp threadprivate(kept)

static APART void report_reductions(struct page *page)
{
    struct range range = {INT_MAX, INT_MIN};
    int sum = 100, least = 50, bits = 0, product = 1, all = 1;

#pragma omp parallel for num_threads(1) reduction(+ : sum) reduction(min : least)                  \
    reduction(| : bits)
    for (int i = 1; i < 10; i++) {
        sum += i;
        least = i * i - 8 * i < least ? i * i - 8 * i : least;
        bits |= 1 << i;
    }
#pragma omp parallel num_threads(1) reduction(* : product) reduction(&& : all)                     \
    reduction(widen : range)
    {
        product *= 3;
        all = all && product;
        range.low = -5;
        range.high = 7;
    }
    page_write(page, "  sum %d, min %d, bits %#x, product %d, all %d, range %d %d\n", sum, least,
               (unsigned)bits, product, all, range.low, range.high);
}

static APART void report_array_reduction(struct page *page)
{
    double parts[3] = {0.5, 0.5, 0.5};

#pragma omp parallel num_threads(1) reduction(+ : parts[:3])
    parts[1] += 2;
    page_write(page, "  array %g %g %g\n", parts[0], parts[1], parts[2]);
}

// Orphaned: what is reduced must be shared, so it is reached through a pointer's region.
static APART void report_nested_reduction(struct page *page)
{
    long sum = 0;

#pragma omp parallel num_threads(1) shared(sum)
    {
#pragma omp for reduction(+ : sum) schedule(dynamic)
        for (int i = 0; i < 10; i++)
            sum += i;
#pragma omp sections reduction(+ : sum)
        {
#pragma omp section
            sum += 1000;
#pragma omp section
            sum += 2000;
        }
    }
    page_write(page, "  loop and sections %ld\n", sum);
}

static APART void report_task_reductions(struct page *page)
{
    int sum = 0, whole = 0, loop = 0;

#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : sum) firstprivate(i)
        sum += i;
#pragma omp parallel num_threads(1) reduction(task, + : whole)
    {
        for (int i = 0; i < 5; i++)
#pragma omp task in_reduction(+ : whole)
            whole += 1;
    }
#pragma omp taskloop reduction(+ : loop)
    for (int i = 0; i < 12; i++)
        loop += i;
    page_write(page, "  task reductions %d %d %d\n", sum, whole, loop);
}

static APART void report_threadprivate(struct page *page)
{
    kept = 3;
#pragma omp parallel num_threads(1) copyin(kept)
    {
        page_write(page, "  copied in %d,", kept);
        kept += 4;
    }
    page_write(page, " after %d,", kept);
#pragma omp parallel num_threads(1)
    kept++;
    page_write(page, " and %d,", kept);
#pragma omp single copyprivate(kept)
    kept = 9;
    page_write(page, " spread %d\n", kept);
}

static APART void report_firstprivate(struct page *page)
{
    int own = 5, seen = 0;
    char text[8] = "abc";

#pragma omp parallel num_threads(1) firstprivate(own, text)
    {
        own++;
        text[0] = 'x';
        seen = own;
        page_write(page, "  private %d %s,", own, text);
    }
    page_write(page, " outside %d %s, seen %d\n", own, text, seen);
}

static APART void report_all(struct page *page)
{
    report_reductions(page);
    report_array_reduction(page);
    report_nested_reduction(page);
    report_threadprivate(page);
    report_firstprivate(page);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "tasks") == 0)
        places_visit("task reductions", report_task_reductions);
    else
        places_visit("data", report_all);
    return 0;
}
