// SPDX-License-Identifier: MIT
// Reads cache sizes. Source: Documentation/ABI/testing/sysfs-devices-system-cpu.
#include "shim/cli/measure/caches.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool read_word(const char *root, int index, const char *name, char word[32])
{
    char path[4096];
    snprintf(path, sizeof path, "%s/sys/devices/system/cpu/cpu0/cache/index%d/%s", root, index,
             name);
    FILE *file = fopen(path, "r");
    bool found = file && fscanf(file, "%31s", word) == 1;
    if (file)
        fclose(file);
    return found;
}

// "48K".
static size_t parse_size(const char *word)
{
    char *unit;
    unsigned long long value = strtoull(word, &unit, 10);
    return (size_t)value << (*unit == 'K' ? 10 : *unit == 'M' ? 20 : 0);
}

static void read_index(struct caches *caches, const char *root, int index)
{
    char type[32], level[32], size[32];
    if (!read_word(root, index, "type", type) || !read_word(root, index, "level", level) ||
        !read_word(root, index, "size", size) || strcmp(type, "Instruction") == 0)
        return;
    int number = atoi(level);
    if (number >= 1 && number <= CACHES_LEVELS)
        caches->bytes[number - 1] = parse_size(size);
}

static void ask_library(struct caches *caches)
{
#if defined _SC_LEVEL1_DCACHE_SIZE
    static const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE};
    for (int i = 0; i < CACHES_LEVELS; i++) {
        long bytes = sysconf(names[i]);
        caches->bytes[i] = bytes > 0 ? (size_t)bytes : 0;
    }
#else
    (void)caches;
#endif
}

void caches_read(struct caches *caches, const char *root)
{
    *caches = (struct caches){{0}};
    for (int index = 0; index < 8; index++)
        read_index(caches, root, index);
    if (caches->bytes[0] == 0 && (*root == '\0' || strcmp(root, "/") == 0))
        ask_library(caches);
}
