// SPDX-License-Identifier: MIT
// The provider with hidden complex results, with the names by which OpenBLAS is known.
//
// link: -lc
#include "tests/victims/lib_fake_hidden.c"

char *openblas_get_config(void);
char *openblas_get_corename(void);
int openblas_get_num_threads(void);
int openblas_get_parallel(void);
void openblas_set_num_threads(int threads);

char *openblas_get_config(void)
{
    return "OpenBLAS 0.3.21 NO_AFFINITY Haswell MAX_THREADS=64";
}

char *openblas_get_corename(void)
{
    return "Haswell";
}

int openblas_get_num_threads(void)
{
    return 2;
}

int openblas_get_parallel(void)
{
    return 1;
}

void openblas_set_num_threads(int threads)
{
    (void)threads;
}
