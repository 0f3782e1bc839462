// SPDX-License-Identifier: MIT
// Writes the head and the keys of a calibrated policy. Its tables: policy_tables.c.
#include "shim/cli/measure/policy_text.h"

#include <math.h>
#include <string.h>

#include "shim/cli/measure/policy_tables.h"

static const char *const keys[WAITINGS] = {"bytes-per-thread", "bytes-per-thread-spinning"};

static void write_head(FILE *file, const struct calibration *c)
{
    fprintf(file,
            "; What thread teams cost on this machine, and from which sizes on they pay.\n"
            "; Made by: teamtrim calibrate%s%s, %s, in %.0f s\n" POLICY_TEXT_MACHINE "%s\n"
            "; noise: others had the CPUs for %.1f %% of the time, spread of fixed work %.3f\n"
            ";\n"
            "; Lines that begin with ';' are comments; 'teamtrim check FILE' says whether the rest "
            "is good.\n",
            c->quick ? " --quick" : "", c->any_noise ? " --any-noise" : "", c->date, c->seconds,
            c->machine, 100 * c->noise.taken, c->noise.spread);
}

// ---- [blas]

static void write_edge(FILE *file, const struct threshold *threshold)
{
    if (threshold->edge == THRESHOLD_KERNEL_ONLY)
        fputs("; (in all, the team wins at no size measured: this is above the largest)\n", file);
    else if (threshold->edge == THRESHOLD_TEAM_ONLY)
        fputs("; (at every size measured the team won: this is the smallest)\n", file);
}

// Not measured: the key stays what it is by default.
static void write_unknown(FILE *file, const struct calibration *c, int waiting)
{
    char text[SIZE_TEXT];
    fprintf(file, "; %s: not measured (%s)\n; %s = %s\n", waiting_names[waiting],
            c->no_crossover ? c->no_crossover : "no library's team waits so", keys[waiting],
            threshold_spell(c->built_in[waiting], text));
}

static void write_threshold(FILE *file, const struct calibration *c, int waiting)
{
    const struct threshold *threshold = &c->fits.general[waiting];
    char text[SIZE_TEXT];
    if (threshold->trades == 0) {
        write_unknown(file, c, waiting);
        return;
    }
    fprintf(file,
            "; %s: over %zu sizes, routines, teams and libraries this loses %.1f %% of time "
            "against\n; the better way of each, with the sections below %.1f %%\n",
            waiting_names[waiting], threshold->trades, threshold_lost_percent(threshold->regret),
            threshold_lost_percent(fits_regret(&c->crossover.cells, waiting, &c->fits.own)));
    write_edge(file, threshold);
    if (c->fits.adjustable[waiting])
        fputs("; (of MKL alone, whose team grows by a thread for so many bytes: here are the bytes "
              "that are\n; worth the second)\n",
              file);
    else if (c->fits.left_out[waiting] > 0)
        fprintf(file,
                "; (without %zu of MKL, whose team grows by a thread for so many bytes: that was "
                "not measured)\n",
                c->fits.left_out[waiting]);
    fprintf(file, "%s = %s\n", keys[waiting], threshold_spell(threshold->bytes, text));
}

static void write_strided_figures(FILE *file, const char *what, const struct strided *strided)
{
    if (strided->cells > 0)
        fprintf(file, ";   %-5s %3zu sizes, median %.2f, worst %.2f\n", what, strided->cells,
                strided->median, strided->worst);
}

static void write_strided(FILE *file, const struct calibration *c)
{
    const struct fits *fits = &c->fits;
    if (fits->strided.cells == 0)
        return;
    fputs("\n; Strides 2 and 8: our kernel's time over the original's, at sizes below the "
          "thresholds. Kernel\n; where the median is below 0.90 and no size above 1.05.\n",
          file);
    write_strided_figures(file, "all", &fits->strided);
    for (int i = 0; i < FITS_BASES; i++)
        write_strided_figures(file, fits_bases[i].base, &fits->strided_of[i]);
    fprintf(file, "%sstrided = %s\n", fits->strided.kernel ? "" : "; ",
            fits->strided.kernel ? "kernel" : "original");
}

// A value of its own, or the kernel for its strides alone.
static bool differs(const struct fits *fits, int base, int waiting)
{
    uint64_t own = fits->own.bytes[base][waiting];
    return own > 0 && own != fits->general[waiting].bytes;
}

static void write_base(FILE *file, const struct fits *fits, int base)
{
    bool strided = fits->strided_of[base].kernel && !fits->strided.kernel;
    char text[SIZE_TEXT];
    if (!strided && !differs(fits, base, PARKED) && !differs(fits, base, SPINNING))
        return;
    fprintf(file, "\n[blas %s]\n", fits_bases[base].base);
    for (int waiting = 0; waiting < WAITINGS; waiting++)
        if (differs(fits, base, waiting))
            fprintf(file, "%s = %s\n", keys[waiting],
                    threshold_spell(fits->own.bytes[base][waiting], text));
    if (strided)
        fputs("strided = kernel\n", file);
}

static void write_blas(FILE *file, const struct calibration *c)
{
    fputs("\n[blas]\n", file);
    for (int waiting = 0; waiting < WAITINGS; waiting++)
        write_threshold(file, c, waiting);
    write_strided(file, c);
    for (int base = 0; base < FITS_BASES; base++)
        write_base(file, &c->fits, base);
}

// ---- [loop]

static void write_loop(FILE *file, const struct calibration *c)
{
    static const char *const names[CHUNK_COEFFICIENTS] = {"scale", "groups",  "threads",
                                                          "read",  "written", "compute"};
    fputs("\n[loop]\n", file);
    if (c->model.why) {
        fprintf(file, "; The cost model of 'chunk = model' was not fitted: %s.\n", c->model.why);
        return;
    }
    fprintf(file,
            "; The cost model of 'chunk = model', fitted to the best blocks of %d unit tasks: its "
            "blocks are\n; off by a factor of %.2f on average.\n",
            c->model.samples, exp2(c->model.error));
    for (int i = 0; i < CHUNK_COEFFICIENTS; i++)
        fprintf(file, "model-%s = %.4g\n", names[i], c->model.coefficients[i]);
}

void policy_text_write(FILE *file, const struct calibration *c)
{
    write_head(file, c);
    policy_tables_write_forks(file, c);
    policy_tables_write_atomics(file, c);
    policy_tables_write_bandwidth(file, c);
    policy_tables_write_crossovers(file, c);
    write_blas(file, c);
    write_loop(file, c);
}
