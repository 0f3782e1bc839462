// SPDX-License-Identifier: MIT
// Writes a page so that nobody ever sees half of it: beside its place, then there.
#include "shim/cli/report/html.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shim/cli/cli.h"
#include "shim/cli/report/html_page.h"

static bool complain(const char *path, int error)
{
    cli_complain("--html %s: cannot write: %s", path, strerror(error));
    return false;
}

static bool write_to(int fd, const struct content *content)
{
    FILE *page = fdopen(fd, "w");
    if (!page) {
        close(fd);
        return false;
    }
    html_page_write(page, content);
    bool failed = fflush(page) != 0 || ferror(page);
    int error = errno;
    failed = fclose(page) != 0 || failed;
    errno = failed && error ? error : errno;
    return !failed;
}

static bool write_directly(const char *path, const struct content *content)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    return (fd >= 0 && write_to(fd, content)) || complain(path, errno);
}

// What open would give a new file.
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool write_beside(const char *shown, const char *path, mode_t mode,
                         const struct content *content)
{
    char beside[PATH_MAX];
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside)
        return complain(shown, ENAMETOOLONG);
    int fd = mkostemp(beside, O_CLOEXEC);
    if (fd < 0)
        return complain(shown, errno);
    fchmod(fd, mode);
    if (write_to(fd, content) && rename(beside, path) == 0)
        return true;
    int error = errno;
    unlink(beside);
    return complain(shown, error);
}

bool html_write(const char *path, const struct content *content)
{
    char real[PATH_MAX]; // a link keeps pointing to its file
    struct stat old;
    if (stat(path, &old) != 0)
        return write_beside(path, path, usual_mode(), content);
    if (S_ISDIR(old.st_mode))
        return complain(path, EISDIR);
    if (!S_ISREG(old.st_mode) || !realpath(path, real))
        return write_directly(path, content);
    return write_beside(path, real, old.st_mode & 07777, content);
}
