// SPDX-License-Identifier: MIT
// Hazard: a nestable lock belongs to a task, and a region of one thread is a task of its own: in
// libgomp the lock that the outside has taken is not free within.
#include "tests/victims/omp_places.h"

static omp_nest_lock_t locks[PLACES_TEAM];

static APART void report_owner(struct page *page)
{
    int thread = omp_get_ancestor_thread_num(1) > 0 ? omp_get_ancestor_thread_num(1) : 0;
    int depth = omp_test_nest_lock(&locks[thread]);

    page_write(page, "  depth %d\n", depth);
    if (depth > 0)
        omp_unset_nest_lock(&locks[thread]);
}

// Taken in the region, given back in it, and free after it.
static APART void report_own(struct page *page)
{
    omp_nest_lock_t own;

    omp_init_nest_lock(&own);
    for (int i = 0; i < 3; i++)
        omp_set_nest_lock(&own);
#pragma omp parallel num_threads(1)
    page_write(page, "  below: %d\n", omp_test_nest_lock(&own));
    page_write(page, "  again: %d\n", omp_test_nest_lock(&own));
}

int main(void)
{
    for (int i = 0; i < PLACES_TEAM; i++)
        omp_init_nest_lock(&locks[i]);
    places_visit("free locks", report_owner);
    for (int i = 0; i < PLACES_TEAM; i++)
        omp_set_nest_lock(&locks[i]);
    places_visit("locks taken outside", report_owner);
    places_visit("locks of the region", report_own);
    printf("outside: %d\n", omp_test_nest_lock(&locks[0]));
    return 0;
}
