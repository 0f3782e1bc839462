// SPDX-License-Identifier: MIT
// Finds the library near the running command, and puts it first in the list of preloaded ones. The
// one file of the command that knows how systems differ.
#include "shim/cli/cli.h"
#include "shim/cli/file.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __APPLE__
#include <mach-o/dyld.h>
#define LIBRARY "libteamtrim.dylib"
static const char variable[] = "DYLD_INSERT_LIBRARIES", separators[] = ":";
#else
#define LIBRARY "libteamtrim.so"
static const char variable[] = "LD_PRELOAD", separators[] = ": "; // ld.so(8): both part
#endif

// Relative to the command's folder: the build's, then those of an installation.
static const char *const places[] = {
    LIBRARY,
    "../lib/" LIBRARY,
#if defined TEAMTRIM_MULTIARCH // the compiler's word
    "../lib/" TEAMTRIM_MULTIARCH "/" LIBRARY,
#elif defined __x86_64__
    "../lib/x86_64-linux-gnu/" LIBRARY,
#elif defined __aarch64__
    "../lib/aarch64-linux-gnu/" LIBRARY,
#endif
    "../lib64/" LIBRARY,
};

enum { PLACE_COUNT = sizeof places / sizeof places[0] };

// The folder of the running command, behind all links. False if the system does not tell.
static bool find_own_folder(char folder[PATH_MAX])
{
#if defined __APPLE__
    char path[PATH_MAX];
    uint32_t size = sizeof path;
    if (_NSGetExecutablePath(path, &size) != 0 || !realpath(path, folder))
        return false;
#else
    if (!realpath("/proc/self/exe", folder))
        return false;
#endif
    *strrchr(folder, '/') = '\0';
    return true;
}

static void complain_of_folder(int error)
{
#if defined __APPLE__
    cli_complain("cannot find its own folder: %s", strerror(error));
#else
    cli_complain("cannot find its own folder: /proc/self/exe: %s; mount /proc (mount -t proc proc "
                 "/proc), or preload the library by hand: LD_PRELOAD=/PATH/TO/" LIBRARY " CMD",
                 strerror(error));
#endif
}

// The library's path, tidy and allocated; NULL after a complaint.
static char *find_library(void)
{
    char folder[PATH_MAX], path[PATH_MAX + 64];
    if (!find_own_folder(folder)) {
        complain_of_folder(errno);
        return NULL;
    }
    for (size_t i = 0; i < PLACE_COUNT; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, places[i]);
        char *found = access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;
        if (found)
            return found;
    }
    cli_complain("cannot find " LIBRARY "; build it with 'make', or 'make install' both. Tried:");
    for (size_t i = 0; i < PLACE_COUNT; i++)
        fprintf(stderr, "  %s/%s\n", folder, places[i]);
    return NULL;
}

// Of any build or installation: a second copy would forward each call to the first.
static bool is_copy(const char *entry)
{
    const char *slash = strrchr(entry, '/');
    return strcmp(slash ? slash + 1 : entry, LIBRARY) == 0;
}

// Writes an entry of the list and what parts it from the next one; `library` stands once, in the
// place of the first copy.
static void pass_entry(FILE *to, const char *entry, const char *parting, const char *library,
                       bool *placed)
{
    bool same = file_is_same(entry, library);
    if (!same && !is_copy(entry)) {
        fprintf(to, "%s%s", entry, parting);
        return;
    }
    if (!same)
        cli_complain("%s held another copy, '%s': it is left out, and '%s' preloaded; two would "
                     "hand each call to each other",
                     variable, entry, library);
    if (!*placed)
        fprintf(to, "%s%s", same ? entry : library, parting);
    *placed = true;
}

static bool pass_list(FILE *to, const char *list, const char *library)
{
    bool placed = false;
    while (*list) {
        size_t length = strcspn(list, separators);
        size_t parting = strspn(list + length, separators);
        char *entry = strndup(list, length), *parts = strndup(list + length, parting);
        if (entry && parts)
            pass_entry(to, entry, parts, library, &placed);
        free(entry);
        free(parts);
        list += length + parting;
    }
    return placed;
}

static int list_library(const char *library)
{
    const char *list = getenv(variable);
    char *passed = NULL, *longer;
    size_t size;
    FILE *to = open_memstream(&passed, &size);
    if (!to)
        return -1;
    bool placed = pass_list(to, list ? list : "", library);
    if (fclose(to) != 0)
        return -1;
    int error =
        asprintf(&longer, "%s%s%s", placed ? "" : library, placed || !*passed ? "" : ":", passed);
    free(passed);
    if (error < 0)
        return -1;
    error = setenv(variable, longer, 1);
    free(longer);
    return error;
}

int cli_preload_library(void)
{
    char *library = find_library();
    int error = -1;
    if (library && strpbrk(library, separators))
        cli_complain("%s cannot hold the path '%s': a blank or colon ends a name there; move "
                     "teamtrim, or 'make install PREFIX=' it, to a path without them",
                     variable, library);
    else if (library && (error = list_library(library)) != 0)
        cli_complain("cannot set %s: %s", variable, strerror(errno));
    free(library);
    return error;
}
