// SPDX-License-Identifier: MIT
// OpenMP runtimes and BLAS libraries that are installed on this machine, wherever systems put them.
#ifndef TEAMTRIM_CLI_INSTALLED_H
#define TEAMTRIM_CLI_INSTALLED_H

#include <stddef.h>

enum installed_kind { INSTALLED_GOMP, INSTALLED_LIBOMP, INSTALLED_BLAS };

struct installed {
    enum installed_kind kind;
    char *path;     // as found, which may be a link; allocated
    char label[48]; // "libgomp", "libomp 14", "openblas-openmp/libblas.so.3": for tables
};

struct installed_list {
    struct installed *items;
    size_t count;
};

// Each file once, whatever its names: the folders of LD_LIBRARY_PATH first, then the system's.
void installed_find_runtimes(struct installed_list *list);
void installed_find_blas(struct installed_list *list);

void installed_free(struct installed_list *list);

#endif
