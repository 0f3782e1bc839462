// SPDX-License-Identifier: MIT
// Reads the cache in its present format. Source: glibc's sysdeps/generic/dl-cache.h.
#include "shim/cli/doctor/cache.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[] = "glibc-ld.so.cache1.1";
enum { HEADER = 48, ENTRY = 24, COUNT_AT = 20, NAME_AT = 4, PATH_AT = 8 };

static const char *bytes; // from the magic on
static size_t size;

// An old cache may come first in the file.
static void find_magic(const char *file, size_t length)
{
    const char *found = memmem(file, length, magic, sizeof magic - 1);
    size_t left = found ? length - (size_t)(found - file) : 0;
    bytes = left >= HEADER ? found : NULL;
    size = bytes ? left : 0;
}

static void load(void)
{
    struct stat status;
    int file = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
        size_t length = (size_t)status.st_size;
        void *mapped = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
        if (mapped != MAP_FAILED)
            find_magic(mapped, length); // stays mapped: paths point into it
    }
    if (file >= 0)
        close(file);
}

static uint32_t read_word(size_t at)
{
    uint32_t word;
    memcpy(&word, bytes + at, sizeof word);
    return word;
}

static const char *text_at(size_t at)
{
    return at < size && memchr(bytes + at, '\0', size - at) ? bytes + at : "";
}

const char *cache_find(const char *name, size_t index)
{
    static bool loaded;
    if (!loaded)
        load();
    loaded = true;
    size_t most = size > HEADER ? (size - HEADER) / ENTRY : 0;
    size_t count = size > HEADER ? read_word(COUNT_AT) : 0;
    for (size_t i = 0; i < count && i < most; i++) {
        size_t entry = HEADER + i * ENTRY;
        if (strcmp(text_at(read_word(entry + NAME_AT)), name) == 0 && index-- == 0)
            return text_at(read_word(entry + PATH_AT));
    }
    return NULL;
}
