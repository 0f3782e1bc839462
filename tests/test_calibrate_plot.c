// SPDX-License-Identifier: MIT
// The plot of a calibration: its script, and the picture.
#include "shim/cli/measure/plot.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/calibrate_world.h"
#include "tests/machine_tree.h"
#include "tests/process.h"

static struct machine_tree tree;

static void make_tree(void)
{
    machine_tree_make(&tree);
}

static void remove_tree(void)
{
    machine_tree_remove(&tree);
}

TestSuite(calibrate_plot, .init = make_tree, .fini = remove_tree);

static const char *path_of(const char *name)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", tree.root, name);
    return path;
}

static void expect_well_formed(const char *path)
{
    static const char script[] = "import sys, xml.dom.minidom as m\n"
                                 "d = m.parse(sys.argv[1])\n"
                                 "assert d.documentElement.tagName == 'svg'\n"
                                 "assert len(d.getElementsByTagName('path')) > 40\n";
    const char *const command[] = {"/usr/bin/python3", "-c", script, path, NULL};
    struct process_result result;
    process_run(command, &(struct process_setup){.timeout_s = 20}, &result);
    cr_assert_eq(result.status, 0, "%s", result.error);
    process_free(&result);
}

Test(calibrate_plot, plot_is_a_well_formed_picture, .timeout = 60)
{
    struct calibration c;
    char path[PATH_MAX];
    world_fill(&c);
    strcpy(path, path_of("sub/plot.svg"));
    setenv("TMPDIR", tree.root, 1);
    cr_assert_eq(plot_draw(path, &c), PLOT_DONE);
    expect_well_formed(path);
    cells_free(&c.crossover.cells);
}

static char *script_of(struct calibration *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    cr_assert_not_null(file);
    plot_write_script(file, c);
    cr_assert_eq(fclose(file), 0);
    return text;
}

Test(calibrate_plot, plot_holds_the_slowest_call)
{
    struct calibration c;
    world_fill(&c);
    char *text = script_of(&c);
    cr_assert_not_null(strstr(text, "set yrange [0.05:500]\n"), "%s", text);
    free(text);
    c.crossover.cells.items[5].kernel = 1e6;
    text = script_of(&c);
    cr_assert_not_null(strstr(text, "set yrange [0.05:1200]\n"), "%s", text);
    free(text);
    cells_free(&c.crossover.cells);
}

// The first routine's own value is not its class's.
Test(calibrate_plot, plot_has_the_line_of_the_class)
{
    struct calibration c;
    world_fill(&c);
    c.fits.own.bytes[0][PARKED] = 7;
    c.fits.of_class[VECTORS_ONE][PARKED] = 123456;
    char *text = script_of(&c);
    cr_assert_not_null(strstr(text, "set arrow from 123456, graph 0"), "%s", text);
    cr_assert_null(strstr(text, "set arrow from 7,"), "%s", text);
    free(text);
    cells_free(&c.crossover.cells);
}

Test(calibrate_plot, plot_is_not_the_users_settings, .timeout = 60)
{
    struct calibration c;
    char path[PATH_MAX];
    world_fill(&c);
    FILE *file = fopen(path_of(".gnuplot"), "w");
    cr_assert_not_null(file);
    fputs("exit status 3\n", file);
    cr_assert_eq(fclose(file), 0);
    strcpy(path, path_of("plot.svg"));
    setenv("TMPDIR", tree.root, 1);
    setenv("HOME", tree.root, 1);
    cr_assert_eq(plot_draw(path, &c), PLOT_DONE);
    expect_well_formed(path);
    cells_free(&c.crossover.cells);
}

Test(calibrate_plot, plot_without_gnuplot_or_cells_is_told, .timeout = 60)
{
    struct calibration c, empty = {.cpus = 1};
    world_fill(&c);
    cr_assert_eq(plot_draw(path_of("plot.svg"), &empty), PLOT_NOTHING);
    setenv("PATH", tree.root, 1);
    cr_assert_eq(plot_draw(path_of("plot.svg"), &c), PLOT_NO_GNUPLOT);
    cr_assert_neq(access(path_of("plot.svg"), F_OK), 0);
    cells_free(&c.crossover.cells);
}
