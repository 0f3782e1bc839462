// SPDX-License-Identifier: MIT
// What one ELF file is to us: the interposed names that it imports, exports or hides, and what it
// needs. Each file is read once.
#ifndef TEAMTRIM_CLI_DOCTOR_OBJECT_H
#define TEAMTRIM_CLI_DOCTOR_OBJECT_H

#include "shim/cli/doctor/interposed.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// LIBIOMP is Intel's build of libomp. OWN is our library.
enum object_kind {
    OBJECT_OTHER,
    OBJECT_LIBGOMP,
    OBJECT_LIBOMP,
    OBJECT_LIBIOMP,
    OBJECT_BLAS,
    OBJECT_OWN
};

struct object {
    char *path;
    char *name;            // DT_SONAME, or the file's
    char *label;           // for tables: the path below site-packages, or the file's name
    char *rpath, *runpath; // "" without
    char **needed;         // NULL ends them
    enum object_kind kind;
    struct interposed_set imports, exports;
    struct interposed_set hidden; // defined for itself alone, as a static BLAS in a program
    bool stripped;                // so nothing hidden could be seen
    bool symbolic;                // its own calls stay inside (-Bsymbolic)
    bool sanitizer;
    bool threads_data_static; // DF_STATIC_TLS
    uint64_t threads_data;    // bytes of each thread's own data (PT_TLS)
    const char *blas;         // for a BLAS: "openblas", "mkl", "blis", or ""
};

// The object at `path`; NULL if it is no ELF file. Lives to the end of the process.
const struct object *object_get(const char *path);

// Names of a kind as text: "9 BLAS names".
void object_describe_names(const struct interposed_set *set, enum interposed_kind kind, char *text,
                           size_t size);

bool object_is_runtime(const struct object *object);

#endif
