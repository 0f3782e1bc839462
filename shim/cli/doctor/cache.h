// SPDX-License-Identifier: MIT
// /etc/ld.so.cache: where ldconfig found libraries.
#ifndef TEAMTRIM_CLI_DOCTOR_CACHE_H
#define TEAMTRIM_CLI_DOCTOR_CACHE_H

#include <stddef.h>

// Path number `index` for a library's name, in the cache's order; NULL past the last.
const char *cache_find(const char *name, size_t index);

#endif
