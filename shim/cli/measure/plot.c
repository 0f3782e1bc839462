// SPDX-License-Identifier: MIT
// Writes a script for gnuplot, and has it run.
#include "shim/cli/measure/plot.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim/cli/child.h"
#include "shim/cli/measure/output.h"

static const double patience = 20;

// ---- points

// What a line is of; the kernel's has `blas` -1. Parked teams have two.
struct line {
    int vectors, waiting, blas;
    bool rested;
};

static bool is_of(const struct cell *cell, const struct line *line, int team)
{
    return cell->threaded && cell->stride == 1 && cell->team == team &&
           (int)cell->vectors == line->vectors && cell->waiting == line->waiting &&
           (line->blas < 0 || (cell->blas == line->blas && cell->rested == line->rested));
}

// Sizes of routines differ by a few bytes where a vector's length is no whole number.
static bool is_near(double a, double b)
{
    return fabs(a / b - 1) < 0.05;
}

// All panels are of it. Not every library need have it.
static int largest_team(const struct calibration *c)
{
    int team = 2;
    for (size_t i = 0; i < c->crossover.cells.count; i++)
        team = c->crossover.cells.items[i].team > team ? c->crossover.cells.items[i].team : team;
    return team;
}

// Us, for all panels alike: 500, or what holds the slowest.
static double longest_time(const struct calibration *c)
{
    double ns = 5e5 / 1.2;
    for (size_t i = 0; i < c->crossover.cells.count; i++) {
        const struct cell *cell = &c->crossover.cells.items[i];
        ns = fmax(ns, fmax(cell->kernel, cell->team_ns));
    }
    return 1.2e-3 * ns;
}

// The geometric mean of the times at about so many bytes; 0: there are none.
static double mean_at(const struct calibration *c, const struct line *line, double bytes)
{
    double sum = 0;
    int count = 0, team = largest_team(c);
    for (size_t i = 0; i < c->crossover.cells.count; i++) {
        const struct cell *cell = &c->crossover.cells.items[i];
        if (!is_of(cell, line, team) || !is_near(cell->bytes, bytes))
            continue;
        sum += log(line->blas < 0 ? cell->kernel : cell->team_ns);
        count++;
    }
    return count ? exp(sum / count) : 0;
}

// False, and nothing is written, if the line has no points.
static bool write_points(FILE *file, const char *name, const struct calibration *c,
                         const struct line *line)
{
    bool any = false;
    for (double bytes = 4096; bytes < 1.1 * (8 << 20); bytes *= M_SQRT2) {
        double ns = mean_at(c, line, bytes);
        if (ns > 0 && !any)
            fprintf(file, "%s << EOD\n", name);
        if (ns > 0)
            fprintf(file, "%.0f %.4f\n", bytes, ns / 1000);
        any = any || ns > 0;
    }
    if (any)
        fputs("EOD\n", file);
    return any;
}

// ---- a panel

struct curve {
    struct line line;
    char name[16], title[176];
};

enum { CURVES = 1 + 2 * CROSSOVER_BLAS };

// Lines that are there, their points written.
static int write_curves(FILE *file, const struct calibration *c, int vectors, int waiting,
                        struct curve curves[CURVES])
{
    int count = 0;
    for (int blas = -1; blas < c->crossover.blas_count; blas++)
        for (int rested = 0; rested <= (blas >= 0 && waiting == PARKED); rested++) {
            struct curve *curve = &curves[count];
            curve->line = (struct line){vectors, waiting, blas, rested};
            snprintf(curve->name, sizeof curve->name, "$line%d", count);
            snprintf(curve->title, sizeof curve->title, "%s%s",
                     blas < 0 ? "our kernel, one thread" : c->crossover.blas[blas].title,
                     rested ? ", rested" : "");
            count += write_points(file, curve->name, c, &curve->line);
        }
    return count;
}

// Titles may hold what gnuplot takes for commands.
static void write_title(FILE *file, const char *title)
{
    fputc('\'', file);
    for (; *title; title++)
        fputc(*title == '\'' || *title < ' ' ? ' ' : *title, file);
    fputc('\'', file);
}

