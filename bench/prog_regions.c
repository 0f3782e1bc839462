// SPDX-License-Identifier: MIT
// A program of OpenMP regions, built for each runtime: PART SAMPLES SAMPLE_US [LIST]. The driver
// runs it with the library preloaded and without. Parts: omp_parts.h. Teams and waiting come from
// the environment (OMP_NUM_THREADS, OMP_WAIT_POLICY).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bench/omp_parts.h"

static int run_part(const char *part, const struct effort *effort, char *list)
{
    if (strcmp(part, "forks") == 0)
        omp_forks_measure(effort, list);
    else if (strcmp(part, "alternate") == 0)
        omp_alternate_measure(effort);
    else if (strcmp(part, "loops") == 0)
        omp_loops_measure(effort);
    else if (strcmp(part, "sizes") == 0)
        omp_grid_find_sizes();
    else if (strcmp(part, "search") == 0)
        omp_grid_search(effort, list);
    else if (strcmp(part, "grid") == 0)
        omp_grid_measure(effort, list);
    else if (strcmp(part, "lazy") == 0)
        omp_lazy_measure(effort, list);
    else if (strcmp(part, "pauses") == 0)
        omp_lazy_pauses(effort);
    else if (strcmp(part, "fresh") == 0)
        omp_fresh_measure();
    else if (strcmp(part, "epcc") == 0)
        omp_epcc_measure(effort);
    else
        return 2;
    return 0;
}

// The last row: how often a second this process had to give up a CPU. Others were at work, or two
// of its threads shared one.
static void print_switches(double start)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    printf("switches\t0\t%.1f\n", (double)usage.ru_nivcsw / ((time_now() - start) / 1e9));
}

int main(int argc, char **argv)
{
    char nothing[] = "";

    if (argc < 4) {
        fprintf(stderr, "usage: %s PART SAMPLES SAMPLE_US [LIST] (the driver runs this)\n",
                argv[0]);
        return 2;
    }
    struct effort effort = {atoi(argv[2]), atof(argv[3]) * 1000};
    double start = time_now();
    puts("name\tn\tns\tns2\tns3");
    int status = run_part(argv[1], &effort, argc > 4 ? argv[4] : nothing);
    print_switches(start);
    return status;
}
