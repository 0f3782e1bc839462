// SPDX-License-Identifier: MIT
// Orphaned loops of one schedule: REPORT is the function that runs them all, SCHEDULE the clause.
// One thread runs each iteration once, in its order.

#define PART_2(a, b) a##_##b
#define PART_1(a, b) PART_2(a, b)
#define PART(name) PART_1(REPORT, name)

static APART void PART(up)(struct page *page, int from, int to, int step)
{
    page_write(page, "  up %d %d %d:", from, to, step);
#pragma omp for schedule(SCHEDULE)
    for (int i = from; i < to; i += step)
        page_write(page, " %d", i);
    page_write(page, "\n");
}

// What lastprivate writes to must be shared, so the region is here.
static APART void PART(last)(struct page *page, int count)
{
    int last = -1;

#pragma omp parallel num_threads(1)
#pragma omp for schedule(SCHEDULE) lastprivate(last)
    for (int i = 0; i < count; i++)
        last = 10 * i;
    page_write(page, "  last of %d: %d\n", count, count ? last : -1);
}

static APART void PART(down)(struct page *page, long from, long to)
{
    page_write(page, "  down:");
#pragma omp for schedule(SCHEDULE) nowait
    for (long i = from; i >= to; i -= 3)
        page_write(page, " %ld", i);
    page_write(page, "\n");
}

static APART void PART(wide)(struct page *page, unsigned long long from)
{
    page_write(page, "  wide:");
#pragma omp for schedule(SCHEDULE)
    for (unsigned long long i = from; i < from + 9; i += 2)
        page_write(page, " %llu", i);
    page_write(page, "\n");
}

static APART void PART(collapsed)(struct page *page, int rows, int columns)
{
    page_write(page, "  collapse:");
#pragma omp for schedule(SCHEDULE) collapse(2)
    for (int i = 0; i < rows; i++)
        for (int j = columns; j > 0; j--)
            page_write(page, " %d%d", i, j);
    page_write(page, "\n");
}

static APART void PART(ordered)(struct page *page, int count)
{
    page_write(page, "  ordered:");
#pragma omp for schedule(SCHEDULE) ordered
    for (int i = 0; i < count; i++) {
#pragma omp ordered
        page_write(page, " %d", i);
    }
    page_write(page, "\n");
}

// Combined, so a region of its own below the place.
static APART void PART(combined)(struct page *page, int count)
{
    page_write(page, "  combined:");
#pragma omp parallel for schedule(SCHEDULE) num_threads(1)
    for (int i = 0; i < count; i++)
        page_write(page, " %d", i);
    page_write(page, "\n");
}

static APART void REPORT(struct page *page)
{
    PART(up)(page, 0, 10, 1);
    PART(up)(page, -3, 20, 7);
    PART(up)(page, 5, 5, 1);
    PART(up)(page, 7, -7, 2);
    PART(last)(page, 7);
    PART(last)(page, 0);
    PART(down)(page, 10, -10);
    PART(wide)(page, 0xfffffffffffffff0u);
    PART(wide)(page, 0x7ffffffffffffffcu);
    PART(collapsed)(page, 2, 3);
    PART(collapsed)(page, 0, 3);
    PART(ordered)(page, 6);
    PART(ordered)(page, 0);
    PART(combined)(page, 5);
    PART(combined)(page, 0);
}

#undef REPORT
#undef SCHEDULE
#undef PART
#undef PART_1
#undef PART_2
