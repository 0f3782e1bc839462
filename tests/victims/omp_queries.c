// SPDX-License-Identifier: MIT
// Hazard: what omp_get_* answer in and around regions of one thread and of many, nested and not.
#include "tests/victims/omp_page.h"

#include <omp.h>

enum { MOST = 16 }; // threads of a team that are asked

static APART void describe(struct page *page, const char *where)
{
    int level = omp_get_level();

    page_write(page, "  %s: thread %d of %d, level %d, active %d, in parallel %d, max %d", where,
               omp_get_thread_num(), omp_get_num_threads(), level, omp_get_active_level(),
               omp_in_parallel(), omp_get_max_threads());
    page_write(page, ", dynamic %d, limit %d, levels %d, final %d\n   ", omp_get_dynamic(),
               omp_get_thread_limit(), omp_get_max_active_levels(), omp_in_final());
    for (int i = -1; i <= level + 1; i++)
        page_write(page, " %d/%d", omp_get_ancestor_thread_num(i), omp_get_team_size(i));
    page_write(page, " cancellation %d, team %d of %d, bind %d, place %d of %d\n",
               omp_get_cancellation(), omp_get_team_num(), omp_get_num_teams(),
               (int)omp_get_proc_bind(), omp_get_place_num(), omp_get_num_places());
}

static struct page pages[MOST][MOST];

static struct page *own_page(int outer)
{
    static struct page spare[MOST];
    int inner = omp_get_thread_num();

    return inner < MOST && outer < MOST ? &pages[outer][inner] : &spare[0];
}

static void print_pages(const char *what)
{
    printf("%s\n", what);
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            page_print(&pages[i][j], what, i);
}

static APART void ask_alone(void)
{
    struct page *page = &pages[0][0];
    int never = page == NULL;

    describe(page, "serial");
#pragma omp parallel num_threads(1)
    describe(page, "num_threads(1)");
#pragma omp parallel if (never)
    describe(page, "if(0)");
#pragma omp parallel num_threads(1) proc_bind(spread)
    describe(page, "num_threads(1) proc_bind(spread)");
    describe(page, "serial again");
    print_pages("alone");
}

static APART void ask_default(void)
{
#pragma omp parallel
    if (omp_get_thread_num() < MOST)
        describe(own_page(0), "default");
    print_pages("default");
}

static APART void ask_nested(void)
{
#pragma omp parallel
    if (omp_get_thread_num() < MOST) {
        int outer = omp_get_thread_num();
#pragma omp parallel
        if (omp_get_thread_num() < MOST)
            describe(own_page(outer), "default in default");
        describe(&pages[outer][0], "outer again");
    }
    print_pages("nested default");
}

static APART void ask_one_in_each(void)
{
#pragma omp parallel num_threads(3)
    {
        struct page *page = own_page(0);
        int never = page == NULL;
        describe(page, "outer");
#pragma omp parallel num_threads(1)
        describe(page, "one in three");
#pragma omp parallel if (never)
        describe(page, "if(0) in three");
        describe(page, "outer again");
    }
    print_pages("one in each of three");
}

static APART void ask_deep(struct page *page)
{
#pragma omp parallel num_threads(1)
    {
        describe(page, "first");
#pragma omp parallel num_threads(1)
        {
            describe(page, "second");
#pragma omp parallel num_threads(1)
            describe(page, "third");
            describe(page, "second again");
        }
        describe(page, "first again");
    }
}

// One thread, then many within it: the inner team is active at level 2.
static APART void ask_many_in_one(void)
{
#pragma omp parallel num_threads(1)
    {
#pragma omp parallel num_threads(3)
        {
            describe(own_page(0), "three in one");
#pragma omp parallel num_threads(2)
            if (omp_get_thread_num() == 0)
                describe(&pages[0][omp_get_ancestor_thread_num(2)], "in three in one");
        }
        describe(&pages[0][0], "one again");
    }
    print_pages("many in one");
}

static APART void ask_three_levels(void)
{
#pragma omp parallel num_threads(2)
    ask_deep(own_page(0));
    print_pages("three levels in two");
    ask_deep(&pages[0][0]);
    print_pages("three levels");
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        ask_alone();
        ask_default();
        ask_nested();
        ask_one_in_each();
        ask_many_in_one();
        ask_three_levels();
        omp_set_max_active_levels(round == 0 ? 3 : 1);
    }
    return 0;
}
