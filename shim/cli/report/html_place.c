// SPDX-License-Identifier: MIT
// Looks at what stands in a page's place before anything is read or written.
#include "shim/cli/report/html_place.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shim/cli/cli.h"

static bool is_file(const char *log, const struct stat *file)
{
    struct stat status;
    int error = strcmp(log, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(log, &status);
    return error == 0 && status.st_dev == file->st_dev && status.st_ino == file->st_ino;
}

static bool begins_as_page(const char *path)
{
    char text[sizeof HTML_MARK] = "";
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    return size == 0 || strcmp(text, HTML_MARK) == 0;
}

bool html_place_is_free(const char *path, char *const *logs)
{
    struct stat file;
    if (stat(path, &file) != 0 || !S_ISREG(file.st_mode))
        return true;
    for (; *logs; logs++) {
        if (is_file(*logs, &file)) {
            cli_complain("--html %s: that is a log to read, not a page to write; give the page a "
                         "name of its own: --html report.html LOG...",
                         path);
            return false;
        }
    }
    if (begins_as_page(path))
        return true;
    cli_complain("--html %s: the file is there, and is no page of 'teamtrim report'; give the page "
                 "another name (--html report.html LOG...), or remove the file first",
                 path);
    return false;
}
