// SPDX-License-Identifier: MIT
// What the report says of a process.
#ifndef TEAMTRIM_CLI_DOCTOR_IMAGE_REPORT_H
#define TEAMTRIM_CLI_DOCTOR_IMAGE_REPORT_H

#include "shim/cli/doctor/image.h"
#include "shim/cli/doctor/threads.h"

#include <stdbool.h>

// How far its libraries may be trusted: asking one runs its code.
struct image_view {
    const char *machine;   // root for machine facts
    const char *no_asking; // why libraries are not asked; NULL: they are
    bool running;          // a process that goes on: whether we are in it counts
};

// A section on the process.
void image_report(const struct image *image, const struct image_view *view);

// Its parts.
void image_report_imports(const struct image *image);
void image_report_runtimes(const struct image *image);
void image_report_blas(const struct image *image, const struct image_view *view,
                       const struct threads *threads);
void image_report_limits(const struct image *image);

// Whether some object calls the library through the loader: imports its names, or needs it.
bool image_uses(const struct image *image, size_t library);

#endif
