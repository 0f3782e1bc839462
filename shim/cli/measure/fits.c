// SPDX-License-Identifier: MIT
// Thresholds: one for all, then for classes and routines where a value of their own pays. Strides.
#include "shim/cli/measure/fits.h"

#include <stdlib.h>
#include <string.h>

#include "shim/cli/measure/quartiles.h"

static const double strided_median = 0.9, strided_worst = 1.05;

const struct fits_base fits_bases[FITS_BASES] = {
    {"asum", VECTORS_ONE},   {"sum", VECTORS_ONE},    {"nrm2", VECTORS_ONE},
    {"amax", VECTORS_ONE},   {"amin", VECTORS_ONE},   {"iamax", VECTORS_ONE},
    {"iamin", VECTORS_ONE},  {"dot", VECTORS_TWO},    {"copy", VECTORS_TWO},
    {"scal", VECTORS_TWO},   {"axpy", VECTORS_THREE}, {"axpby", VECTORS_THREE},
    {"swap", VECTORS_THREE}, {"rot", VECTORS_THREE},  {"rotm", VECTORS_THREE},
};

const char *const fits_class_names[VECTORS_CLASSES] = {"one vector", "two vectors",
                                                       "three vectors and more"};

const struct fits_base *fits_find_base(const char *base)
{
    for (size_t i = 0; i < FITS_BASES; i++)
        if (strcmp(fits_bases[i].base, base) == 0)
            return &fits_bases[i];
    return NULL;
}

// ---- sets of trades

// What is taken of the cells: `vectors` -1 and `base` NULL are all.
struct choice {
    int waiting, vectors;
    const char *base;
    bool adjustable;
};

static bool is_chosen(const struct cell *cell, const struct choice *choice)
{
    return cell->threaded && cell->stride == 1 && cell->team > 1 &&
           cell->waiting == choice->waiting && cell->adjustable == choice->adjustable &&
           (choice->vectors < 0 || (int)cell->vectors == choice->vectors) &&
           (!choice->base || strcmp(cell->base, choice->base) == 0);
}

static size_t count_chosen(const struct cells *cells, struct choice choice)
{
    size_t count = 0;
    for (size_t i = 0; i < cells->count; i++)
        count += is_chosen(&cells->items[i], &choice);
    return count;
}

// Others come first: adjustable teams are chosen if there is nothing else.
static bool are_all_adjustable(const struct cells *cells, int waiting)
{
    return count_chosen(cells, (struct choice){waiting, -1, NULL, false}) == 0 &&
           count_chosen(cells, (struct choice){waiting, -1, NULL, true}) > 0;
}

double fits_share_of(const struct cell *cell)
{
    return cell->adjustable ? cell->bytes : cell->bytes / (cell->team - 1);
}

// Its lists are allocated; empty without memory.
static void take_trades(struct trade_set *set, const struct cells *cells,
                        const struct choice *choice)
{
    size_t room = cells->count + 1;
    struct trade *memory = calloc(3 * room, sizeof *memory);
    *set = (struct trade_set){memory, {memory + room, memory + 2 * room}, 0};
    for (size_t i = 0; memory && i < cells->count; i++) {
        const struct cell *cell = &cells->items[i];
        if (!is_chosen(cell, choice))
            continue;
        double share = fits_share_of(cell);
        set->all[set->count] = (struct trade){share, cell->kernel, cell->team_ns};
        for (int half = 0; half < 2; half++)
            set->half[half][set->count] =
                (struct trade){share, cell->half_kernel[half], cell->half_team[half]};
        set->count++;
    }
}

static void free_trades(struct trade_set *set)
{
    free(set->all);
}

static bool refine(const struct cells *cells, struct choice choice, uint64_t inherited,
                   struct threshold *own)
{
    struct trade_set set;
    take_trades(&set, cells, &choice);
    bool better = threshold_refine(&set, inherited, own);
    free_trades(&set);
    return better;
}

// ---- thresholds

static void set_class(struct fits *fits, int waiting, int vectors, uint64_t bytes)
{
    for (int i = 0; i < FITS_BASES; i++)
        if ((int)fits_bases[i].vectors == vectors)
            fits->own.bytes[i][waiting] = bytes;
}

