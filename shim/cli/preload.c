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

// The library's path, tidy and allocated; NULL after a complaint.
static char *find_library(void)
{
    char folder[PATH_MAX], path[PATH_MAX + 64];
    if (!find_own_folder(folder)) {
        cli_complain("cannot find its own folder: %s", strerror(errno));
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

static bool is_listed(const char *list, const char *library)
{
    char entry[PATH_MAX];
    while (*list) {
        size_t length = strcspn(list, separators);
        snprintf(entry, sizeof entry, "%.*s", (int)length, list);
        if (file_is_same(entry, library))
            return true;
        list += length;
        list += strspn(list, separators);
    }
    return false;
}

static int list_library(const char *library)
{
    const char *list = getenv(variable);
    char *longer;
    if (list && is_listed(list, library))
        return 0;
    if (asprintf(&longer, "%s%s%s", library, list && *list ? ":" : "", list ? list : "") < 0)
        return -1;
    int error = setenv(variable, longer, 1);
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
