// SPDX-License-Identifier: MIT
// What the plug-in of omp_modules.c offers.
#ifndef TEAMTRIM_VICTIMS_OMP_MODULE_H
#define TEAMTRIM_VICTIMS_OMP_MODULE_H

long module_run(int threads, int rounds);
long module_run_alone(int first);
long module_orphan(void); // a dynamic loop of 10 iterations, for whatever team there is
long module_count_threads(int threads); // of a region that asks for so many

typedef long module_run_function(int threads, int rounds);
typedef long module_run_alone_function(int first);
typedef long module_orphan_function(void);
typedef long module_count_threads_function(int threads);

#endif
