// SPDX-License-Identifier: MIT
// Hazard: cancellation in regions that have one thread. Without OMP_CANCELLATION=true each
// directive does nothing.
#include "tests/victims/omp_places.h"

static APART void cancel_loop(struct page *page)
{
    int ran = 0;

#pragma omp for schedule(dynamic)
    for (int i = 0; i < 10; i++) {
        ran++;
        if (i == 3) {
#pragma omp cancel for
        }
#pragma omp cancellation point for
    }
    page_write(page, "  dynamic loop ran %d,", ran);
    ran = 0;
#pragma omp for
    for (int i = 0; i < 10; i++) {
        ran++;
        if (i == 5) {
#pragma omp cancel for
        }
    }
    page_write(page, " static loop %d\n", ran);
}

static APART void cancel_sections(struct page *page)
{
    page_write(page, "  sections");
#pragma omp sections
    {
#pragma omp section
        {
            page_write(page, " 1");
#pragma omp cancel sections
            page_write(page, " past 1");
        }
#pragma omp section
        {
            page_write(page, " 2");
#pragma omp cancellation point sections
        }
    }
    page_write(page, "\n");
}

static APART void cancel_region(struct page *page)
{
    page_write(page, "  region");
#pragma omp parallel num_threads(1)
    {
        page_write(page, " begun");
#pragma omp barrier
        if (page->used) {
#pragma omp cancel parallel
        }
        page_write(page, " past");
#pragma omp barrier
        page_write(page, " the barrier");
    }
    page_write(page, " and after\n");
#pragma omp parallel num_threads(1)
    {
#pragma omp cancellation point parallel
        page_write(page, "  the next one runs\n");
    }
}

static APART void cancel_group(struct page *page)
{
    int ran = 0;

#pragma omp taskgroup
    {
#pragma omp task shared(ran) if (0)
        {
            ran = 1;
#pragma omp cancel taskgroup
            ran = 2;
        }
#pragma omp task shared(ran) if (0)
        ran += 10;
    }
    page_write(page, "  taskgroup %d\n", ran);
}

// One thread of a team cancels: the others stop at the barrier, in all or none of them.
static APART void cancel_team(void)
{
    int past = 0;

#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
        }
#pragma omp barrier
#pragma omp atomic
        past++;
    }
    printf("team of 3: %d past the barrier\n", past);
}

// Each in regions of its own: libomp forgets a request only with its region.
static void visit_all(void)
{
    places_visit("cancel for", cancel_loop);
    places_visit("cancel sections", cancel_sections);
    places_visit("cancel parallel", cancel_region);
    places_visit("cancel taskgroup", cancel_group);
}

int main(void)
{
    printf("cancellation %d\n", omp_get_cancellation());
    visit_all();
    cancel_team();
    visit_all();
    return 0;
}
