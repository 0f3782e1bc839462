// SPDX-License-Identifier: MIT
// Walks over powers of two.
#include "shim/cli/measure/block_search.h"

#include <math.h>

static const double near = 1.03, far = 1.10;

double block_search_best_time(const struct block_search *search)
{
    double best = search->time[search->low];
    for (int i = search->low; i <= search->high; i++)
        best = search->time[i] < best ? search->time[i] : best;
    return best;
}

static bool is_near(const struct block_search *search, int exponent)
{
    return search->time[exponent] < far * block_search_best_time(search);
}

static void extend(struct block_search *search, block_search_time *time, void *context)
{
    while (search->low > 0 && is_near(search, search->low)) {
        search->time[search->low - 1] = time(context, search->low - 1);
        search->low--;
    }
    while (search->high < search->limit && is_near(search, search->high)) {
        search->time[search->high + 1] = time(context, search->high + 1);
        search->high++;
    }
}

void block_search_begin(struct block_search *search, int guess, int limit, block_search_time *time,
                        void *context)
{
    search->limit = limit < 0 ? 0 : limit < BLOCK_SEARCH_MOST ? limit : BLOCK_SEARCH_MOST - 1;
    guess = guess < 0 ? 0 : guess < search->limit ? guess : search->limit;
    search->low = search->high = guess;
    search->time[guess] = time(context, guess);
    extend(search, time, context);
}

void block_search_repeat(struct block_search *search, block_search_time *time, void *context)
{
    for (int i = search->low; i <= search->high; i++)
        search->time[i] = time(context, i);
    extend(search, time, context);
}

// Where the time crosses `level` between an exponent that is within it and its neighbour.
static double find_crossing(const struct block_search *search, int inside, int outside,
                            double level)
{
    double from = search->time[inside], to = search->time[outside];
    return inside + (outside - inside) * (level - from) / (to - from);
}

double block_search_middle(const struct block_search *search)
{
    double level = near * block_search_best_time(search);
    int first = search->high, last = search->low;
    for (int i = search->low; i <= search->high; i++) {
        if (search->time[i] > level)
            continue;
        first = i < first ? i : first;
        last = i;
    }
    double low = first, high = last;
    if (first > search->low)
        low = find_crossing(search, first, first - 1, level);
    if (last < search->high)
        high = find_crossing(search, last, last + 1, level);
    return exp2((low + high) / 2);
}