static void write_panel(FILE *file, const struct calibration *c, int vectors, int waiting)
{
    struct curve curves[CURVES];
    int count = write_curves(file, c, vectors, waiting, curves), team = largest_team(c);
    double bytes = (double)c->fits.of_class[vectors][waiting];
    bytes *= c->fits.adjustable[waiting] ? 1 : team - 1;
    fprintf(file, "unset arrow\nset title '%s, %d threads %s'\n", fits_class_names[vectors], team,
            waiting_names[waiting]);
    if (bytes > 0)
        fprintf(file, "set arrow from %.0f, graph 0 to %.0f, graph 1 nohead dashtype 2\n", bytes,
                bytes);
    if (count == 0)
        fputs("set label 1 'not measured' at graph 0.5, graph 0.5 center\nplot NaN notitle\n"
              "unset label 1\n",
              file);
    for (int i = 0; i < count; i++) {
        fprintf(file, "%s%s with linespoints title ", i ? ", " : "plot ", curves[i].name);
        write_title(file, curves[i].title);
    }
    fputc('\n', file);
}

void plot_write_script(FILE *file, const struct calibration *c)
{
    fputs("set terminal svg size 1500,900 dynamic noenhanced font 'sans-serif,12' background "
          "'white'\nset multiplot layout 2,3 title ",
          file);
    char title[256];
    snprintf(title, sizeof title, "Level 1 of BLAS on %s: one thread or the team", c->machine);
    write_title(file, title);
    fputs("\nset logscale xy 10\nset xrange [32768:16777216]\nset grid\n"
          "set key top left reverse Left samplen 1 font ',7'\n"
          "set xtics ('64K' 65536, '256K' 262144, '1M' 1048576, '4M' 4194304, '16M' 16777216)\n"
          "set xlabel 'bytes of a call; the dashed line: from here on the team'\n"
          "set ylabel 'time of a call, us'\n",
          file);
    fprintf(file, "set yrange [0.05:%.0f]\n", longest_time(c));
    for (int waiting = 0; waiting < WAITINGS; waiting++)
        for (int vectors = 0; vectors < VECTORS_CLASSES; vectors++)
            write_panel(file, c, vectors, waiting);
    fputs("unset multiplot\n", file);
}

// ---- gnuplot

static bool is_installed(void)
{
    struct child_result result;
    child_run_command((const char *const[]){"gnuplot", "--version", NULL}, NULL, patience, false,
                      &result);
    bool installed = result.status == 0;
    child_free(&result);
    return installed;
}

static int save(const char *path, const char *text)
{
    struct output *output = output_begin(path);
    if (!output)
        return -1;
    fputs(text, output_file(output));
    return output_end(output, NULL);
}

static enum plot_result run_script(const char *script, const char *path)
{
    struct child_result result;
    // -d: the user's own settings (~/.gnuplot) are not for this picture.
    child_run_command((const char *const[]){"gnuplot", "-d", script, NULL}, NULL, patience, false,
                      &result);
    enum plot_result drawn = PLOT_FAILED;
    errno = 0;
    if (result.status == 0 && strstr(result.output, "</svg>") && save(path, result.output) == 0)
        drawn = PLOT_DONE;
    int error = errno;
    child_free(&result);
    errno = error;
    return drawn;
}

enum plot_result plot_draw(const char *path, const struct calibration *c)
{
    const char *folder = getenv("TMPDIR");
    char script[4096];
    if (c->crossover.cells.count == 0)
        return PLOT_NOTHING;
    if (!is_installed())
        return PLOT_NO_GNUPLOT;
    snprintf(script, sizeof script, "%s/teamtrim-plot-XXXXXX", folder && *folder ? folder : "/tmp");
    int descriptor = mkstemp(script);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file)
        return PLOT_FAILED;
    plot_write_script(file, c);
    enum plot_result drawn = fclose(file) == 0 ? run_script(script, path) : PLOT_FAILED;
    int error = errno;
    unlink(script);
    errno = error;
    return drawn;
}
