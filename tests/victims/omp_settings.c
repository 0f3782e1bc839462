// SPDX-License-Identifier: MIT
// Hazard: what a program sets within a region of one thread holds there and must not leak out.
#include "tests/victims/omp_places.h"

static APART void show(struct page *page, const char *when)
{
    omp_sched_t kind;
    int chunk;

    omp_get_schedule(&kind, &chunk);
    page_write(page, "  %s: max %d, dynamic %d, levels %d, schedule %#x,%d\n", when,
               omp_get_max_threads(), omp_get_dynamic(), omp_get_max_active_levels(),
               (unsigned)kind, chunk);
}

static APART void set_threads(struct page *page)
{
    omp_set_num_threads(7);
    show(page, "after omp_set_num_threads(7)");
}

static APART void set_schedule(struct page *page)
{
    omp_set_schedule(omp_sched_guided, 5);
    show(page, "after omp_set_schedule(guided, 5)");
}

static APART void set_dynamic(struct page *page)
{
    omp_set_dynamic(!omp_get_dynamic());
    show(page, "after omp_set_dynamic");
}

static APART void set_levels(struct page *page)
{
    omp_set_max_active_levels(3);
    show(page, "after omp_set_max_active_levels(3)");
}

// Deprecated, and much used. Turns many levels on.
static APART void set_nested(struct page *page)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    omp_set_nested(1);
    show(page, "after omp_set_nested(1)");
    omp_set_nested(0);
#pragma GCC diagnostic pop
    show(page, "after omp_set_nested(0)");
}

// What a nested region inherits, and whether its own settings stay in it.
static APART void set_in_nested(struct page *page)
{
    omp_set_num_threads(5);
#pragma omp parallel num_threads(1)
    {
        show(page, "nested");
        omp_set_num_threads(6);
        omp_set_schedule(omp_sched_dynamic, 3);
        show(page, "nested after setting");
    }
    show(page, "outer after nested");
}

static APART void count_team(const char *when)
{
    int size = 0;

#pragma omp parallel
#pragma omp single
    size = omp_get_num_threads();
    printf("default team %s: %d\n", when, size);
}

static APART void show_outside(const char *when)
{
    static struct page page;

    show(&page, when);
    page_print(&page, "outside", 0);
    count_team(when);
}

// Set in a region, then a team of the size that was set: 3 threads at most levels.
static APART void fork_inside(void)
{
    int size = 0;

#pragma omp parallel num_threads(1)
    {
        omp_set_num_threads(3);
#pragma omp parallel
#pragma omp single
        size = omp_get_num_threads();
    }
    printf("team of a size set in the region: %d\n", size);
}

int main(void)
{
    show_outside("at first");
    places_visit("omp_set_num_threads", set_threads);
    show_outside("after omp_set_num_threads");
    places_visit("omp_set_schedule", set_schedule);
    show_outside("after omp_set_schedule");
    places_visit("omp_set_dynamic", set_dynamic);
    show_outside("after omp_set_dynamic");
    places_visit("omp_set_max_active_levels", set_levels);
    show_outside("after omp_set_max_active_levels");
    places_visit("omp_set_nested", set_nested);
    show_outside("after omp_set_nested");
    places_visit("settings in nested regions", set_in_nested);
    fork_inside();
    omp_set_num_threads(3);
    show_outside("after omp_set_num_threads(3) outside");
    places_visit("omp_set_num_threads after 3", set_threads);
    show_outside("at last");
    return 0;
}
