// SPDX-License-Identifier: MIT
// Regions that capture as many variables as EACH lists, of type TYPE: once shared, once
// firstprivate. The functions' names begin with NAME. Shared ones go to an outlined function as
// pointers, private ones as values where they fit.

#define PART_2(a, b) a##_##b
#define PART_1(a, b) PART_2(a, b)
#define PART(name) PART_1(NAME, name)

static APART double PART(shared)(int threads)
{
    TYPE next = 1;
    double after = 0;
    EACH(DECLARE)

#pragma omp parallel num_threads(threads)
    {
        double sum = 0;
        EACH(ADD)
        sums[omp_get_thread_num()] = sum;
#pragma omp barrier
#pragma omp master
        {
            EACH(BUMP)
        }
    }
    EACH(ADD_AFTER)
    return after + sums_take() + next / 1000;
}

static APART double PART(private)(int threads)
{
    TYPE next = 1;
    double after = 0;
    EACH(DECLARE)

#pragma omp parallel num_threads(threads) firstprivate(EACH_NAMED threads)
    {
        double sum = threads;
        EACH(BUMP)
        EACH(ADD)
        sums[omp_get_thread_num()] = sum;
    }
    EACH(ADD_AFTER)
    return after + sums_take() + next / 1000;
}

static void PART(report)(const char *what)
{
    for (int threads = 1; threads <= 4; threads += threads)
        printf("%s, %d threads: shared %g, private %g\n", what, threads, PART(shared)(threads),
               PART(private)(threads));
}

#undef NAME
#undef TYPE
#undef PART
#undef PART_1
#undef PART_2
