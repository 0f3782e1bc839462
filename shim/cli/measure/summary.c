// SPDX-License-Identifier: MIT
// Thresholds before and after a calibration, for people.
#include "shim/cli/measure/summary.h"

#include "shim/cli/terminal.h"

// Not measured: by default.
static void print_unknown(FILE *file, const struct calibration *c, const char *key, int waiting)
{
    char before[SIZE_TEXT], now[SIZE_TEXT];
    fprintf(file, "%-26s %8s %8s   (not measured)\n", key,
            threshold_spell(c->before[waiting], before),
            threshold_spell(c->built_in[waiting], now));
}

static void print_threshold(FILE *file, const struct calibration *c, const char *key, int waiting)
{
    const struct threshold *found = &c->fits.general[waiting];
    const struct cells *cells = &c->crossover.cells;
    char before[SIZE_TEXT], now[SIZE_TEXT];
    if (found->trades == 0)
        print_unknown(file, c, key, waiting);
    else
        fprintf(file, "%-26s %8s %8s %15.1f %% %8.1f %%\n", key,
                threshold_spell(c->before[waiting], before), threshold_spell(found->bytes, now),
                threshold_lost_percent(fits_regret(cells, waiting, &c->before_of)),
                threshold_lost_percent(fits_regret(cells, waiting, &c->fits.own)));
}

static bool has_section(const struct fits *fits, int base)
{
    for (int waiting = 0; waiting < WAITINGS; waiting++)
        if (fits->own.bytes[base][waiting] != fits->general[waiting].bytes)
            return true;
    return false;
}

static void print_sections(FILE *file, const struct fits *fits)
{
    const char *before = "routines with values of their own:";
    for (int i = 0; i < FITS_BASES; i++)
        if (has_section(fits, i)) {
            fprintf(file, "%s %s", before, fits_bases[i].base);
            before = ",";
        }
    if (*before == ',')
        fputc('\n', file);
}

void summary_print(FILE *file, const struct calibration *c)
{
    fprintf(file, "%s%-26s %8s %8s  lost time: before        now%s\n",
            terminal_begin(file, TERMINAL_HEADING), "threshold", "before", "now",
            terminal_end(file));
    print_threshold(file, c, "bytes-per-thread", PARKED);
    print_threshold(file, c, "bytes-per-thread-spinning", SPINNING);
    print_sections(file, &c->fits);
    if (c->no_crossover)
        fprintf(file, "Thresholds were not measured: %s.\n", c->no_crossover);
    fprintf(file, "Took %.1f s; others had the CPUs for %.1f %% of the time, spread %.3f.\n",
            c->seconds, 100 * c->noise.taken, c->noise.spread);
}
