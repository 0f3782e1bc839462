// SPDX-License-Identifier: MIT
// Writes beside a file, then renames: nobody ever sees half of it.
#include "shim/cli/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; // as many as Linux follows

static bool complain(int error)
{
    errno = error;
    return false;
}

// Puts what a link says into its place: a relative path begins in the link's folder.
static bool follow(char path[PATH_MAX], const char *target)
{
    char *slash = strrchr(path, '/');
    char *from = *target == '/' || !slash ? path : slash + 1;
    size_t room = PATH_MAX - (size_t)(from - path);
    if (strlen(target) >= room)
        return complain(ENAMETOOLONG);
    strcpy(from, target);
    return true;
}

// Not realpath, which finds nothing behind a link to a file that is not there.
bool replace_resolve(const char *path, char real[PATH_MAX])
{
    if (strlen(path) >= PATH_MAX)
        return complain(ENAMETOOLONG);
    strcpy(real, path);
    for (int i = 0; i < MOST_LINKS; i++) {
        char target[PATH_MAX];
        ssize_t length = readlink(real, target, sizeof target - 1);
        if (length < 0)
            return errno == EINVAL || errno == ENOENT;
        target[length] = '\0';
        if (!follow(real, target))
            return false;
    }
    return complain(ELOOP);
}

// What open would give a new file.
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int open_stream(struct replacement *replacement, int fd)
{
    if (fd >= 0 && (replacement->file = fdopen(fd, "w")))
        return 0;
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (*replacement->beside)
        unlink(replacement->beside);
    errno = error;
    return -1;
}

// A long name is cut, so that what follows it has room.
static int open_beside(struct replacement *replacement, mode_t mode)
{
    static const char end[] = ".XXXXXX~"; // the '~': keep_old
    const char *path = replacement->path, *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0, length = strlen(path);
    size_t most = folder + NAME_MAX - (sizeof end - 1);
    int kept = (int)(length < most ? length : most);
    if (snprintf(replacement->beside, PATH_MAX, "%.*s.XXXXXX", kept, path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkostemp(replacement->beside, O_CLOEXEC);
    if (fd < 0)
        *replacement->beside = '\0';
    else
        fchmod(fd, mode);
    return open_stream(replacement, fd);
}

int replace_begin(struct replacement *replacement, const char *path)
{
    struct stat old;
    bool there = stat(path, &old) == 0;
    *replacement->beside = '\0';
    if (!there && errno != ENOENT)
        return -1;
    if (there && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (there && !S_ISREG(old.st_mode))
        return open_stream(replacement, open(path, O_WRONLY | O_CLOEXEC));
    if (!replace_resolve(path, replacement->path))
        return -1;
    return open_beside(replacement, there ? old.st_mode & 07777 : usual_mode());
}

static bool finish(struct replacement *replacement)
{
    FILE *file = replacement->file;
    bool beside = *replacement->beside;
    errno = 0;
    bool good = fflush(file) == 0 && !ferror(file) && (!beside || fsync(fileno(file)) == 0);
    int error = errno ? errno : EIO; // a write before has failed
    good = fclose(file) == 0 && good;
    return good || complain(error);
}

// File systems without links do with a moment in which there is no file.
static bool keep_old(const struct replacement *replacement, const char *kept)
{
    char linked[PATH_MAX + 2];
    snprintf(linked, sizeof linked, "%s~", replacement->beside);
    if (link(replacement->path, linked) != 0)
        return errno == ENOENT || rename(replacement->path, kept) == 0;
    bool good = rename(linked, kept) == 0;
    int error = errno;
    unlink(linked); // still there if both were one file already
    errno = error;
    return good;
}

int replace_end(struct replacement *replacement, const char *kept)
{
    bool good = finish(replacement);
    if (!*replacement->beside)
        return good ? 0 : -1;
    good = good && (!kept || keep_old(replacement, kept)) &&
           rename(replacement->beside, replacement->path) == 0;
    int error = errno;
    if (!good)
        unlink(replacement->beside);
    errno = error;
    return good ? 0 : -1;
}
