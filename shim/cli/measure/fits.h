// SPDX-License-Identifier: MIT
// From measured cells to what a policy says: thresholds for all routines, for classes and single
// ones that differ, and who runs calls with strides. Pure.
#ifndef TEAMTRIM_CLI_FITS_H
#define TEAMTRIM_CLI_FITS_H

#include "shim/cli/measure/cells.h"
#include "shim/cli/measure/threshold.h"

// Every base that a policy may name and that has kernels, with its class.
struct fits_base {
    const char *base;
    enum vectors_class vectors;
};
enum { FITS_BASES = 15 };
extern const struct fits_base fits_bases[FITS_BASES];
extern const char *const fits_class_names[VECTORS_CLASSES];

// NULL if there is none of that name.
const struct fits_base *fits_find_base(const char *base);

// What our kernel wins in strided calls below the threshold.
struct strided {
    size_t cells;
    double median, worst; // the kernel's time over the original's
    bool kernel;          // it wins (median) and loses nowhere (worst)
};

// Thresholds of each base; 0: nothing was measured.
struct fits_values {
    uint64_t bytes[FITS_BASES][WAITINGS];
};

struct fits {
    bool adjustable[WAITINGS];                           // only such teams were measured: see below
    size_t left_out[WAITINGS];                           // calls of adjustable teams among others
    struct threshold general[WAITINGS];                  // one value for all
    struct threshold classes[VECTORS_CLASSES][WAITINGS]; // what each class alone would have
    uint64_t of_class[VECTORS_CLASSES][WAITINGS];        // what each has of both
    struct fits_values own;                              // and each routine
    struct strided strided, strided_of[FITS_BASES];
    struct agreement agreement; // of the halves, the worse of the two ways of waiting
};

// What is compared with a threshold: the bytes that a call moves for each thread beyond the first.
// Of an adjustable team (MKL) policy/decide.c wakes only so many threads as bytes / threshold, and
// the kernel has what is not worth one: all bytes of the call.
double fits_share_of(const struct cell *cell);

// Adjustable teams do not count where others were measured: their times are those of whole teams,
// which the rule does not let wake for what lies between one thread's worth and the team's.
//
// Strides are judged by `now` where no threshold was found.
void fits_find(struct fits *fits, const struct cells *cells, const uint64_t now[WAITINGS]);

// Mean regret (threshold.h) of all calls of teams with unit strides, each base by its own value; of
// the teams that the thresholds were found of.
double fits_regret(const struct cells *cells, int waiting, const struct fits_values *values);

#endif
