// SPDX-License-Identifier: MIT
// The crossovers as a picture, drawn by gnuplot.
#ifndef TEAMTRIM_CLI_PLOT_H
#define TEAMTRIM_CLI_PLOT_H

#include <stdio.h>

#include "shim/cli/measure/calibration.h"

// gnuplot's commands, which print an SVG: a panel for each class and way of waiting, with the time
// of the kernel and of each library's largest team over the bytes of a call, means over the
// routines of the class, and the threshold.
void plot_write_script(FILE *file, const struct calibration *calibration);

enum plot_result { PLOT_DONE, PLOT_NO_GNUPLOT, PLOT_NOTHING, PLOT_FAILED };

// Has gnuplot draw, and puts the picture at `path`. PLOT_FAILED: errno, or 0 where gnuplot failed.
enum plot_result plot_draw(const char *path, const struct calibration *calibration);

#endif
