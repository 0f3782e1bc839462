// SPDX-License-Identifier: MIT
// export OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive TEAMTRIM_LOG=summary
// export TEAMTRIM_LOG_FILE=heat.%r.log
// mpirun -n 2 --bind-to none --oversubscribe build/teamtrim run -- build/examples/mpi_heat
// cat heat.0.log heat.1.log
// prints, on two CPUs:
//     heat 0.499687
//     time_us 130 a step of 2 ranks            (without the library: 240)
//     teamtrim[4711]:   ddot             400        192000         400 ...
//     teamtrim[4712]:   ddot             400        192000         400 ...
//
// A ring of a hot and a cold half evens out. Each MPI rank has a part of it; a step is an OpenMP
// loop over its points, an exchange with its neighbours, and a dot product summed over all ranks.
// In the name of the log %r is the rank, so that each has its own. Root needs
// OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1, as always with Open MPI.
#include <math.h>
#include <mpi.h>
#include <stdio.h>

extern double ddot_(const int *n, const double *x, const int *incx, const double *y,
                    const int *incy);

enum { POINTS = 12000, STEPS = 400 };

static double now[POINTS + 2], next[POINTS + 2]; // with a neighbour's point at either end

static void exchange_ends(int rank, int ranks)
{
    int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;
    MPI_Sendrecv(now + 1, 1, MPI_DOUBLE, left, 0, now + POINTS + 1, 1, MPI_DOUBLE, right, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(now + POINTS, 1, MPI_DOUBLE, right, 1, now, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void spread_heat(void)
{
#pragma omp parallel for
    for (int i = 1; i <= POINTS; i++)
        next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
#pragma omp parallel for
    for (int i = 1; i <= POINTS; i++)
        now[i] = next[i];
}

static double sum_squares(void)
{
    const int n = POINTS, one = 1;
    double own = ddot_(&n, now + 1, &one, now + 1, &one), all;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    double squares = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; i <= POINTS; i++)
        now[i] = 2 * rank < ranks ? sqrt((double)i / POINTS) : 0;
    double start = MPI_Wtime();
    for (int step = 0; step < STEPS; step++) {
        exchange_ends(rank, ranks);
        spread_heat();
        squares = sum_squares();
    }
    double each = (MPI_Wtime() - start) / STEPS;
    if (rank == 0)
        printf("heat %.6f\ntime_us %.1f a step of %d ranks\n", sqrt(squares / (ranks * POINTS)),
               each * 1e6, ranks);
    MPI_Finalize();
    return 0;
}
