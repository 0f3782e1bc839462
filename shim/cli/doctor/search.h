// SPDX-License-Identifier: MIT
// Finds a library as the dynamic linker would. Source: ld.so(8), "When resolving shared object
// dependencies".
#ifndef TEAMTRIM_CLI_DOCTOR_SEARCH_H
#define TEAMTRIM_CLI_DOCTOR_SEARCH_H

#include "shim/cli/doctor/object.h"
#include "shim/cli/elf.h"

#include <limits.h>
#include <stdbool.h>

struct search {
    const struct elf *program; // only libraries of its machine count
    const char *library_path;  // LD_LIBRARY_PATH or NULL
};

// The file for `name`, which the first of `chain` needs; that one was needed by the second, and so
// on up to the program. NULL ends the chain. False if there is none.
bool search_find(const struct search *search, const char *name, const struct object *const *chain,
                 char path[PATH_MAX]);

#endif
