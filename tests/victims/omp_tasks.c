// SPDX-License-Identifier: MIT
// Hazard: tasks, orphaned in regions that have one thread. Nothing printed depends on their order
// but where depend or taskwait give one.
#include "tests/victims/omp_places.h"

#include <string.h>

static APART int count_fibonacci(int n)
{
    int a, b;

    if (n < 2)
        return n;
#pragma omp task shared(a) if (n > 3)
    a = count_fibonacci(n - 1);
#pragma omp task shared(b) untied
    b = count_fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}

static APART void report_groups(struct page *page)
{
    int done = 0;

#pragma omp taskgroup
    {
        for (int i = 1; i <= 10; i++)
#pragma omp task shared(done) firstprivate(i)
        {
#pragma omp task shared(done) firstprivate(i)
#pragma omp atomic
            done += i;
        }
    }
    page_write(page, "  taskgroup %d\n", done);
}

static APART void report_chain(struct page *page)
{
    int x = 1, y = 0, z = 0;

#pragma omp task shared(x) depend(out : x)
    x = 5;
#pragma omp task shared(x, y) depend(in : x) depend(out : y)
    y = x + 1;
#pragma omp task shared(x, z) depend(in : x) depend(out : z)
    z = x * 2;
#pragma omp task shared(x, y, z) depend(in : y, z) depend(inout : x)
    x = y + z;
#pragma omp taskwait
    page_write(page, "  depend %d %d %d\n", x, y, z);
}

static APART void report_taskloops(struct page *page)
{
    int sum = 0, once = 0;
    unsigned long long wide = 0;

#pragma omp taskloop shared(sum) grainsize(3)
    for (int i = 0; i < 20; i++)
#pragma omp atomic
        sum += i;
#pragma omp taskloop shared(wide) num_tasks(4)
    for (unsigned long long i = 100; i < 110; i++)
#pragma omp atomic
        wide += i & 15;
#pragma omp taskloop shared(once) if (sum < 0)
    for (int i = 10; i > 0; i -= 3)
#pragma omp atomic
        once += i;
    page_write(page, "  taskloop %d %llu %d\n", sum, wide, once);
}

static APART void report_kinds(struct page *page)
{
    int in_final = 0, below_final = 0, deferred = 1, thread = -1, yielded = 0;

#pragma omp task shared(in_final, below_final) final(1)
    {
        in_final = omp_in_final();
#pragma omp task shared(below_final)
        below_final = omp_in_final();
#pragma omp taskwait
    }
#pragma omp task shared(deferred) if (0)
    deferred = 0;
#pragma omp task shared(thread) mergeable priority(1)
    thread = omp_get_thread_num() + 10 * omp_get_num_threads();
#pragma omp task shared(yielded)
    {
#pragma omp taskyield
        yielded = 1;
    }
    page_write(page, "  undeferred %d,", deferred);
#pragma omp taskwait
    page_write(page, " final %d %d, thread %d, yielded %d\n", in_final, below_final, thread,
               yielded);
}

// Left to the implicit barrier at the region's end, or to an explicit one.
static APART void report_barrier(struct page *page)
{
    static int counts[PLACES_TEAM];
    int thread = omp_get_ancestor_thread_num(1) > 0 ? omp_get_ancestor_thread_num(1) : 0;
    int *count = &counts[thread];

    *count = 0;
#pragma omp parallel num_threads(1)
    for (int i = 0; i < 7; i++)
#pragma omp task
#pragma omp atomic
        ++*count;
    page_write(page, "  at the region's end %d", *count);
#pragma omp task
    ++*count;
#pragma omp barrier
    page_write(page, ", at the barrier %d\n", *count);
}

static APART void report_all(struct page *page)
{
    page_write(page, "  fibonacci %d\n", count_fibonacci(10));
    report_groups(page);
    report_chain(page);
    report_kinds(page);
    report_barrier(page);
}

static APART void report_in_single(struct page *page)
{
#pragma omp single
    report_groups(page);
#pragma omp single nowait
    {
#pragma omp task
        page_write(page, "  task of a single\n");
    }
}

// A whole team at it: the places above have one thread.
static APART void report_team(void)
{
    int result = 0;

#pragma omp parallel num_threads(3)
#pragma omp single
    result = count_fibonacci(12);
    printf("team of 3: %d\n", result);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "loops") == 0) {
        places_visit("taskloops", report_taskloops);
        return 0;
    }
    places_visit("tasks", report_all);
    places_visit("tasks in single", report_in_single);
    report_team();
    return 0;
}