static void fit_class(struct fits *fits, const struct cells *cells, int waiting, int vectors)
{
    struct threshold *own = &fits->classes[vectors][waiting];
    uint64_t general = fits->general[waiting].bytes;
    bool better = refine(cells, (struct choice){waiting, vectors, NULL, fits->adjustable[waiting]},
                         general, own);
    fits->of_class[vectors][waiting] = better ? own->bytes : general;
    set_class(fits, waiting, vectors, fits->of_class[vectors][waiting]);
}

static void fit_base(struct fits *fits, const struct cells *cells, int waiting, int base)
{
    struct threshold own;
    uint64_t *bytes = &fits->own.bytes[base][waiting];
    struct choice choice = {waiting, -1, fits_bases[base].base, fits->adjustable[waiting]};
    if (refine(cells, choice, *bytes, &own))
        *bytes = own.bytes;
}

static void fit_waiting(struct fits *fits, const struct cells *cells, int waiting)
{
    struct trade_set set;
    bool adjustable = are_all_adjustable(cells, waiting);
    fits->adjustable[waiting] = adjustable;
    fits->left_out[waiting] =
        adjustable ? 0 : count_chosen(cells, (struct choice){waiting, -1, NULL, true});
    take_trades(&set, cells, &(struct choice){waiting, -1, NULL, adjustable});
    fits->general[waiting] = threshold_fit(set.all, set.count);
    struct agreement agreement = threshold_compare_halves(&set);
    if (agreement.loss >= fits->agreement.loss)
        fits->agreement = agreement;
    free_trades(&set);
    if (fits->general[waiting].trades == 0)
        return;
    for (int vectors = 0; vectors < VECTORS_CLASSES; vectors++)
        fit_class(fits, cells, waiting, vectors);
    for (int base = 0; base < FITS_BASES; base++)
        fit_base(fits, cells, waiting, base);
}

// ---- strides

// The kernel would be given the call: below the threshold, or where the original has no team.
static bool would_be_kernel(const struct fits *fits, const struct cell *cell,
                            const uint64_t now[WAITINGS])
{
    const struct fits_base *base = fits_find_base(cell->base);
    uint64_t bytes = base ? fits->own.bytes[base - fits_bases][cell->waiting] : 0;
    return !cell->threaded || fits_share_of(cell) < (double)(bytes ? bytes : now[cell->waiting]);
}

static struct strided judge_strided(const struct fits *fits, const struct cells *cells,
                                    const char *base, const uint64_t now[WAITINGS])
{
    struct strided found = {0};
    double *ratios = calloc(cells->count + 1, sizeof *ratios);
    for (size_t i = 0; ratios && i < cells->count; i++) {
        const struct cell *cell = &cells->items[i];
        if (cell->stride == 1 || (base && strcmp(cell->base, base) != 0) ||
            !would_be_kernel(fits, cell, now))
            continue;
        double ratio = cell->kernel / cell->team_ns;
        found.worst = ratio > found.worst ? ratio : found.worst;
        ratios[found.cells++] = ratio;
    }
    found.median = ratios ? quartiles_find(ratios, found.cells).median : 0;
    found.kernel = found.cells > 0 && found.median < strided_median && found.worst <= strided_worst;
    free(ratios);
    return found;
}

void fits_find(struct fits *fits, const struct cells *cells, const uint64_t now[WAITINGS])
{
    *fits = (struct fits){.agreement = {1, 0}};
    for (int waiting = 0; waiting < WAITINGS; waiting++)
        fit_waiting(fits, cells, waiting);
    fits->strided = judge_strided(fits, cells, NULL, now);
    for (int i = 0; i < FITS_BASES; i++)
        fits->strided_of[i] = judge_strided(fits, cells, fits_bases[i].base, now);
}

double fits_regret(const struct cells *cells, int waiting, const struct fits_values *values)
{
    double sum = 0;
    size_t count = 0;
    bool adjustable = are_all_adjustable(cells, waiting);
    for (int i = 0; i < FITS_BASES; i++) {
        struct trade_set set;
        take_trades(&set, cells, &(struct choice){waiting, -1, fits_bases[i].base, adjustable});
        sum += (double)set.count *
               threshold_regret(set.all, set.count, (double)values->bytes[i][waiting]);
        count += set.count;
        free_trades(&set);
    }
    return count ? sum / (double)count : 0;
}
