// SPDX-License-Identifier: MIT
// Finds, checks and replaces files whole.
#include "shim/cli/measure/output.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct output {
    char path[PATH_MAX], temporary[PATH_MAX + 16];
    FILE *file;
};

char *output_find_default(void)
{
    const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char *path = NULL;
    int made = -1;
    if (base && *base == '/')
        made = asprintf(&path, "%s/teamtrim/policy.ini", base);
    else if (home && *home == '/' && !(base && *base))
        made = asprintf(&path, "%s/.config/teamtrim/policy.ini", home);
    return made > 0 ? path : NULL;
}

static bool has_line(const char *path, const char *mark)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file))
        found = strncmp(line, mark, strlen(mark)) == 0;
    if (file)
        fclose(file);
    return found;
}

// Cuts the path to its folder: "a/b" -> "a", "a" -> ".", "/a" -> "/".
static void cut_name(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash)
        strcpy(path, ".");
    else
        slash[slash == path] = '\0';
}

// Whether the nearest of its folders that is there can be written to.
static bool can_make(const char *path)
{
    char folder[PATH_MAX];
    struct stat status;
    snprintf(folder, sizeof folder, "%s", path);
    do
        cut_name(folder);
    while (stat(folder, &status) != 0 && errno == ENOENT && strchr(folder, '/'));
    if (access(folder, F_OK) == 0 && stat(folder, &status) == 0 && !S_ISDIR(status.st_mode))
        errno = ENOTDIR;
    else
        return access(folder, W_OK | X_OK) == 0;
    return false;
}

enum output_state output_check(const char *path, const char *mark)
{
    struct stat status;
    if (strlen(path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return OUTPUT_FAILS;
    }
    if (!can_make(path))
        return OUTPUT_FAILS;
    if (stat(path, &status) != 0)
        return errno == ENOENT ? OUTPUT_NEW : OUTPUT_FAILS;
    if (!S_ISREG(status.st_mode) || (status.st_size > 0 && !has_line(path, mark)))
        return OUTPUT_FOREIGN;
    return OUTPUT_OURS;
}

static int make_folders(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0755) != 0 && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return 0;
}

// mkstemp's mode is for its owner alone; this file is like any other that the user makes.
static FILE *open_temporary(char *name)
{
    int descriptor = mkstemp(name);
    mode_t mask = umask(0);
    umask(mask);
    if (descriptor < 0)
        return NULL;
    fchmod(descriptor, 0666 & ~mask);
    return fdopen(descriptor, "w");
}

struct output *output_begin(const char *path)
{
    struct output *output = calloc(1, sizeof *output);
    if (!output)
        return NULL;
    // A link stays one: what it points to is replaced.
    if (!realpath(path, output->path))
        snprintf(output->path, sizeof output->path, "%s", path);
    snprintf(output->temporary, sizeof output->temporary, "%s.XXXXXX", output->path);
    if (make_folders(output->path) != 0 || !(output->file = open_temporary(output->temporary))) {
        free(output);
        return NULL;
    }
    return output;
}

FILE *output_file(struct output *output)
{
    return output->file;
}

static int keep_old(const char *path)
{
    char kept[PATH_MAX + 2];
    snprintf(kept, sizeof kept, "%s~", path);
    unlink(kept);
    // File systems without links do with a moment in which there is no file.
    return link(path, kept) == 0 || errno == ENOENT || rename(path, kept) == 0 ? 0 : -1;
}

int output_end(struct output *output, bool keep)
{
    bool good = !ferror(output->file) & (fflush(output->file) == 0);
    good = good && fsync(fileno(output->file)) == 0;
    good = (fclose(output->file) == 0) && good;
    good = good && (!keep || keep_old(output->path) == 0) &&
           rename(output->temporary, output->path) == 0;
    int error = errno;
    if (!good)
        unlink(output->temporary);
    free(output);
    errno = error;
    return good ? 0 : -1;
}
