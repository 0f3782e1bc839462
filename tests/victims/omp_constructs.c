// SPDX-License-Identifier: MIT
// Hazard: constructs other than loops and tasks, orphaned in regions that have one thread.
#include "tests/victims/omp_places.h"

static APART void report_sections(struct page *page)
{
    page_write(page, "  sections");
#pragma omp sections
    {
#pragma omp section
        page_write(page, " 1");
#pragma omp section
        page_write(page, " 2");
#pragma omp section
        page_write(page, " 3");
    }
#pragma omp sections nowait
    {
        page_write(page, " alone\n");
    }
}

static APART void report_parallel_sections(struct page *page)
{
    int last = 0;

    page_write(page, "  parallel sections");
#pragma omp parallel sections num_threads(1) lastprivate(last)
    {
#pragma omp section
        page_write(page, " 1 at level %d", omp_get_level());
#pragma omp section
        {
            page_write(page, " 2 of %d", omp_get_num_threads());
            last = 2;
        }
    }
    page_write(page, ", last %d\n", last);
}

static APART void report_single(struct page *page)
{
#pragma omp single
    page_write(page, "  single");
#pragma omp single nowait
    page_write(page, " nowait");
    for (int i = 0; i < 3; i++) {
        int copied = i;
#pragma omp single copyprivate(copied)
        copied = 10 * i + 1;
        page_write(page, " %d", copied);
    }
    page_write(page, "\n");
}

static APART void report_master(struct page *page)
{
#pragma omp master
    page_write(page, "  master");
#pragma omp masked
    page_write(page, " masked");
#pragma omp masked filter(omp_get_num_threads() - 1)
    page_write(page, " filtered\n");
}

static APART void report_exclusion(struct page *page)
{
    static int calls[2];
    int own = 0;

    for (int i = 0; i < 5; i++) {
#pragma omp critical
        calls[0]++;
#pragma omp critical(victim)
        calls[1]++;
#pragma omp atomic
        own += i;
#pragma omp barrier
    }
#pragma omp flush
    page_write(page, "  critical and atomic %d\n", own);
}

static APART void report_locks(struct page *page)
{
    omp_nest_lock_t nested;
    omp_lock_t lock;
    int depth;

    omp_init_nest_lock(&nested);
    omp_init_lock(&lock);
    omp_set_nest_lock(&nested);
#pragma omp single
    page_write(page, "  locks");
    omp_set_nest_lock(&nested);
    omp_set_lock(&lock);
#pragma omp barrier
    depth = omp_test_nest_lock(&nested);
    page_write(page, " depth %d, free %d\n", depth, omp_test_lock(&lock));
    for (int i = 0; i < depth; i++)
        omp_unset_nest_lock(&nested);
    omp_unset_lock(&lock);
    omp_destroy_nest_lock(&nested);
    omp_destroy_lock(&lock);
}

static APART void report_all(struct page *page)
{
    report_sections(page);
    report_parallel_sections(page);
    report_single(page);
    report_master(page);
    report_exclusion(page);
    report_locks(page);
}

// Constructs do not need a region: main alone is a team of one.
int main(void)
{
    static struct page page;

    report_all(&page);
    page_print(&page, "no region", 0);
    places_visit("constructs", report_all);
    report_all(&page);
    page_print(&page, "no region", 0);
    return 0;
}
