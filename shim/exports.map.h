// SPDX-License-Identifier: MIT
// The linker's version script, once preprocessed: every interposed name. No version node: a node
// would keep our names from interposing versioned ones.
{
global:
#define FAMILY_BODY "shim/blas/exports_family.h"
#include "shim/names/families.def"
#if defined(__x86_64__) || defined(__aarch64__)
#define CALL(name) name;
#define PLAIN(name) name;
#define TEAM(name) name;
#include "shim/names/openmp.def"
#endif
    dlclose;
    sched_yield;
local:
    *;
};
