// SPDX-License-Identifier: MIT
// Finds and checks places for files.
#include "shim/cli/measure/output.h"

#include "shim/cli/replace.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct output {
    struct replacement replacement;
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
    FILE *file = fopen(path, "re");
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

// What is kept of an old file, with a number if need be, has a longer name.
static bool has_room(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = strlen(slash ? slash + 1 : path);
    errno = *path == '\0' ? ENOENT : length == 0 ? EISDIR : ENAMETOOLONG;
    return length > 0 && length + strlen(".~99~") <= NAME_MAX && strlen(path) < PATH_MAX;
}

enum output_state output_check(const char *path, const char *mark)
{
    char real[PATH_MAX];
    struct stat status;
    if (!has_room(path) || !replace_resolve(path, real) || !has_room(real) || !can_make(real))
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

struct output *output_begin(const char *path)
{
    struct output *output = calloc(1, sizeof *output);
    char real[PATH_MAX];
    if (output && replace_resolve(path, real) && make_folders(real) == 0 &&
        replace_begin(&output->replacement, path) == 0)
        return output;
    int error = errno;
    free(output);
    errno = error;
    return NULL;
}

FILE *output_file(struct output *output)
{
    return output->replacement.file;
}

bool output_find_kept(const char *path, const char *mark, char kept[PATH_MAX])
{
    char real[PATH_MAX];
    struct stat status;
    if (!replace_resolve(path, real) || lstat(real, &status) != 0)
        return false;
    int length = snprintf(kept, PATH_MAX, "%s~", real);
    if (has_line(kept, mark))
        return length < PATH_MAX;
    for (int i = 1; length < PATH_MAX && lstat(kept, &status) == 0; i++)
        length = snprintf(kept, PATH_MAX, "%s.~%d~", real, i);
    return length < PATH_MAX;
}

int output_end(struct output *output, const char *kept)
{
    int result = replace_end(&output->replacement, kept), error = errno;
    free(output);
    errno = error;
    return result;
}
