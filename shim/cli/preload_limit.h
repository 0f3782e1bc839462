// SPDX-License-Identifier: MIT
// Programs that the library cannot be preloaded into, and what can be done about it.
#ifndef TEAMTRIM_CLI_PRELOAD_LIMIT_H
#define TEAMTRIM_CLI_PRELOAD_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

enum preload_kind {
    PRELOAD_WORKS,
    PRELOAD_NO_PROGRAM, // no ELF file, or one that cannot be read
    PRELOAD_OTHER_MACHINE,
    PRELOAD_STATIC,
    PRELOAD_MUSL,
    PRELOAD_SECURE, // runs with rights that its caller has not
    PRELOAD_ASAN,   // its run-time library insists on being the first
};

struct preload_limit {
    enum preload_kind kind;
    char what[128];    // "is statically linked"
    char meaning[160]; // "no dynamic linker runs that could preload anything"
    char remedy[256];
};

// Of the program that is run for `path` (program_find), behind scripts. True if there is a limit;
// then `program`, of `size` bytes, says whose it is.
bool preload_limit_find(const char *path, struct preload_limit *limit, char *program, size_t size);

#endif
