// SPDX-License-Identifier: MIT
// The hidden command that times our kernels and a BLAS library's team, size by size.
#ifndef TEAMTRIM_CLI_CROSSOVER_CHILD_H
#define TEAMTRIM_CLI_CROSSOVER_CHILD_H

// `teamtrim measure-blas PATH parked|spinning ONE-THREAD-UP-TO SECONDS quick|full`. The
// environment has set the library's team and its way of waiting. Prints
//   cell ROUTINE STRIDE BYTES THREADED RESTED SAMPLES KERNEL TEAM KERNEL0 TEAM0 KERNEL1 TEAM1
// for each size, times in ns, 0 and 1 the halves of the rounds (cells.h tells the rest); and
//   burst WALL CPU       seconds that the kernels took
//   refused WHY          instead of cells: "its team does not park"
int cli_measure_blas(int argc, char **argv);

#endif
