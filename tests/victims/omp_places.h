// SPDX-License-Identifier: MIT
// Every kind of region that has one thread, whatever the environment says.
#ifndef TEAMTRIM_VICTIMS_OMP_PLACES_H
#define TEAMTRIM_VICTIMS_OMP_PLACES_H

#include "tests/victims/omp_page.h"

#include <omp.h>

enum { PLACES_TEAM = 4 };

typedef void places_report(struct page *page);

static APART void place_clause(places_report *report, struct page *page)
{
#pragma omp parallel num_threads(1)
    report(page);
}

static APART void place_if(places_report *report, struct page *page)
{
    int wanted = page == NULL;

#pragma omp parallel if (wanted)
    report(page);
}

static APART void place_twice(places_report *report, struct page *page)
{
#pragma omp parallel num_threads(1)
    {
        page_write(page, "outer level %d\n", omp_get_level());
#pragma omp parallel num_threads(1)
        report(page);
        page_write(page, "outer level %d\n", omp_get_level());
    }
}

// One thread with OMP_NUM_THREADS=1, or within an active region.
static APART void place_default(places_report *report, struct page *page)
{
    if (omp_get_max_threads() > 1 && !omp_in_parallel())
        return;
#pragma omp parallel
    report(page);
}

// One thread within an active region alone.
static APART void place_many(places_report *report, struct page *page)
{
    if (!omp_in_parallel())
        return;
#pragma omp parallel num_threads(3)
    report(page);
}

static const struct place {
    const char *name;
    void (*enter)(places_report *, struct page *);
} places[] = {{"num_threads(1)", place_clause},
              {"if(0)", place_if},
              {"two levels", place_twice},
              {"default team", place_default},
              {"num_threads(3)", place_many}};

enum { PLACES = sizeof places / sizeof *places };

static inline void places_visit_in_team(const struct place *place, places_report *report)
{
    static struct page pages[PLACES_TEAM];
    char where[64];

#pragma omp parallel num_threads(PLACES_TEAM)
    place->enter(report, &pages[omp_get_thread_num()]);
    snprintf(where, sizeof where, "team of %d, %s", PLACES_TEAM, place->name);
    for (int i = 0; i < PLACES_TEAM; i++)
        page_print(&pages[i], where, i);
}

// Calls `report` in each place, from main and from each thread of a team, and prints what it wrote.
static inline void places_visit(const char *what, places_report *report)
{
    static struct page page;

    printf("-- %s\n", what);
    omp_set_max_active_levels(1);
    for (int i = 0; i < PLACES; i++) {
        places[i].enter(report, &page);
        page_print(&page, places[i].name, 0);
        places_visit_in_team(&places[i], report);
    }
}

#endif
